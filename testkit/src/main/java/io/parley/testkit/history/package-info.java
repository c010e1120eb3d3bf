/**
 * Judges what two sides wrote down of their messages while faults were put upon them: {@link
 * io.parley.testkit.history.History} takes both sides' notes and finds what was lost, doubled, reordered, invented or mixed up. Pure.
 * Thread rule: a history belongs to one thread.
 */
@NullMarked
package io.parley.testkit.history;

import org.jspecify.annotations.NullMarked;
