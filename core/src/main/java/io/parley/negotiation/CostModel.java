package io.parley.negotiation;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The cost model of one session key, kept from the calls that are made: n calls cost {@code t1·n + Oa + Ob + Oc} on a
 * stream and {@code t2·n} by SOAP. Oa is the access to a context store, Ob the negotiation, Oc deriving and compiling
 * the schema. docs/reference/switch-policies.md explains the estimates and the priors.
 *
 * <p>All times are in nanoseconds. It has no clock, and is not thread-safe.
 */
public final class CostModel {
    /** Ratio of a call's time on the stream to its time by SOAP, until one was measured. */
    private static final double STREAM_SHARE = 1.0 / 3;

    /** Ratio of a negotiation's time to that of the fastest operation by SOAP, until one was measured. */
    private static final int NEGOTIATION_SHARE = 3;

    private final Map<String, Operation> operations = new HashMap<>();
    private long negotiation;
    private long store;

    /** A call that went by SOAP took so long. */
    public void soapCall(String operation, long nanos) {
        Operation of = operation(operation);
        of.calls++;
        of.bySoap.add(nanos);
    }

    /** A call that went on the stream took so long. */
    public void streamCall(String operation, long nanos) {
        Operation of = operation(operation);
        of.calls++;
        of.byStream.add(nanos);
    }

    /** A negotiation, from its start to the session's, took so long: Ob, and what of Oc was not done before. */
    public void negotiated(long nanos) {
        negotiation = nanos;
    }

    /** The context store takes so long to be asked or told once: Oa. */
    public void storeTook(long nanos) {
        store = nanos;
    }

    /**
     * Ends a burst after a long pause: the calls before it do not count for the forecast any more. Their times are
     * kept.
     */
    public void endBurst() {
        operations.values().forEach(each -> each.calls = 0);
    }

    /**
     * Returns the time that the stream is expected to save on future calls, which are expected to be as many of each
     * operation as this burst had so far. Negative if the stream is slower.
     */
    public long saving() {
        double saving = 0;
        for (Operation each : operations.values()) {
            saving += each.calls * each.savingPerCall();
        }
        return Math.round(saving);
    }

    /** Returns the break-even point by the calls of this burst; empty before one was measured. */
    public Optional<BreakEven> breakEven() {
        long calls = operations.values().stream().mapToLong(each -> each.calls).sum();
        return calls == 0
                ? Optional.empty()
                : Optional.of(new BreakEven(Duration.ofNanos(overhead()), Duration.ofNanos(saving() / calls)));
    }

    /**
     * Returns the cost of beginning with the stream: Oa + Ob + Oc, of which Oa is zero until a context store was asked.
     */
    public long overhead() {
        if (negotiation > 0) {
            return store + negotiation;
        }
        long fastest = operations.values().stream()
                .mapToLong(each -> each.bySoap.median())
                .filter(time -> time > 0)
                .min()
                .orElse(0);
        return store + NEGOTIATION_SHARE * fastest;
    }

    private Operation operation(String name) {
        return operations.computeIfAbsent(name, absent -> new Operation());
    }

    private static final class Operation {
        private final Recent bySoap = new Recent();
        private final Recent byStream = new Recent();
        private long calls;

        /** {@code t2 - t1}; 0 for an operation that never went by SOAP, which has nothing to be held against. */
        double savingPerCall() {
            if (bySoap.isEmpty()) {
                return 0;
            }
            double soap = bySoap.median();
            return soap - (byStream.isEmpty() ? STREAM_SHARE * soap : byStream.median());
        }
    }

    /** The last few times of something; their median bears a cold start and a collector's pause. */
    private static final class Recent {
        private static final int KEPT = 9;

        private final long[] times = new long[KEPT];
        private int count;

        void add(long nanos) {
            times[count % KEPT] = nanos;
            count = count + 1 == 2 * KEPT ? KEPT : count + 1;
        }

        boolean isEmpty() {
            return count == 0;
        }

        /** 0 if there is none. */
        long median() {
            int known = Math.min(count, KEPT);
            if (known == 0) {
                return 0;
            }
            long[] sorted = Arrays.copyOf(times, known);
            Arrays.sort(sorted);
            return sorted[(known - 1) / 2];
        }
    }
}
