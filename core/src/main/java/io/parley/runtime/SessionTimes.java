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
    private Timers.@Nullable Timer peerCheck;
    private Timers.@Nullable Timer lifetime;

    /** Handler of the timer events, called without the lock. */
    interface Owner {
        void onOpenTimeout();

        void onLifetimeOver();

        /** Handles the regular tick; {@link #scheduleTick} must follow. */
        void onTick();

        /** Checks the peer; {@link #schedulePeerCheck} must follow. */
        void onPeerCheck();
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
        scheduleTick(session);
        lifetime = services.timers.schedule(owner::onLifetimeOver, agreement.lifetime());
    }

    void scheduleTick(Session session) {
        tick = services.timers.schedule(owner::onTick, untilTick);
        schedulePeerCheck(session);
    }

    /** Schedules the next check of the peer, unless a tick comes before. */
    void schedulePeerCheck(Session session) {
        cancel(peerCheck);
        long until = session.untilPeerCheck(services.timers.nanoTime());
        if (until < untilTick.toNanos()) {
            peerCheck = services.timers.schedule(owner::onPeerCheck, Duration.ofNanos(until));
        }
    }

    /** Cancels all timers when the session is closed. */
    void over() {
        cancel(opening);
        cancel(tick);
        cancel(peerCheck);
        cancel(lifetime);
    }

    private static void cancel(Timers.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
