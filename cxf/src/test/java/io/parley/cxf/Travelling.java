package io.parley.cxf;

import io.parley.runtime.SystemTimers;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** The machine's clock, which tests can set ahead. Scheduled tasks still run at their real time. */
final class Travelling implements Timers, AutoCloseable {
    private final SystemTimers machine = Timers.system();
    private final AtomicLong ahead = new AtomicLong();

    void ahead(Duration more) {
        ahead.addAndGet(more.toNanos());
    }

    @Override
    public long nanoTime() {
        return machine.nanoTime() + ahead.get();
    }

    @Override
    public Timer schedule(Runnable task, Duration delay) {
        return machine.schedule(task, delay);
    }

    @Override
    public Instant instant() {
        return machine.instant().plusNanos(ahead.get());
    }

    @Override
    public void close() {
        machine.close();
    }
}
