package io.parley.runtime;

/** Way of an opening side to its peer, the first time and after a cut. */
@FunctionalInterface
interface Way {
    /** Connects; the wire gets the outcome. */
    void connect(Wire wire);
}
