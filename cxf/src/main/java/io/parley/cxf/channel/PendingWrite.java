package io.parley.cxf.channel;

/**
 * State of the single write of a container's connection: whether it is in progress, and whether its end must be
 * signalled. Thread-safe.
 */
final class PendingWrite {
    private volatile boolean inProgress;
    /** Set if a caller found a write in progress since the last one ended. */
    private volatile boolean signalWanted;

    void begin() {
        inProgress = true;
    }

    /** Returns whether the next write may start; if not, {@link #end} will return true for the one in progress. */
    boolean isOver() {
        if (inProgress) {
            signalWanted = true;
        }
        return !inProgress;
    }

    /** Ends the write; returns whether a caller waits for its end. */
    boolean end() {
        inProgress = false;
        boolean wanted = signalWanted;
        signalWanted = false;
        return wanted;
    }
}
