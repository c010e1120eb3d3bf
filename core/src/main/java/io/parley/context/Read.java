package io.parley.context;

/** Required freshness of a reading. */
public enum Read {
    /** Whatever was done before the reading began is seen. */
    LATEST,
    /** Any value that this process has at hand: right for content that never changes. */
    LOCAL
}
