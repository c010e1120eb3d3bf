package io.parley.binding;

import javax.xml.stream.XMLStreamException;

/**
 * Gives the members of records to {@link RecordWalk}s, in the order of the type's slots: for a slot with a value its
 * content; slots in another state are handled here. For one message and one thread.
 */
public abstract class MemberSource {
    /** The states of all slots that do not repeat. */
    public abstract long begin();

    public abstract boolean getBoolean(int slot);

    public abstract byte getByte();

    public abstract short getShort();

    public abstract int getInt();

    public abstract long getLong();

    public abstract float getFloat();

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
