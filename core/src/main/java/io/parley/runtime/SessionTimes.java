package io.parley.runtime;

import io.parley.Limit;
import io.parley.negotiation.Agreement;
import io.parley.session.Session;
import io.parley.session.SessionSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Timed events of one session: to open, to look after the peer, and to end with the agreement. Guarded by its lock. */
final class SessionTimes {
    private final Services services;
    private final SessionSettings settings;
    private final Owner owner;
    private Duration untilTick = Duration.ZERO;
    private Timers.@Nullable Timer opening;
    private Timers.@Nullable Timer tick;
    private Timers.@Nullable Timer look;
    private Timers.@Nullable Timer lifetime;

    /** Handles the events, outside of the lock. */
    interface Owner {
        void onOpenTimeout();

        void onLifetimeOver();

        /** Time went by; {@link #nextTick} follows. */
        void onTick();

        /** The peer is to be checked; {@link #nextLook} follows. */
        void onLook();
    }

    SessionTimes(Services services, SessionSettings settings, Owner owner) {
        this.services = services;
        this.settings = settings;
        this.owner = owner;
    }

    /** Starts the time limit for opening the session, on a new connection. */
    void connected() {
        Duration limit = Duration.ofMillis(services.limits.get(Limit.OPEN_MILLIS));
        opening = services.timers.schedule(owner::onOpenTimeout, limit);
    }

    /** The session went on, or did not, on a further connection. */
    void connectedAgain() {
        cancel(opening);
    }

    /** The session is open, for as long as the agreement lives. */
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

    /** The session is over. */
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
