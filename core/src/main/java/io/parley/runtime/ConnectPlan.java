package io.parley.runtime;

/** How an opening side gets to its peer, the first time and after a cut. */
@FunctionalInterface
interface ConnectPlan {
    /** Connects; the wire gets the outcome. */
    void connect(Wire wire);
}
