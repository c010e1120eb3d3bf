package io.parley.binding;

/** State of an element at its place. The codes are those of the wire (docs/reference/hhfr.md, "States"). */
public enum ItemState {
    /** Absent. */
    ABSENT(0),
    /** Present, with content of the declared type or one of its substitutes. */
    VALUE(1),
    /** {@code xsi:nil}, with nothing else. */
    NIL(2),
    /** Present, but not in a form the layout describes: the whole element travels as infoset. */
    INFOSET(3),
    /** {@code xsi:nil} on an element that has attributes. */
    NIL_WITH_ATTRIBUTES(4);

    private static final ItemState[] CODES = values();

    private final int code;

    ItemState(int code) {
        this.code = code;
    }

    /** The code on the wire. */
    public int code() {
        return code;
    }

    /** The number of states. */
    public static int count() {
        return CODES.length;
    }

    /** The state with that code, which is below {@link #count}. */
    public static ItemState of(int code) {
        return CODES[code];
    }
}
