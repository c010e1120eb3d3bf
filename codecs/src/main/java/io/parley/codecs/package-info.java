/**
 * Representations over third-party libraries, each in a package of its own; here are their common checks: text that XML
 * can carry, and how much of it a message may expand to. Public: {@link io.parley.codecs.WrittenText}, {@link
 * io.parley.codecs.TextBudget}. Thread rule: representations are thread-safe; a reader or writer belongs to one thread
 * at a time.
 */
@NullMarked
package io.parley.codecs;

import org.jspecify.annotations.NullMarked;
