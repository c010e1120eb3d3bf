package io.parley.context;

/** What a change that is done survives. Each includes those before it. */
public enum Durability {
    /** Nothing: it is gone with the process. */
    NONE,
    /** The end of the process, however sudden. */
    PROCESS,
    /** The power going: the medium was told to keep it. */
    MEDIA,
    /** The loss of one machine. */
    REPLICATED
}
