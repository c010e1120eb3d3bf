package io.parley.binding;

import javax.xml.stream.XMLStreamException;

/**
 * Provider of the members of records for {@link RecordWalk}s, in the order of the type's slots: the content of slots
 * with a value. Slots in another state are filled by this object. For one message and one thread.
 */
public abstract class MemberSource {
    /** Starts a record. Returns the states of all slots that do not repeat. */
    public abstract long begin();

    /**
     * Returns the next value, from one byte that must be 0 or 1.
     *
     * @param slot slot of the value, for error messages
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE} if it is another value
     */
    public abstract boolean getBoolean(int slot);

    /** Returns the next value, from one signed byte. Numbers need no slot, because all their bits are legal. */
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

    /** Returns the next value, a string that {@link MemberSink#put(String)} wrote. */
    public abstract String getString(int slot);

    /** Returns the next value, of any other simple type. */
    public abstract Object get(int slot);

    /** Fills a slot that does not repeat according to a state, which may be invalid. */
    public abstract void fill(Object owner, int slot, int state) throws XMLStreamException;

    /** Fills a repeating slot. */
    public abstract void fill(Object owner, int slot) throws XMLStreamException;
}
