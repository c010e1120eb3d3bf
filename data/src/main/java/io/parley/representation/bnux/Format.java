package io.parley.representation.bnux;

/** The numbers of data version 7 (docs/reference/bnux.md); those of several bytes are big-endian on the wire. */
final class Format {
    static final int MAGIC = 0xE001DFFE;
    /** Version of a document whose pages stand as they are; deflated ones have it negated. */
    static final int VERSION = 7;

    /** Page size, as counted by {@link PageBuilder#isFull}, from which on an end tag begins a new page. */
    static final int PAGE_SIZE = 1 << 16;
    /** Up to so many symbols of a page stay in the order of their first use. */
    static final int UNSORTED = 256;

    /** The low bits of a token: its kind. */
    static final int KIND = 0b0000_0111;

    static final int TEXT = 0;
    static final int ATTRIBUTE = 1;
    static final int START = 2;
    static final int END = 3;
    static final int COMMENT = 4;
    static final int DECLARATION = 5;
    static final int INSTRUCTION = 6;
    /** Before the root only; as the byte before a page its marker. */
    static final int DOCTYPE = 7;

    /** Flag of a token with one index: it stands in the high four bits, and nothing follows. */
    static final int INLINED = 0b0000_1000;

    static final int FIRST_SHIFT = 4;
    static final int SECOND_SHIFT = 6;
    static final int WIDTH = 0b11;

    static final int ONE_BYTE = 0b00;
    static final int TWO_BYTES = 0b01;
    /** Width of an absent second index: the name is in no namespace. */
    static final int ABSENT = 0b10;

    static final int FOUR_BYTES = 0b11;

    /** Mask in the number that begins a piece: selects what is behind the piece, one of the following constants. */
    static final int BEHIND = 0b011;

    static final int MORE_FOLLOWS = 0;
    static final int OTHERS_FOLLOW = 1;
    static final int NOTHING_FOLLOWS = 2;
    /** The piece opens a page: its symbols are numbered from 0. */
    static final int OPENS_PAGE = 0b100;
    /** Above these: bytes of tokens. */
    static final int LENGTH_SHIFT = 3;

    /** Type of an attribute whose type was not declared, in messages as in files made from them. */
    static final int CDATA = 1;
    /** Placeholder for a public or system identifier that is absent. */
    static final String NO_IDENTIFIER = " ";

    private Format() {}
}
