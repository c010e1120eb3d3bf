/**
 * What a client knows of each service that it calls: whether to ask, what was agreed on, why not, and until when that
 * holds; with the session that serves it. Public: {@link io.parley.peer.KnownPeers} and what it takes and hands out.
 * Thread rule: everything public is thread-safe, and no method blocks.
 */
@NullMarked
package io.parley.peer;

import org.jspecify.annotations.NullMarked;
