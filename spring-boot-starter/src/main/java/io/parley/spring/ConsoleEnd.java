package io.parley.spring;

import io.parley.console.ConsolePage;
import org.springframework.context.SmartLifecycle;

/** Ends the events of open pages when an application stops: a graceful shutdown of the web server would wait for them. Thread-safe. */
final class ConsoleEnd implements SmartLifecycle {
    private final ConsolePage page;
    private volatile boolean running;

    ConsoleEnd(ConsolePage page) {
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

    /** Before the web server. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
