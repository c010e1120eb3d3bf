/**
 * Throughput of one processor: calls of many callers and sessions, with the servers in a JVM of their own, and the page
 * about it. Public: {@link io.parley.bench.capacity.CapacityProgram}. Thread rule: one thread, which starts the threads
 * of the callers.
 */
@NullMarked
package io.parley.bench.capacity;

import org.jspecify.annotations.NullMarked;
