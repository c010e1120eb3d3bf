package io.parley.representation.bnux;

/** Constants of data version 7 (docs/reference/bnux.md). Numbers of several bytes are big-endian. */
final class Format {
    static final int MAGIC = 0xE001DFFE;
    /** Version of a document with uncompressed pages. Negated for deflated ones. */
    static final int VERSION = 7;

    /** Size of a page, as counted by {@link PageBuilder#isFull}, from which on an end tag starts a new page. */
    static final int PAGE_SIZE = 1 << 16;
    /** Greatest number of symbols of a page that are not sorted, but stay in the order of their first use. */
    static final int UNSORTED = 256;

    /** Mask of a token's kind. */
    static final int KIND = 0b0000_0111;

    static final int TEXT = 0;
    static final int ATTRIBUTE = 1;
    static final int START = 2;
    static final int END = 3;
    static final int COMMENT = 4;
    static final int DECLARATION = 5;
    static final int INSTRUCTION = 6;
    /** Document type, before the root only; also the marker byte before a page. */
    static final int DOCTYPE = 7;

    /** Flag of a token with a single index that is in the high four bits. */
    static final int INLINED = 0b0000_1000;

    static final int FIRST_SHIFT = 4;
    static final int SECOND_SHIFT = 6;
    static final int WIDTH = 0b11;

    static final int ONE_BYTE = 0b00;
    static final int TWO_BYTES = 0b01;
    /** Width of an absent second index, of a name without a namespace. */
    static final int ABSENT = 0b10;

    static final int FOUR_BYTES = 0b11;

    /** Mask in the head of a piece: selects what follows the piece, one of the next three constants. */
    static final int FOLLOWING = 0b011;

    static final int MORE_FOLLOWS = 0;
    static final int OTHERS_FOLLOW = 1;
    static final int NOTHING_FOLLOWS = 2;
    /** Flag of a piece that opens a page, whose symbols are numbered from 0. */
    static final int OPENS_PAGE = 0b100;
    /** Shift of the length of the tokens in bytes, in the head of a piece. */
    static final int LENGTH_SHIFT = 3;

    /** Type of an attribute whose type is not declared, as in messages. */
    static final int CDATA = 1;
    /** Placeholder for an absent public or system identifier. */
    static final String NO_IDENTIFIER = " ";

    private Format() {}
}
