package io.parley.binding;

/** State of an element at its place. The codes are those of the wire (docs/reference/hhfr.md, "States"). */
public enum ItemState {
    /** Absent. */
    ABSENT(0),
    /** Present, with content of the declared type or one of its substitutes. */
    VALUE(1),
    /** {@code xsi:nil}, with nothing else. */
    NIL(2),
    /** Present, but not in a form that the layout describes. The whole element is sent as infoset. */
    INFOSET(3),
    /** {@code xsi:nil} on an element that has attributes. */
    NIL_WITH_ATTRIBUTES(4);

    private static final ItemState[] CODES = values();

    private final int code;

    ItemState(int code) {
        this.code = code;
    }

    /** Returns the code on the wire. */
    public int code() {
        return code;
    }

    /** Returns the number of states. */
    public static int count() {
        return CODES.length;
    }

    /** Returns the state with that code, which must be below {@link #count}. */
    public static ItemState of(int code) {
        return CODES[code];
    }
}
