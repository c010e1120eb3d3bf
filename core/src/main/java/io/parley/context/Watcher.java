package io.parley.context;

/**
 * Who is told of changes in a scope: by one thread at a time, in their order, each at least once. It may take its time
 * without holding up who writes.
 */
public interface Watcher {
    /** Begin with what is there now: {@link #resync} is the first call. */
    long FROM_NOW = -1;

    /** A logged change. */
    void changed(LogRecord what);

    /**
     * Changes were or may have been missed: read the scope again. What is told from now on comes after that number.
     *
     * @param number the last in the scope's log
     */
    void resync(long number);
}
