/**
 * The infoset representation {@code tokens}: one byte per event, names by number, nothing lost that Canonical XML shows.
 * Public: {@link io.parley.representation.tokens.TokensRepresentation}, which documents the bytes.
 * Thread rule: the representation is thread-safe; a reader or writer belongs to one thread at a time.
 */
@NullMarked
package io.parley.representation.tokens;

import org.jspecify.annotations.NullMarked;
