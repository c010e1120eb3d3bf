package io.parley.representation.hhfr;

import io.parley.HotPath;
import io.parley.binding.BoundSlot;
import io.parley.binding.BoundType;
import io.parley.binding.ItemState;
import io.parley.binding.MemberSink;
import io.parley.binding.RecordWalk;
import io.parley.layout.SimpleLayout;
import io.parley.representation.Sink;
import java.util.Objects;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values that generated record walks supply. Delegates slots that walks do not support to the interpreter.
 */
final class WalkSink extends MemberSink {
    private Sink sink = PartWriter.NOWHERE;
    private final FetchedValues fetched;
    private final PartWriter interpreter;
    private @Nullable BoundType type;
    private int next;
    private long states;

    WalkSink(FetchedValues fetched, PartWriter interpreter) {
        this.fetched = fetched;
        this.interpreter = interpreter;
    }

    /** Sets the sink to write to from now on. */
    void to(Sink next) {
        sink = next;
    }

    /** Writes a record, which may contain others. */
    void write(BoundType of, RecordWalk walk, Object owner) throws XMLStreamException {
        BoundType outer = type;
        int outerNext = next;
        int first = fetched.size();
        type = of;
        next = first;
        walk.write(owner, this);
        fetched.truncate(first);
        type = outer;
        next = outerNext;
    }

    @Override
    public void begin(long certain) {
        states = certain;
    }

    @Override
    @HotPath
    public void mark(@Nullable Object value, int shift) {
        states |= value == null ? 0 : (long) ItemState.VALUE.code() << shift;
    }

    @Override
    public void take(Object owner, int slot, int shift) {
        states |= (long) interpreter.take(slot(slot), owner).code() << shift;
    }

    @Override
    public void end() {
        StateBits.write(states, type().stateBits(), sink);
    }

    @Override
    public void taken(Object owner, int slot) throws XMLStreamException {
        interpreter.single(slot(slot), owner, next++);
    }

    @Override
    public void items(Object owner, int slot) throws XMLStreamException {
        BoundSlot repeating = slot(slot);
        interpreter.repeated(repeating, repeating.items(owner));
    }

    @Override
    public void put(boolean value) {
        sink.writeByte(value ? 1 : 0);
    }

    @Override
    public void put(byte value) {
        sink.writeByte(value);
    }

    @Override
    public void put(short value) {
        sink.writeShort(value);
    }

    @Override
    public void put(int value) {
        sink.writeInt(value);
    }

    @Override
    public void put(long value) {
        sink.writeLong(value);
    }

    @Override
    public void put(float value) {
        sink.writeFloat(value);
    }

    @Override
    public void put(double value) {
        sink.writeDouble(value);
    }

    @Override
    public void put(@Nullable String value) {
        if (value != null) {
            sink.writeString(value);
        }
    }

    @Override
    public void put(@Nullable Object value, int slot) {
        if (value != null) {
            BoundSlot of = slot(slot);
            SimpleLayout simple =
                    Objects.requireNonNull(of.alternatives().get(0).simple());
            SimpleCodec.write(simple, value, sink, of.path());
        }
    }

    private BoundType type() {
        return Objects.requireNonNull(type);
    }

    private BoundSlot slot(int slot) {
        return type().slots().get(slot);
    }
}
