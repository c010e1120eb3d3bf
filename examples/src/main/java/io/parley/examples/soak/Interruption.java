package io.parley.examples.soak;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** An interrupt of the thread that makes it, after some time. The same thread closes it, and is not interrupted any more then. */
final class Interruption implements AutoCloseable {
    private final AtomicBoolean given = new AtomicBoolean();
    private final Future<?> alarm;

    Interruption(ScheduledExecutorService timers, int micros) {
        Thread thread = Thread.currentThread();
        alarm = timers.schedule(
                () -> {
                    thread.interrupt();
                    given.set(true);
                },
                micros,
                TimeUnit.MICROSECONDS);
    }

    @Override
    public void close() {
        if (!alarm.cancel(false)) {
            while (!given.get()) {
                Thread.onSpinWait();
            }
        }
        Thread.interrupted();
    }
}
