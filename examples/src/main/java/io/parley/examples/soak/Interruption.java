package io.parley.examples.soak;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Scheduled interrupt of the creating thread. The same thread closes it, after which it is not interrupted any more.
 */
final class Interruption implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private final Future<?> alarm;
    private boolean closed;

    Interruption(ScheduledExecutorService timers, int micros) {
        alarm = timers.schedule(this::interrupt, micros, TimeUnit.MICROSECONDS);
    }

    private synchronized void interrupt() {
        if (!closed) {
            thread.interrupt();
        }
    }

    @Override
    public void close() {
        alarm.cancel(false);
        synchronized (this) {
            closed = true;
        }
        Thread.interrupted();
    }
}
