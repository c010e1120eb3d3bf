/**
 * Representations over third-party libraries, each in a package of its own, and their common checks: characters that
 * XML allows, and the bound on a message's expansion. Public: {@link io.parley.codecs.WrittenText}, {@link
 * io.parley.codecs.TextBudget}. Thread rule: representations are thread-safe; a reader or writer is used by one thread
 * at a time.
 */
@NullMarked
package io.parley.codecs;

import org.jspecify.annotations.NullMarked;
