package io.parley.spring;

import io.parley.console.ConsolePage;
import org.springframework.context.SmartLifecycle;

/**
 * Ends the event streams of open pages when an application stops; a graceful shutdown of the web server would wait for
 * them. Thread-safe.
 */
final class ConsoleShutdown implements SmartLifecycle {
    private final ConsolePage page;
    private volatile boolean running;

    ConsoleShutdown(ConsolePage page) {
        this.page = page;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        page.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Returns a phase that is stopped before the web server. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
