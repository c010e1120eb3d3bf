package io.parley.bench.result;

/**
 * What something took of a process.
 *
 * @param processor time of all threads, in microseconds
 * @param sleeps of all threads
 * @param bytes that all threads allocated
 */
public record Cost(double processor, double sleeps, double bytes) {
    /** Nothing. */
    public static final Cost NONE = new Cost(0, 0, 0);

    /** Both together. */
    public Cost plus(Cost other) {
        return new Cost(processor + other.processor, sleeps + other.sleeps, bytes + other.bytes);
    }

    /** The share of each of so many calls. */
    public Cost of(int calls) {
        return new Cost(processor / calls, sleeps / calls, bytes / calls);
    }
}
