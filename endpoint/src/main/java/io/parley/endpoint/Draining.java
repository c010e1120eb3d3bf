package io.parley.endpoint;

import io.parley.Durations;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wait of an endpoint that drains for the work under way. */
public final class Draining {
    private static final Logger LOG = LoggerFactory.getLogger(Draining.class);

    private Draining() {}

    /**
     * Waits for the end of what is under way; an interrupt ends that, and stays set.
     *
     * @param where of the endpoint, for who reads its log
     * @return whether all of it ended in that time
     * @throws IllegalStateException if it failed
     */
    public static boolean await(CompletionStage<?> finished, Duration within, Object where) {
        try {
            finished.toCompletableFuture().get(Durations.nanos(within), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            LOG.warn("{}: calls are still under way after {}; they are cut off", where, within);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(where + ": cannot be drained", e);
        }
    }
}
