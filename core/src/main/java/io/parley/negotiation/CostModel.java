package io.parley.negotiation;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Cost model of one session key, from measured calls: n calls cost {@code t1·n + Oa + Ob + Oc} on a stream and
 * {@code t2·n} by SOAP. Oa is the access to a context store, Ob the negotiation, Oc the derivation and compilation of
 * the schema. docs/reference/switch-policies.md explains the estimates and the initial values.
 *
 * <p>All times are in nanoseconds. Has no clock, and is not thread-safe.
 */
public final class CostModel {
    /** Assumed ratio of a call's time on the stream to its time by SOAP, until one was measured. */
    private static final double STREAM_SHARE = 1.0 / 3;

    /** Assumed ratio of a negotiation's time to that of the fastest operation by SOAP, until one was measured. */
    private static final int NEGOTIATION_SHARE = 3;

    private final Map<String, Operation> operations = new HashMap<>();
    private long negotiation;
    private long store;

    /** Records the duration of a call by SOAP. */
    public void soapCall(String operation, long nanos) {
        Operation of = operation(operation);
        of.calls++;
        of.bySoap.add(nanos);
    }

    /** Records the duration of a call on the stream. */
    public void streamCall(String operation, long nanos) {
        Operation of = operation(operation);
        of.calls++;
        of.byStream.add(nanos);
    }

    /**
     * Records the duration of a negotiation including the opening of its session: Ob, and the part of Oc that was not
     * done before.
     */
    public void negotiated(long nanos) {
        negotiation = nanos;
    }

    /** Records the duration of one access to the context store: Oa. */
    public void storeTook(long nanos) {
        store = nanos;
    }

    /** Ends a burst after a long pause: its calls no longer count for the forecast, but their durations are kept. */
    public void endBurst() {
        operations.values().forEach(each -> each.calls = 0);
    }

    /**
     * Returns the time that the stream is expected to save on future calls, assuming as many of each operation as in
     * this burst so far. Negative if the stream is slower.
     */
    public long saving() {
        double saving = 0;
        for (Operation each : operations.values()) {
            saving += each.calls * each.savingPerCall();
        }
        return Math.round(saving);
    }

    /** Returns the break-even point for the calls of this burst; empty before one was measured. */
    public Optional<BreakEven> breakEven() {
        long calls = operations.values().stream().mapToLong(each -> each.calls).sum();
        return calls == 0
                ? Optional.empty()
                : Optional.of(new BreakEven(Duration.ofNanos(overhead()), Duration.ofNanos(saving() / calls)));
    }

    /** Returns the cost of starting to stream: Oa + Ob + Oc, where Oa is zero until a context store was accessed. */
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

        /** Returns {@code t2 - t1}; 0 for an operation that was never called by SOAP. */
        double savingPerCall() {
            if (bySoap.isEmpty()) {
                return 0;
            }
            double soap = bySoap.median();
            return soap - (byStream.isEmpty() ? STREAM_SHARE * soap : byStream.median());
        }
    }

    /** The last few durations; their median is robust against a cold start and GC pauses. */
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

        /** Returns the median; 0 if there are no durations. */
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
