package io.parley.testkit.channel;

/** What may happen to one frame on its way. */
public enum Fault {
    /** Nothing: it arrives. */
    NONE,
    /** It does not arrive. */
    DROP,
    /** It arrives twice. */
    DUPLICATE,
    /** It arrives behind the one that is sent next. */
    REORDER,
    /** It arrives with one bit turned. */
    CORRUPT,
    /** It arrives when a little time went by; those behind it do not overtake it. */
    DELAY,
    /** It does not arrive, and the connection is closed. */
    CUT
}
