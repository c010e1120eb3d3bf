package io.parley.endpoint.negotiated;

import io.parley.ErrorCode;
import io.parley.runtime.Conversation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Blocking waits for events of a session, each bounded by seconds. */
final class SessionWaits {
    private static final int PING_SECONDS = 5;
    private static final int END_SECONDS = 10;

    private SessionWaits() {}

    /** Returns the round-trip time of a ping; empty if there is no response in time. */
    static Optional<Duration> roundTrip(Conversation session) {
        try {
            return Optional.of(session.ping().toCompletableFuture().get(PING_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
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
