/**
 * Storage of durable sessions in a context store (docs/protocol/durable.md, section 12.5): their frames, and the state
 * derived from them. Public: {@link io.parley.journal.Journals}, {@link io.parley.journal.Journal},
 * {@link io.parley.journal.StoredSession}. Thread rule: a journal is confined to its session's thread; {@code Journals}
 * is thread-safe, and its methods block while the store is read.
 */
@NullMarked
package io.parley.journal;

import org.jspecify.annotations.NullMarked;
