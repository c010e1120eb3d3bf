package io.parley.bench.fault;

import java.io.IOException;

/** A fault, and the calls that are made during it. */
enum Fault {
    CUT("connections are reset every half second, 20 times", FaultClient.Mode.CALLS),
    SILENCE("connections that are open pass nothing any more; new ones work", FaultClient.Mode.CALLS),
    KILL("the server is killed and started again, three times", FaultClient.Mode.CALLS),
    PAUSE("the server stands still for five seconds", FaultClient.Mode.CALLS),
    FLOOD("requests of 64 kB, up to 1,000 under way, for a service that takes 10 ms for each", FaultClient.Mode.FLOOD),
    SLOW_READER(
            "300 answers of 1 MB for a connection that takes two kilobytes a second, beside a neighbour's calls",
            FaultClient.Mode.LARGE_ANSWERS);

    private static final long REST = 3_000;
    private static final long LONG = 15_000;

    private final String sentence;
    private final FaultClient.Mode mode;

    Fault(String sentence, FaultClient.Mode mode) {
        this.sentence = sentence;
        this.mode = mode;
    }

    /** Returns the description on the page. */
    String sentence() {
        return sentence;
    }

    FaultClient.Mode mode() {
        return mode;
    }

    /** Returns how long each call takes if calls run one after the other; 0 if they need not wait for each other. */
    int workMillis() {
        return this == FLOOD ? 10 : 0;
    }

    /**
     * Returns whether a second client, which the proxy never slows down, makes calls; its pauses are then the ones
     * reported.
     */
    boolean hasNeighbour() {
        return this == SLOW_READER;
    }

    /** Injects the fault, which takes some seconds; the client has received an answer before. */
    void happen(Trial trial) throws IOException, InterruptedException {
        switch (this) {
            case CUT -> {
                for (int i = 0; i < 20; i++) {
                    trial.pause(500);
                    trial.proxy().cut();
                }
                trial.pause(REST);
            }
            case SILENCE -> {
                trial.pause(REST);
                trial.proxy().silence();
                trial.pause(40_000);
            }
            case KILL -> {
                for (int i = 0; i < 3; i++) {
                    trial.pause(REST);
                    trial.restartServer();
                }
                trial.pause(LONG);
            }
            case PAUSE -> {
                trial.pause(REST);
                trial.server().signal("STOP");
                trial.pause(5_000);
                trial.server().signal("CONT");
                trial.pause(REST);
            }
            case FLOOD, SLOW_READER -> trial.pause(LONG);
        }
    }
}
