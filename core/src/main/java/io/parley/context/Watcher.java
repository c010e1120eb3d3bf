package io.parley.context;

/**
 * Observer of changes in a scope, called by one thread at a time, in their order, for each at least once. It may take
 * its time without delaying writers.
 */
public interface Watcher {
    /** Begin with what is there now: {@link #resync} is the first call. */
    long FROM_NOW = -1;

    /** A logged change. */
    void changed(LogRecord what);

    /**
     * Called when changes were or may have been missed: read the scope again. Later calls are for changes after that
     * number.
     *
     * @param number the last in the scope's log
     */
    void resync(long number);
}
