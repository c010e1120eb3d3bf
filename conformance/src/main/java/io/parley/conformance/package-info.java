/**
 * Conformance tests of servers and clients against docs/protocol.md, each with the section that it covers: {@link
 * Suite} contains them, {@link Server} and {@link Clients} are the implementation under test, {@link Result} has what
 * was expected and found. Based on the raw client beside it; shares no codec with the core.
 * Thread rule: a suite runs its cases one after the other, on threads of its own.
 */
@NullMarked
package io.parley.conformance;

import org.jspecify.annotations.NullMarked;
