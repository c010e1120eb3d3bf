/**
 * Checks recorded histories of messages under faults: {@link io.parley.testkit.history.History} takes the records of
 * both sides and finds messages that were lost, duplicated, reordered, invented or mixed up. Pure.
 * Thread rule: a history belongs to one thread.
 */
@NullMarked
package io.parley.testkit.history;

import org.jspecify.annotations.NullMarked;
