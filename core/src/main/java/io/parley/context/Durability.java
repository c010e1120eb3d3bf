package io.parley.context;

/** Failures that a committed change survives. Each constant includes those before it. */
public enum Durability {
    /** None: changes are lost with the process. */
    NONE,
    /** The end of the process, however abrupt. */
    PROCESS,
    /** A power failure: the change was forced to the storage medium. */
    MEDIA,
    /** The loss of one machine. */
    REPLICATED
}
