package io.parley.runtime;

/** The route by which an opening side connects to its peer, both initially and to resume a session. */
@FunctionalInterface
interface ConnectPlan {
    /** Connects, and reports the result to the wire. */
    void connect(Wire wire);
}
