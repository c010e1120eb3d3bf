/**
 * Client-side state of each called service: whether to negotiate, the agreement, the reason for a fallback and its
 * duration, and the session. Public: {@link io.parley.peer.KnownPeers} and its parameter and result types. Thread rule:
 * public types are thread-safe, and no method blocks unless documented.
 */
@NullMarked
package io.parley.peer;

import org.jspecify.annotations.NullMarked;
