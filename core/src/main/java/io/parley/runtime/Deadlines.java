package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The times of one link: to open, to look after the peer, and to end with the agreement. Guarded by the link's lock. */
final class Deadlines {
    private final Services services;
    private final Link link;
    private final Duration untilTick;
    private Timers.@Nullable Timer opening;
    private Timers.@Nullable Timer tick;
    private Timers.@Nullable Timer lifetime;

    Deadlines(Services services, Link link, Duration untilTick) {
        this.services = services;
        this.link = link;
        this.untilTick = untilTick;
    }

    /** There is a connection: the session has to open. */
    void connected() {
        Duration limit = Duration.ofMillis(services.limits.get(Limit.OPEN_MILLIS));
        opening = services.timers.schedule(this::onOpenTimeout, limit);
    }

    /** The session went on, or did not, on a further connection. */
    void connectedAgain() {
        cancel(opening);
    }

    /** The session is open, for as long as the agreement lives. */
    void opened(Duration agreed) {
        cancel(opening);
        nextTick();
        lifetime = services.timers.schedule(this::onLifetimeOver, agreed);
    }

    /** Looks after the peer once more, later. */
    void nextTick() {
        tick = services.timers.schedule(this::onTick, untilTick);
    }

    /** The session is over. */
    void over() {
        cancel(opening);
        cancel(tick);
        cancel(lifetime);
    }

    private void onOpenTimeout() {
        link.turns().run(() -> link.wire().session().onOpenTimeout());
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

    private static void cancel(Timers.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
