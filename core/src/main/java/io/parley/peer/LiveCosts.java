package io.parley.peer;

import io.parley.negotiation.BreakEven;
import io.parley.negotiation.CostModel;
import io.parley.negotiation.SwitchPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Measured costs of one key's calls, in bursts. Thread-safe; guarded by its own monitor. */
final class LiveCosts {
    /** Length of a pause after which a new burst of calls starts. */
    static final Duration PAUSE = Duration.ofMinutes(1);

    private final CostModel model = new CostModel();
    /** Comparisons of operations whose channel may be slower than SOAP, by operation. */
    private final Map<String, ChannelComparison> comparisons = new HashMap<>();

    private long lastCall;

    LiveCosts(long now) {
        this.lastCall = now;
    }

    /** Records the time of a call, by any route. */
    synchronized void called(long now) {
        if (now - lastCall > PAUSE.toNanos()) {
            model.endBurst();
        }
        lastCall = now;
    }

    /**
     * Returns the input of a switch policy.
     *
     * @param calls number of calls sent by SOAP
     */
    synchronized SwitchPolicy.Situation situation(long calls) {
        return new SwitchPolicy.Situation(calls, model.saving(), model.overhead());
    }

    synchronized Optional<BreakEven> breakEven() {
        return model.breakEven();
    }

    /** Returns whether the next call of an operation is sent by SOAP despite an open session. */
    synchronized boolean nextBySoap(String operation) {
        return comparisons
                .computeIfAbsent(operation, absent -> new ChannelComparison())
                .nextBySoap();
    }

    synchronized void soapCall(String operation, long nanos) {
        model.soapCall(operation, nanos);
        compare(operation, false, nanos);
    }

    synchronized void streamCall(String operation, long nanos) {
        model.streamCall(operation, nanos);
        compare(operation, true, nanos);
    }

    private void compare(String operation, boolean streamed, long nanos) {
        ChannelComparison comparison = comparisons.get(operation);
        if (comparison != null) {
            comparison.answered(streamed, nanos);
        }
    }

    synchronized void storeTook(long nanos) {
        model.storeTook(nanos);
    }

    synchronized void negotiated(long nanos) {
        model.negotiated(nanos);
    }
}
