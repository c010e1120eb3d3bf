package io.parley.binding;

import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;

/**
 * Estimates, not below the truth, of what decoded values take on the heap, by their layout. References are counted with eight
 * bytes, as without compressed ones.
 */
public final class ObjectSizes {
    /** An element or attribute of a message that is read as events: a node of a tree, with that of its text. */
    public static final int NODE = 160;

    /**
     * A byte of text that is read as events, besides what the representation keeps of it: whoever puts a text together copies it
     * to a larger array, of characters of two bytes, and then to the text.
     */
    public static final long EVENT_TEXT = 4;

    /** A row of a table: its value, and its place in a list. */
    public static final int ROW = 96;

    private static final int REFERENCE = 8;
    /** A reference in a list that grew, while the smaller one was copied. */
    private static final int LISTED = 3 * REFERENCE;

    private static final int HEADER = 24;
    private static final int BOX = 24;
    private static final int NUMBER = 96;
    private static final int CALENDAR = 160;
    private static final int LIST = 64;
    /** A {@code JAXBElement} with its name, or the entry of a map. */
    private static final int WRAPPER = 96;

    private ObjectSizes() {}

    /** A value, but for the characters of a text and the bytes of a binary, which are counted where their length is read. */
    public static int ofValue(SimpleLayout type) {
        return type.list() ? LIST : ofScalar(type.scalar());
    }

    private static int ofScalar(Scalar scalar) {
        return switch (scalar) {
            case STRING, HEX_BINARY, BASE64_BINARY -> 0;
            case INTEGER, DECIMAL, DURATION -> NUMBER;
            case CALENDAR, QNAME -> CALENDAR;
            default -> BOX;
        };
    }

    /** An item of a list type. */
    public static int ofListed(SimpleLayout type) {
        return LISTED + ofScalar(type.scalar());
    }

    /** An item of a slot that repeats, but for the fields of a record, which are counted with it. */
    public static int ofItem(BoundSlot slot) {
        BoundAlternative first = slot.alternatives().get(0);
        SimpleLayout simple = slot.alternatives().size() == 1 ? first.simple() : null;
        if (simple == null) {
            return LISTED + WRAPPER;
        }
        if (!slot.itemsAreContent()) {
            return LISTED + WRAPPER + ofValue(simple);
        }
        int fixed =
                slot.keepsNumbersPacked() && !simple.list() ? simple.scalar().fixedBytes() : 0;
        return fixed > 0 ? fixed : LISTED + ofValue(simple);
    }

    /** An object of a type, with all of its fields but what they refer to and is counted by itself. */
    static int ofRecord(BoundType type) {
        int bytes = HEADER;
        for (BoundAttribute attribute : type.attributes()) {
            bytes += REFERENCE + ofValue(attribute.layout());
        }
        BoundAttribute text = type.text();
        if (text != null) {
            bytes += REFERENCE + ofValue(text.layout());
        }
        for (BoundSlot slot : type.slots()) {
            bytes += REFERENCE + ofSlot(slot);
        }
        return bytes;
    }

    private static int ofSlot(BoundSlot slot) {
        if (slot.primitive() != null) {
            return 0;
        }
        if (slot.layout().repeats()) {
            return LIST;
        }
        int most = 0;
        for (BoundAlternative alternative : slot.alternatives()) {
            SimpleLayout simple = alternative.simple();
            most = Math.max(most, simple == null ? 0 : ofValue(simple));
        }
        return slot.itemsAreContent() || slot.alternatives().get(0).complex() != null ? most : most + WRAPPER;
    }
}
