package io.parley.context;

/**
 * Observer of the changes in a scope. Called by one thread at a time, in order, at least once for each change. It may
 * block without delaying writers.
 */
public interface Watcher {
    /** Position that starts with the current state: {@link #resync} is called first. */
    long FROM_NOW = -1;

    /** Handles a logged change. */
    void changed(LogRecord what);

    /**
     * Called when changes were or may have been missed: the scope must be read again. Later calls are for changes after
     * that number.
     *
     * @param number the last in the scope's log
     */
    void resync(long number);
}
