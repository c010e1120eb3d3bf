package io.parley.bench.result;

/**
 * Cost of something in a process.
 *
 * @param processor processor time of all threads, in microseconds
 * @param sleeps number of sleeps of all threads
 * @param bytes bytes allocated by all threads
 */
public record Cost(double processor, double sleeps, double bytes) {
    /** No cost. */
    public static final Cost NONE = new Cost(0, 0, 0);

    /** Returns the sum of both costs. */
    public Cost plus(Cost other) {
        return new Cost(processor + other.processor, sleeps + other.sleeps, bytes + other.bytes);
    }

    /** Returns the cost per call. */
    public Cost of(int calls) {
        return new Cost(processor / calls, sleeps / calls, bytes / calls);
    }
}
