/**
 * Representations over the libraries of others, each in a package of its own; here is what they check alike: text that
 * XML can carry, and how much of it a message may come to.
 * Public: {@link io.parley.codecs.WrittenText}, {@link io.parley.codecs.TextBudget}.
 * Thread rule: representations are thread-safe; a reader or writer belongs to one thread at a time.
 */
@NullMarked
package io.parley.codecs;

import org.jspecify.annotations.NullMarked;
