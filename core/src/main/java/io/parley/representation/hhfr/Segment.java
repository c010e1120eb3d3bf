package io.parley.representation.hhfr;

/** What a message consists of, in order: the first byte of each says which (docs/reference/hhfr.md, "Message"). */
final class Segment {
    /** Nothing follows. */
    static final int END = 0;
    /** Events of the infoset representation, up to its pause or the end of the document. */
    static final int RUN = 1;
    /** The number of a part, then its record. */
    static final int PART = 2;

    private Segment() {}
}
