package io.parley.examples.compare;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Cost of an operation's calls by one transport. Confined to one thread. */
final class Tally {
    private static final double NANOS_PER_MILLI = 1e6;

    private long[] nanos = new long[0];
    private long bytes;

    void add(long time, long more) {
        nanos = LongStream.concat(Arrays.stream(nanos), LongStream.of(time)).toArray();
        bytes += more;
    }

    OperationResult.Cost cost() {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new OperationResult.Cost(bytes, sorted.length == 0 ? 0 : sorted[sorted.length / 2] / NANOS_PER_MILLI);
    }
}
