package io.parley.representation.hhfr;

import io.parley.binding.BoundSlot;
import io.parley.binding.BoundType;
import io.parley.binding.MemberSource;
import io.parley.binding.RecordWalk;
import io.parley.layout.SimpleLayout;
import io.parley.representation.Source;
import java.util.Objects;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values that generated record walks request. Delegates slots that walks do not support to the interpreter.
 */
final class WalkSource extends MemberSource {
    private Source source = PartReader.NOTHING;
    private final PartReader interpreter;
    private @Nullable BoundType type;

    WalkSource(PartReader interpreter) {
        this.interpreter = interpreter;
    }

    /** Sets the source to read from now on. */
    void from(Source next) {
        source = next;
    }

    /** Reads a record, which may contain others. */
    void read(BoundType of, RecordWalk walk, Object owner) throws XMLStreamException {
        BoundType outer = type;
        type = of;
        walk.read(owner, this);
        type = outer;
    }

    @Override
    public long begin() {
        return StateBits.readWord(type().stateBits(), source, type().path());
    }

    @Override
    public boolean getBoolean(int slot) {
        return FixedCodec.bool(source.readByte(), source, slot(slot).path());
    }

    @Override
    public byte getByte() {
        return (byte) source.readByte();
    }

    @Override
    public short getShort() {
        return source.readShort();
    }

    @Override
    public int getInt() {
        return source.readInt();
    }

    @Override
    public long getLong() {
        return source.readLong();
    }

    @Override
    public float getFloat() {
        return source.readFloat();
    }

    @Override
    public double getDouble() {
        return source.readDouble();
    }

    @Override
    public String getString(int slot) {
        return source.readString(slot(slot).path());
    }

    @Override
    public Object get(int slot) {
        BoundSlot of = slot(slot);
        SimpleLayout simple = Objects.requireNonNull(of.alternatives().get(0).simple());
        return SimpleCodec.read(simple, source, of.path());
    }

    @Override
    public void fill(Object owner, int slot, int state) throws XMLStreamException {
        interpreter.single(slot(slot), owner, interpreter.state(state, slot(slot)));
    }

    @Override
    public void fill(Object owner, int slot) throws XMLStreamException {
        interpreter.repeated(slot(slot), owner);
    }

    private BoundType type() {
        return Objects.requireNonNull(type);
    }

    private BoundSlot slot(int slot) {
        return type().slots().get(slot);
    }
}
