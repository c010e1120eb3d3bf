package io.parley.wrong.transport;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Starts tasks in its constructor: one of them through a method, and repeated without regard to exceptions. */
class StartsTooEarly {
    private final ScheduledExecutorService clock;

    StartsTooEarly(ScheduledExecutorService clock) {
        this.clock = clock;
        repeat();
        later();
    }

    /** Starts tasks only when it is called. */
    static StartsTooEarly of(ScheduledExecutorService clock) {
        clock.execute(() -> {});
        return new StartsTooEarly(clock);
    }

    private void repeat() {
        var unused = clock.scheduleWithFixedDelay(this::later, 1, 1, TimeUnit.SECONDS);
    }

    private void later() {
        clock.execute(() -> {});
    }
}
