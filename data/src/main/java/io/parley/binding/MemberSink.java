package io.parley.binding;

import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Receiver of the members of records from {@link RecordWalk}s: first the states of all slots that do not repeat,
 * between {@link #begin} and {@link #end}, then the values in the order of the type's slots. Of a null value only the
 * state counts. For one message and one thread.
 */
public abstract class MemberSink {
    /**
     * Starts a record.
     *
     * @param states states of the members that are always present, shifted to their positions
     */
    public abstract void begin(long states);

    /**
     * Records whether a value is present.
     *
     * @param shift position of its state
     */
    public abstract void mark(@Nullable Object value, int shift);

    /**
     * Fetches the value of a slot that does not repeat, to be written by {@link #taken}.
     *
     * @param shift position of its state
     */
    public abstract void take(Object owner, int slot, int shift);

    /** Ends the states. */
    public abstract void end();

    /** Writes the value that {@link #take} fetched from the slot. */
    public abstract void taken(Object owner, int slot) throws XMLStreamException;

    /** Writes the items of a repeating slot. */
    public abstract void items(Object owner, int slot) throws XMLStreamException;

    /** Writes the next value as one byte, 0 or 1. */
    public abstract void put(boolean value);

    /** Writes the next value as one byte. */
    public abstract void put(byte value);

    /** Writes the next value as two bytes, little-endian. */
    public abstract void put(short value);

    /** Writes the next value as four bytes, little-endian. */
    public abstract void put(int value);

    /** Writes the next value as eight bytes, little-endian. */
    public abstract void put(long value);

    /** Writes the next value as four bytes of IEEE 754, little-endian; a NaN keeps its bits. */
    public abstract void put(float value);

    /** Writes the next value as eight bytes of IEEE 754, little-endian; a NaN keeps its bits. */
    public abstract void put(double value);

    /** Writes the next value, a string, as its length and UTF-8 bytes. Null is not written. */
    public abstract void put(@Nullable String value);

    /** Writes the next value, of any other simple type. Null is not written. */
    public abstract void put(@Nullable Object value, int slot);
}
