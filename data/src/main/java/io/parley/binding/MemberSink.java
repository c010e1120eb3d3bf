package io.parley.binding;

import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Takes the members of records from {@link RecordWalk}s: first the states of all that stands once, between {@link #begin}
 * and {@link #end}, then, in the order of the type's slots, what they are. Of a value that is null only the state is to be
 * heard of. For one message and one thread.
 */
public abstract class MemberSink {
    /**
     * A record begins.
     *
     * @param states those of members that are always there, at their places
     */
    public abstract void begin(long states);

    /**
     * Marks whether a value is present.
     *
     * @param shift the place of its state
     */
    public abstract void mark(@Nullable Object value, int shift);

    /**
     * Takes what stands in a slot that does not repeat, for {@link #taken} to write.
     *
     * @param shift the place of its state
     */
    public abstract void take(Object owner, int slot, int shift);

    /** Called when all states are known. */
    public abstract void end();

    /** Writes what was taken next from a slot. */
    public abstract void taken(Object owner, int slot) throws XMLStreamException;

    /** Writes the items of a slot that repeats. */
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

    /** A string whose length and UTF-8 bytes are all that is written of it. */
    public abstract void put(@Nullable String value);

    /** A value of any other simple type. */
    public abstract void put(@Nullable Object value, int slot);
}
