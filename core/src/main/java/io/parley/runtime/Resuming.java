package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a session gets from a lost connection to the next, within the agreed time: the opening side connects anew, after
 * pauses that grow and differ; the accepting side waits. Guarded by the link's lock.
 */
final class Resuming {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** What the peer says, or is found to do, that no other attempt would change. */
    private static final Set<ErrorCode> FINAL =
            EnumSet.of(ErrorCode.TOKEN_REFUSED, ErrorCode.WRONG_NODE, ErrorCode.PROTOCOL, ErrorCode.DIGEST_MISMATCH);

    private final Link link;
    private final Services services;
    /** Null on the accepting side. */
    private final @Nullable Way way;

    private final Duration most;
    private Timers.@Nullable Timer end;
    private Timers.@Nullable Timer next;
    private long deadline;
    private boolean proved = true;
    private int attempts;

    Resuming(Link link, Services services, @Nullable Way way, Agreement agreement) {
        this.link = link;
        this.services = services;
        this.way = way;
        this.most = Duration.ofMillis(agreement.limits().get(Limit.RESUME_MILLIS));
    }

    /**
     * There is no connection any more. The time to get another runs from the last one that worked, so that one which is
     * lost again at once does not prolong it.
     */
    void lost(ParleyException why) {
        long now = services.timers.nanoTime();
        if (proved) {
            proved = false;
            deadline = now + most.toNanos();
        }
        cancel(end);
        end = services.timers.schedule(
                () -> link.giveUp(new ParleyException(
                        ErrorCode.CONNECTION_LOST,
                        "session: expected to be resumed within " + most.toMillis()
                                + " ms, found no connection; the setting is " + Limit.RESUME_MILLIS.setting(),
                        why)),
                Duration.ofNanos(Math.max(0, deadline - now)));
        tryAgain();
    }

    /** Another attempt failed; answers what ends the session, or null if there is one more. */
    @Nullable
    ParleyException failed(ParleyException why) {
        if (FINAL.contains(why.code())) {
            return new ParleyException(
                    ErrorCode.CONNECTION_LOST, "session: the connection was lost and cannot be resumed", why);
        }
        tryAgain();
        return null;
    }

    /** There is a connection again. */
    void resumed() {
        cancel(end);
        cancel(next);
    }

    /** It works. */
    void proved() {
        proved = true;
        attempts = 0;
    }

    /** The session is over. */
    void over() {
        cancel(end);
        cancel(next);
    }

    private void tryAgain() {
        if (way != null) {
            long pause = Math.min(LONGEST_PAUSE.toNanos(), FIRST_PAUSE.toNanos() << Math.min(attempts, 20));
            attempts++;
            long jittered = pause / 2 + services.random.nextLong(pause / 2);
            cancel(next);
            next = services.timers.schedule(() -> link.reconnect(way), Duration.ofNanos(jittered));
        }
    }

    private static void cancel(Timers.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
