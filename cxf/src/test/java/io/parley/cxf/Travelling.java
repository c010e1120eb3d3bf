package io.parley.cxf;

import io.parley.runtime.SystemTimers;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** The machine's time, and how far tests have gone ahead of it. What is scheduled comes when it would have come. */
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
