package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.negotiation.Agreement;
import io.parley.session.SessionSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The times of one link: to open, to look after the peer, and to end with the agreement. Guarded by the link's lock.
 */
final class Deadlines {
    private final Services services;
    private final Link link;
    private final SessionSettings settings;
    private Duration untilTick = Duration.ZERO;
    private Timers.@Nullable Timer opening;
    private Timers.@Nullable Timer tick;
    private Timers.@Nullable Timer look;
    private Timers.@Nullable Timer lifetime;

    Deadlines(Services services, Link link, SessionSettings settings) {
        this.services = services;
        this.link = link;
        this.settings = settings;
    }

    /** Starts the time limit for opening the session, on a new connection. */
    void connected() {
        Duration limit = Duration.ofMillis(services.limits.get(Limit.OPEN_MILLIS));
        opening = services.timers.schedule(this::onOpenTimeout, limit);
    }

    /** The session went on, or did not, on a further connection. */
    void connectedAgain() {
        cancel(opening);
    }

    /** The session is open, for as long as the agreement lives. */
    void opened(Agreement agreement) {
        cancel(opening);
        untilTick = Duration.ofNanos(settings.tickNanos(agreement.limits()));
        nextTick();
        lifetime = services.timers.schedule(this::onLifetimeOver, agreement.lifetime());
    }

    private void nextTick() {
        tick = services.timers.schedule(this::onTick, untilTick);
        nextLook();
    }

    /** Schedules the next check of the peer, unless a tick comes before. */
    void nextLook() {
        cancel(look);
        long until = link.session().untilLook(services.timers.nanoTime());
        if (until < untilTick.toNanos()) {
            look = services.timers.schedule(this::onLook, Duration.ofNanos(until));
        }
    }

    /** The session is over. */
    void over() {
        cancel(opening);
        cancel(tick);
        cancel(look);
        cancel(lifetime);
    }

    private void onOpenTimeout() {
        link.onOpenTimeout();
    }

    private void onLifetimeOver() {
        link.drain(ErrorCode.TERMS_CHANGED, "the agreement's lifetime is over");
    }

    private void onTick() {
        link.turns().run(() -> {
            link.session().onTick(services.timers.nanoTime());
            link.storing().tidy();
            if (!link.session().isClosed()) {
                nextTick();
            }
        });
    }

    private void onLook() {
        link.turns().run(() -> {
            link.session().onLook(services.timers.nanoTime());
            if (!link.session().isClosed()) {
                nextLook();
            }
        });
    }

    private static void cancel(Timers.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
