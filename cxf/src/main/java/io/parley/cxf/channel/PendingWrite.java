package io.parley.cxf.channel;

/** State of the one write of a container's connection: whether it is under way, and whether somebody waits for its end. Thread-safe. */
final class PendingWrite {
    private volatile boolean underWay;
    /** Whether somebody found it under way since it last ended. */
    private volatile boolean waitedFor;

    void begin() {
        underWay = true;
    }

    /** Returns whether the next may begin; if not, whoever asks wants to hear of its end. */
    boolean isOver() {
        if (underWay) {
            waitedFor = true;
        }
        return !underWay;
    }

    /** Ends it; returns whether somebody wants to hear of that. */
    boolean end() {
        underWay = false;
        boolean told = waitedFor;
        waitedFor = false;
        return told;
    }
}
