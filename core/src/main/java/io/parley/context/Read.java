package io.parley.context;

/** Required freshness of a read. */
public enum Read {
    /** Sees all changes that were committed before the read started. */
    LATEST,
    /** May return any value that this process has cached; suited to content that never changes. */
    LOCAL
}
