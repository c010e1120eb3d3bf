package io.parley.bench.fault;

import java.io.IOException;

/** A fault, and the calls that are made during it. */
enum Fault {
    CUT("connections are reset every half second, 20 times", FaultClient.Mode.CALLS) {
        @Override
        void happen(Trial trial) throws InterruptedException {
            for (int i = 0; i < CUTS; i++) {
                trial.pause(HALF_SECOND);
                trial.proxies().forEach(FrontProxy::cut);
            }
            trial.pause(REST);
        }
    },
    SILENCE("connections that are open pass nothing any more; new ones work", FaultClient.Mode.CALLS) {
        @Override
        void happen(Trial trial) throws InterruptedException {
            trial.pause(REST);
            trial.proxies().forEach(FrontProxy::silence);
            trial.pause(LONGEST);
        }
    },
    KILL("the server is killed and started again, three times", FaultClient.Mode.CALLS) {
        @Override
        void happen(Trial trial) throws IOException, InterruptedException {
            for (int i = 0; i < KILLS; i++) {
                trial.pause(REST);
                trial.restartServer();
            }
            trial.pause(LONG);
        }
    },
    PAUSE("the server stands still for five seconds", FaultClient.Mode.CALLS) {
        @Override
        void happen(Trial trial) throws IOException, InterruptedException {
            trial.pause(REST);
            trial.server().signal("STOP");
            trial.pause(STANDSTILL);
            trial.server().signal("CONT");
            trial.pause(REST);
        }
    },
    FLOOD("requests of 64 kB, up to 1,000 under way, for a service that takes 10 ms for each", FaultClient.Mode.FLOOD) {
        @Override
        void happen(Trial trial) throws InterruptedException {
            trial.pause(LONG);
        }

        @Override
        int workMillis() {
            return SLOW_WORK_MILLIS;
        }
    },
    SLOW_READER(
            "300 answers of 1 MB for a connection that takes two kilobytes a second, beside a neighbour's calls",
            FaultClient.Mode.LARGE_ANSWERS) {
        @Override
        void happen(Trial trial) throws IOException, InterruptedException {
            trial.pause(LONG);
        }

        @Override
        boolean hasNeighbour() {
            return true;
        }
    };

    private static final int CUTS = 20;
    private static final int KILLS = 3;
    private static final long HALF_SECOND = 500;
    private static final long REST = 3_000;
    private static final long STANDSTILL = 5_000;
    private static final long LONG = 15_000;
    private static final long LONGEST = 40_000;
    private static final int SLOW_WORK_MILLIS = 10;

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
        return 0;
    }

    /**
     * Returns whether a second client, which the proxy never slows down, makes calls; its pauses are then the ones
     * reported.
     */
    boolean hasNeighbour() {
        return false;
    }

    /** Injects the fault, which takes some seconds; the client has received an answer before. */
    abstract void happen(Trial trial) throws IOException, InterruptedException;
}
