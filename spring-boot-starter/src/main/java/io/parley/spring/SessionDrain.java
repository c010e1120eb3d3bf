package io.parley.spring;

import io.parley.cxf.ParleyEndpoints;
import org.apache.cxf.Bus;
import org.springframework.context.SmartLifecycle;

/**
 * Ends the sessions of an application's services in order when it stops, as its calls by SOAP end: before the web server takes no
 * requests any more, and within the time that Spring has for a phase of its shutdown. Thread-safe.
 */
final class SessionDrain implements SmartLifecycle {
    private final Bus bus;
    private final boolean graceful;
    private volatile boolean running;

    /** @param graceful whether calls that are under way are waited for */
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

    /** The first to stop. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
