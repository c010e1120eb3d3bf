/**
 * Cases that hold a server or a client against docs/protocol.md, each with the section that it is of: {@link Suite} has them,
 * {@link Server} and {@link Clients} say who is judged, {@link Result} what was expected and found. It stands on the raw client beside it and
 * shares no codec with the core. A suite runs its cases one after the other, on threads of its own.
 */
@NullMarked
package io.parley.conformance;

import org.jspecify.annotations.NullMarked;
