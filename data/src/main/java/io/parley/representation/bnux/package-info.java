/**
 * The representation {@code bnux}: binary infoset, data version 7 (the bnux paper; docs/reference/bnux.md), for whole
 * messages and for files. Public: {@link io.parley.representation.bnux.Bnux}, which is thread-safe; a reader or writer
 * belongs to one thread at a time.
 */
@NullMarked
package io.parley.representation.bnux;

import org.jspecify.annotations.NullMarked;
