package io.parley.cli;

import io.parley.examples.demo.DemoListener;
import java.time.Duration;

/** Shows the progress of the demo and prints nothing else. */
class DemoProgress implements DemoListener {
    private final Progress progress;

    DemoProgress(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void begin(String what, int steps) {
        progress.begin(what, steps);
    }

    @Override
    public void step() {
        progress.step();
    }

    @Override
    public void end() {
        progress.close();
    }

    @Override
    public void negotiated(String application, String offer, String answer, String terms, Duration time) {}

    @Override
    public void untyped(String application, String part, String reason) {}
}
