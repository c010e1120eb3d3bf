package io.parley.endpoint;

import io.parley.Durations;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for the work in progress of an endpoint that is drained. */
public final class Draining {
    private static final Logger LOG = LoggerFactory.getLogger(Draining.class);

    private Draining() {}

    /**
     * Waits for the end of the work in progress. An interrupt ends the wait, and the thread's interrupt status is kept.
     *
     * @param where name of the endpoint, for the log
     * @return true if all of it ended in time
     * @throws IllegalStateException if draining failed
     */
    public static boolean await(CompletionStage<?> finished, Duration within, Object where) {
        try {
            finished.toCompletableFuture().get(Durations.nanos(within), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            LOG.warn("{}: aborting the calls that are still in progress after {}", where, within);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(where + ": cannot be drained", e);
        }
    }
}
