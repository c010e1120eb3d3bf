package io.parley.runtime;

import io.parley.Limit;
import io.parley.negotiation.Agreement;
import io.parley.session.Session;
import io.parley.session.SessionSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Timers of one session: to open it, to watch the peer, and to end it with the agreement. Guarded by the session's
 * lock.
 */
final class SessionTimes {
    private final Services services;
    private final SessionSettings settings;
    private final Owner owner;
    private Duration untilTick = Duration.ZERO;
    private Timers.@Nullable Timer opening;
    private Timers.@Nullable Timer tick;
    private Timers.@Nullable Timer look;
    private Timers.@Nullable Timer lifetime;

    /** Handler of the timer events, called without the lock. */
    interface Owner {
        void onOpenTimeout();

        void onLifetimeOver();

        /** Handles the regular tick; {@link #nextTick} must follow. */
        void onTick();

        /** Checks the peer; {@link #nextLook} must follow. */
        void onLook();
    }

    SessionTimes(Services services, SessionSettings settings, Owner owner) {
        this.services = services;
        this.settings = settings;
        this.owner = owner;
    }

    /** Starts the timeout for opening the session on a new connection. */
    void connected() {
        Duration limit = Duration.ofMillis(services.limits.get(Limit.OPEN_MILLIS));
        opening = services.timers.schedule(owner::onOpenTimeout, limit);
    }

    /** Ends the timeout after an attempt to resume, whether or not it succeeded. */
    void connectedAgain() {
        cancel(opening);
    }

    /** Starts the timers of an open session. */
    void opened(Session session, Agreement agreement) {
        cancel(opening);
        untilTick = Duration.ofNanos(settings.tickNanos(agreement.limits()));
        nextTick(session);
        lifetime = services.timers.schedule(owner::onLifetimeOver, agreement.lifetime());
    }

    void nextTick(Session session) {
        tick = services.timers.schedule(owner::onTick, untilTick);
        nextLook(session);
    }

    /** Schedules the next check of the peer, unless a tick comes before. */
    void nextLook(Session session) {
        cancel(look);
        long until = session.untilLook(services.timers.nanoTime());
        if (until < untilTick.toNanos()) {
            look = services.timers.schedule(owner::onLook, Duration.ofNanos(until));
        }
    }

    /** Cancels all timers when the session is closed. */
    void over() {
        cancel(opening);
        cancel(tick);
        cancel(look);
        cancel(lifetime);
    }

    private static void cancel(Timers.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
