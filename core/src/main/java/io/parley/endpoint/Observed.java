package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells observers what became of what handlers do. Thread-safe. */
final class Observed {
    private static final Logger LOG = LoggerFactory.getLogger(Observed.class);

    private static final Optional<ErrorCode> FAILED = Optional.of(ErrorCode.INTERNAL);

    private final List<CallObserver> observers;

    Observed(List<CallObserver> observers) {
        this.observers = List.copyOf(observers);
    }

    /** Does the work on this thread, and returns or throws what that does. */
    @Nullable
    Object handle(String operation, boolean streamed, Supplier<? extends @Nullable Object> work) {
        if (observers.isEmpty()) {
            return work.get();
        }
        long begun = System.nanoTime();
        Optional<ErrorCode> failure = FAILED;
        try {
            Object answer = work.get();
            failure = Optional.empty();
            return answer;
        } catch (ParleyException e) {
            failure = Optional.of(e.code());
            throw e;
        } finally {
            tell(new HandledCall(operation, streamed, Duration.ofNanos(System.nanoTime() - begun), failure));
        }
    }

    private void tell(HandledCall call) {
        for (CallObserver observer : observers) {
            try {
                observer.handled(call);
            } catch (RuntimeException e) {
                LOG.warn("an observer of calls failed", e);
            }
        }
    }
}
