package io.parley.spring;

import io.parley.cxf.ParleyEndpoints;
import org.apache.cxf.Bus;
import org.springframework.context.SmartLifecycle;

/**
 * Drains the sessions of an application's services when it stops: before the web server stops accepting requests, and
 * within Spring's timeout for a shutdown phase. Thread-safe.
 */
final class SessionDrain implements SmartLifecycle {
    private final Bus bus;
    private final boolean graceful;
    private volatile boolean running;

    /**
     * Creates the lifecycle bean.
     *
     * @param graceful whether to wait for calls in progress
     */
    SessionDrain(Bus bus, boolean graceful) {
        this.bus = bus;
        this.graceful = graceful;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public void stop(Runnable stopped) {
        running = false;
        var unused = ParleyEndpoints.drain(bus).whenComplete((nothing, why) -> {
            if (graceful) {
                stopped.run();
            }
        });
        if (!graceful) {
            stopped.run();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Returns the phase that is stopped first. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
