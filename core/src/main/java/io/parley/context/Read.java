package io.parley.context;

/** How fresh a reading must be. */
public enum Read {
    /** Whatever was done before the reading began is seen. */
    LATEST,
    /** What this process has at hand will do: right for content that never changes. */
    LOCAL
}
