package io.parley.context;

/** Failures that a committed change survives. Each constant includes those before it. */
public enum Durability {
    /** None: the change is lost with the process. */
    NONE,
    /** The end of the process, however sudden. */
    PROCESS,
    /** A power failure: the medium was made to store it. */
    MEDIA,
    /** The loss of one machine. */
    REPLICATED
}
