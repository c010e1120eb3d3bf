package io.parley.endpoint;

import io.parley.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the observers of an endpoint with the results of its handlers. Thread-safe. */
final class Observed {
    private static final Logger LOG = LoggerFactory.getLogger(Observed.class);

    private final List<CallObserver> observers;

    Observed(List<CallObserver> observers) {
        this.observers = List.copyOf(observers);
    }

    /** Returns the start time for {@link #ended}, in nanoseconds; 0 without observers. */
    long begin() {
        return observers.isEmpty() ? 0 : System.nanoTime();
    }

    /**
     * Reports the end of the work on a message.
     *
     * @param failure the code of its exception; null if there was none
     */
    void ended(String operation, boolean streamed, long begun, @Nullable ErrorCode failure) {
        if (observers.isEmpty()) {
            return;
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        HandledCall call = new HandledCall(operation, streamed, took, Optional.ofNullable(failure));
        for (int i = 0; i < observers.size(); i++) {
            CallObserver observer = observers.get(i);
            try {
                observer.handled(call);
            } catch (RuntimeException e) {
                LOG.warn("Observer of calls failed", e);
            }
        }
    }
}
