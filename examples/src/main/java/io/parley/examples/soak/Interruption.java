package io.parley.examples.soak;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Scheduled interrupt of the creating thread. The same thread closes it, after which it is not interrupted any more.
 */
final class Interruption implements AutoCloseable {
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final Future<?> alarm;

    Interruption(ScheduledExecutorService timers, int micros) {
        Thread thread = Thread.currentThread();
        alarm = timers.schedule(
                () -> {
                    thread.interrupt();
                    interrupted.set(true);
                },
                micros,
                TimeUnit.MICROSECONDS);
    }

    @Override
    public void close() {
        if (!alarm.cancel(false)) {
            while (!interrupted.get()) {
                Thread.onSpinWait();
            }
        }
        Thread.interrupted();
    }
}
