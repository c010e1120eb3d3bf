package io.parley.runtime;

/** How an opening side gets to its peer, the first time and after a cut. */
@FunctionalInterface
interface Way {
    /** Connects; the wire is told how that ended. */
    void connect(Wire wire);
}
