package io.parley.endpoint.negotiated;

import io.parley.ErrorCode;
import io.parley.runtime.Conversation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Blocking waits for events of a session, each bounded by seconds. */
final class SessionWaits {
    private static final Logger LOG = LoggerFactory.getLogger(SessionWaits.class);
    private static final int PING_SECONDS = 5;
    private static final int END_SECONDS = 10;

    private SessionWaits() {}

    /** Returns the round-trip times of pings, up to the first one without a response in time. */
    static List<Duration> roundTrips(Conversation session, int pings) {
        List<Duration> times = new ArrayList<>();
        try {
            while (times.size() < pings) {
                times.add(session.ping().toCompletableFuture().get(PING_SECONDS, TimeUnit.SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.info("no response to a ping: {}", String.valueOf(e.getCause()));
        }
        return times;
    }

    /** Waits for a draining session to end, and closes it if it does not end in time. */
    static void awaitEnd(Conversation draining) {
        try {
            draining.closed().toCompletableFuture().get(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            draining.close(ErrorCode.CLOSED, "the client is closed");
        }
    }
}
