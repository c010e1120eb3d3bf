package io.parley.binding;

import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;

/**
 * Upper estimates of the heap memory of decoded values in bytes, according to their layout. References count eight
 * bytes, as without compressed pointers.
 */
public final class ObjectSizes {
    /** An element or attribute of a message that is read as events: a tree node, with that of its text. */
    public static final int NODE = 160;

    /**
     * A byte of text that is read as events, in addition to the copy of the representation: assembling it copies it to
     * a growing array of two-byte characters, and then to the string.
     */
    public static final long EVENT_TEXT = 4;

    /** A row of a table: its value, and its position in a list. */
    public static final int ROW = 96;

    private static final int REFERENCE = 8;
    /** A reference in a list that grows, including the copy. */
    private static final int LIST_ITEM = 3 * REFERENCE;

    private static final int HEADER = 24;
    private static final int BOX = 24;
    private static final int NUMBER = 96;
    private static final int CALENDAR = 160;
    private static final int LIST = 64;
    /** A {@code JAXBElement} with its name, or an entry of a map. */
    private static final int WRAPPER = 96;

    private ObjectSizes() {}

    /**
     * Returns the size of a value, without the characters of a text and the bytes of a binary, which are counted when
     * their length is read.
     */
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

    /** Returns the size of an item of a list type. */
    public static int ofListed(SimpleLayout type) {
        return LIST_ITEM + ofScalar(type.scalar());
    }

    /**
     * Returns the size of an item of a repeating slot, without the fields of a record, which are counted with the
     * record.
     */
    public static int ofItem(BoundSlot slot) {
        BoundAlternative first = slot.alternatives().get(0);
        SimpleLayout simple = slot.alternatives().size() == 1 ? first.simple() : null;
        if (simple == null) {
            return LIST_ITEM + WRAPPER;
        }
        if (!slot.itemsAreContent()) {
            return LIST_ITEM + WRAPPER + ofValue(simple);
        }
        int fixed =
                slot.keepsNumbersPacked() && !simple.list() ? simple.scalar().fixedBytes() : 0;
        return fixed > 0 ? fixed : LIST_ITEM + ofValue(simple);
    }

    /** Returns the size of an object with all its fields, without referenced objects that are counted separately. */
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
        int max = 0;
        for (BoundAlternative alternative : slot.alternatives()) {
            SimpleLayout simple = alternative.simple();
            max = Math.max(max, simple == null ? 0 : ofValue(simple));
        }
        return slot.itemsAreContent() || slot.alternatives().get(0).complex() != null ? max : max + WRAPPER;
    }
}
