/**
 * Client-side state of each called service: whether to negotiate, the agreement, the reason for a fallback, and how
 * long that holds; with the session that serves it. Public: {@link io.parley.peer.KnownPeers} and its parameter and
 * result types. Thread rule: everything public is thread-safe, and no method blocks.
 */
@NullMarked
package io.parley.peer;

import org.jspecify.annotations.NullMarked;
