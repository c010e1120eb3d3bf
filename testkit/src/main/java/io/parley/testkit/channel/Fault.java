package io.parley.testkit.channel;

/** A fault that a {@link FaultyChannel} applies to one frame. */
public enum Fault {
    /** No fault: the frame arrives. */
    NONE,
    /** The frame does not arrive. */
    DROP,
    /** The frame arrives twice. */
    DUPLICATE,
    /** The frame arrives after the one that is sent next. */
    REORDER,
    /** The frame arrives with one bit flipped. */
    CORRUPT,
    /** The frame arrives late; those sent after it do not overtake it. */
    DELAY,
    /** The frame does not arrive, and the connection is closed. */
    CUT
}
