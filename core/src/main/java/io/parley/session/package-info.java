/**
 * The session as a pure state machine (docs/protocol/framing.md, sections 5 to 9): events in, effects out; no threads,
 * no clock, no channel. Public: {@link io.parley.session.Session}, {@link io.parley.session.SessionHost},
 * {@link io.parley.session.Effect}, {@link io.parley.session.Stream}, {@link io.parley.session.Received},
 * {@link io.parley.session.IncomingSide}, {@code Budget}. Thread rule: a session and its streams are confined to one
 * thread at a time; budgets are thread-safe.
 */
@NullMarked
package io.parley.session;

import org.jspecify.annotations.NullMarked;
