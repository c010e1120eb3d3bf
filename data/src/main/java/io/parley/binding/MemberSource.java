package io.parley.binding;

import javax.xml.stream.XMLStreamException;

/**
 * Gives the members of records to {@link RecordWalk}s, in the order of the type's slots: for a slot with a value its
 * content; slots in another state are handled here. For one message and one thread.
 */
public abstract class MemberSource {
    /** The states of all slots that do not repeat. */
    public abstract long begin();

    /**
     * Returns the next value, from one byte that must be 0 or 1.
     *
     * @param slot whose value it is, for error texts
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE} if it is anything else
     */
    public abstract boolean getBoolean(int slot);

    /** Returns the next value, one byte with its sign. No slot is needed for numbers: any bits are one. */
    public abstract byte getByte();

    /** Returns the next value, from two bytes, little-endian. */
    public abstract short getShort();

    /** Returns the next value, from four bytes, little-endian. */
    public abstract int getInt();

    /** Returns the next value, from eight bytes, little-endian. */
    public abstract long getLong();

    /** Returns the next value, from four bytes of IEEE 754, little-endian. */
    public abstract float getFloat();

    /** Returns the next value, from eight bytes of IEEE 754, little-endian. */
    public abstract double getDouble();

    /** A string as {@link MemberSink#put(String)} writes it. */
    public abstract String getString(int slot);

    /** A value of any other simple type. */
    public abstract Object get(int slot);

    /** Fills a slot that does not repeat with whatever a state, perhaps none that there is, says of it. */
    public abstract void fill(Object owner, int slot, int state) throws XMLStreamException;

    /** Fills a slot that repeats. */
    public abstract void fill(Object owner, int slot) throws XMLStreamException;
}
