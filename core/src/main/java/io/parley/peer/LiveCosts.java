package io.parley.peer;

import io.parley.negotiation.BreakEven;
import io.parley.negotiation.CostModel;
import io.parley.negotiation.SwitchPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Costs of one key's calls, in bursts. Thread-safe by its own monitor. */
final class LiveCosts {
    /** After a pause of this length a new burst of calls begins. */
    static final Duration PAUSE = Duration.ofMinutes(1);

    private final CostModel model = new CostModel();
    /** Of operations whose channel may be slower than SOAP. */
    private final Map<String, ChannelComparison> comparisons = new HashMap<>();

    private long lastCall;

    LiveCosts(long now) {
        this.lastCall = now;
    }

    /** Notes that a call is made, whichever way. */
    synchronized void called(long now) {
        if (now - lastCall > PAUSE.toNanos()) {
            model.endBurst();
        }
        lastCall = now;
    }

    /** @param calls number of calls that went by SOAP */
    synchronized SwitchPolicy.Situation situation(long calls) {
        return new SwitchPolicy.Situation(calls, model.saving(), model.overhead());
    }

    synchronized Optional<BreakEven> breakEven() {
        return model.breakEven();
    }

    /** Returns whether the next call of that operation goes by SOAP though there is a session. */
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
