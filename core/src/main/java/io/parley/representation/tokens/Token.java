package io.parley.representation.tokens;

/** The first byte of every event: its kind in the low bits, flags above. */
final class Token {
    static final int START_ELEMENT = 1;
    static final int END_ELEMENT = 2;
    static final int TEXT = 3;
    static final int CDATA = 4;
    static final int COMMENT = 5;
    static final int INSTRUCTION = 6;
    static final int START_DOCUMENT = 7;
    static final int END_DOCUMENT = 8;
    static final int PAUSE = 9;

    /** On {@link #START_ELEMENT}: namespace declarations follow the name. */
    static final int HAS_NAMESPACES = 0b0100_0000;
    /** On {@link #START_ELEMENT}: attributes follow the name and the namespace declarations. */
    static final int HAS_ATTRIBUTES = 0b1000_0000;

    private Token() {}
}
