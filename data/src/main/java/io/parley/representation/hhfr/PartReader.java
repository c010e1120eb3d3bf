package io.parley.representation.hhfr;

import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.BoundAlternative;
import io.parley.binding.BoundAttribute;
import io.parley.binding.BoundSlot;
import io.parley.binding.BoundType;
import io.parley.binding.ItemState;
import io.parley.binding.Links;
import io.parley.binding.ObjectSizes;
import io.parley.binding.Primitive;
import io.parley.binding.RecordWalk;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import io.parley.representation.ReceivedBinaries;
import io.parley.representation.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of typed parts: interprets a layout and creates objects from the content of the source. Checks every count,
 * index and state; errors name the place in the layout. Reads one part after the other.
 */
final class PartReader {
    /** Empty source, used between parts. */
    static final Source NOTHING = Source.of(Unpooled.EMPTY_BUFFER, Limits.defaults());

    private final Runs.In runs;
    private Source source = NOTHING;
    /** Created for the first binary; most parts have none. */
    private @Nullable ReceivedBinaries binaries;

    private final WalkSource walked = new WalkSource(this);
    private final Links links = new Links();

    PartReader(Runs.In runs) {
        this.runs = runs;
    }

    /** Reads a part. Returns null if its value has no Java form. */
    @Nullable
    Object read(BoundSlot root, Source from) throws XMLStreamException {
        source = from;
        walked.from(from);
        ItemState state = state((int) StateBits.readWord(root.stateBits(), from, root.path()), root);
        if (state == ItemState.ABSENT) {
            throw ParleyException.malformed("the part's element", "nothing", source.at(root.path()));
        }
        links.begin(root.refersStrictly());
        boolean done = false;
        try {
            Object value = item(root, state, 0);
            links.resolve();
            done = true;
            return value;
        } finally {
            if (!done && binaries != null) {
                binaries.discard();
            }
        }
    }

    /** Releases the references to the part and its source. */
    void reset() {
        source = NOTHING;
        walked.from(NOTHING);
        links.begin(false);
        binaries = null;
    }

    /**
     * Reads pending binaries into memory, because they are read twice: by a reader of events and by the owner of the
     * value.
     */
    void holdBinaries() {
        if (binaries != null) {
            binaries.hold();
        }
    }

    private ReceivedBinaries binaries() {
        ReceivedBinaries known = binaries;
        if (known == null) {
            known = new ReceivedBinaries(source);
            binaries = known;
        }
        return known;
    }

    private Object record(BoundType declared, boolean nil) throws XMLStreamException {
        source.enter(declared.path());
        BoundType type = actualType(declared);
        source.spend(1, type.objectBytes(), declared.path());
        Object owner = type.newInstance();
        if (nil) {
            attributes(type, owner, StateBits.read(type.attributes().size(), source, type.path()));
        } else {
            fullRecord(type, owner);
        }
        source.leave();
        return type.completed(owner);
    }

    private BoundType actualType(BoundType declared) {
        ComplexLayout layout = declared.layout();
        BoundType type = declared;
        if (!layout.substitutes().isEmpty()) {
            long index = source.readVarint();
            if (index < 0 || index > layout.substitutes().size()) {
                throw ParleyException.malformed(
                        "one of " + layout.substitutes().size() + " types or 0",
                        "number " + Long.toUnsignedString(index),
                        source.at(declared.path()));
            }
            type = declared.substitute((int) index);
        }
        if (type.layout().isAbstract() || type.layout().content() instanceof ComplexLayout.Content.Infoset) {
            throw ParleyException.malformed("a type that can have a record", "one that cannot", source.at(type.path()));
        }
        return type;
    }

    /** Reads a record. States are consumed in the order of the slots, each just before its value. */
    private void fullRecord(BoundType type, Object owner) throws XMLStreamException {
        RecordWalk walk = type.walk();
        if (walk != null) {
            walked.read(type, walk, owner);
            return;
        }
        StateBits bits = StateBits.read(type.stateBits(), source, type.path());
        attributes(type, owner, bits);
        BoundAttribute text = type.text();
        if (text != null) {
            text.set(owner, bits.take(1) == 1 ? attribute(text) : null, links);
        }
        List<BoundSlot> slots = type.slots();
        for (int i = 0; i < slots.size(); i++) {
            BoundSlot slot = slots.get(i);
            if (slot.layout().repeats()) {
                repeated(slot, owner);
            } else {
                single(slot, owner, takeState(bits, slot));
            }
        }
    }

    private void attributes(BoundType type, Object owner, StateBits bits) {
        List<BoundAttribute> slots = type.attributes();
        for (int i = 0; i < slots.size(); i++) {
            if (bits.take(1) == 1) {
                BoundAttribute slot = slots.get(i);
                slot.set(owner, attribute(slot), links);
            }
        }
        if (type.layout().anyAttribute()) {
            int count = source.readCountOfBits(4 * Byte.SIZE, ObjectSizes.NODE, type.path());
            Map<QName, String> others = new LinkedHashMap<>();
            for (int i = 0; i < count; i++) {
                others.put(SimpleCodec.readName(source, type.path()), source.readString(type.path()));
            }
            if (!others.isEmpty()) {
                type.otherAttributes(owner, others);
            }
        }
    }

    private Object attribute(BoundAttribute slot) {
        return value(slot.layout(), slot.path(), slot.takesBinaries());
    }

    private Object value(SimpleLayout type, String path, boolean takesBinaries) {
        Object value = SimpleCodec.read(type, source, path);
        return type.scalar() == Scalar.BASE64_BINARY ? binaries().settle(value, takesBinaries) : value;
    }

    void single(BoundSlot slot, Object owner, ItemState state) throws XMLStreamException {
        if (state == ItemState.ABSENT) {
            return;
        }
        Primitive primitive = slot.primitive();
        SimpleLayout simple = slot.alternatives().get(0).simple();
        if (primitive != null && simple != null && state == ItemState.VALUE) {
            primitive.set(owner, FixedCodec.readBits(simple, source, slot.path()));
            return;
        }
        Object item = item(slot, state, alternative(slot));
        if (item != null) {
            slot.set(owner, item, links);
        }
    }

    void repeated(BoundSlot slot, Object owner) throws XMLStreamException {
        int count = source.readCountOfBits(minBits(slot), ObjectSizes.ofItem(slot), slot.path());
        if (count == 0) {
            return;
        }
        StateBits states = itemStates(slot, count);
        SimpleLayout simple = states == null ? RecordShape.plainType(slot) : null;
        List<Object> items;
        if (simple != null && slot.itemsAreContent()) {
            items = SimpleCodec.readAll(simple, count, source, slot.path());
            if (simple.scalar() == Scalar.BASE64_BINARY) {
                binaries().settle(items, false);
            }
        } else {
            items = items(slot, count, states);
        }
        if (!items.isEmpty()) {
            slot.setItems(owner, items, links);
        }
    }

    /**
     * Reads the states of a slot's items; null if all are values. Either way the bytes of that many items are known to
     * be declared.
     */
    private @Nullable StateBits itemStates(BoundSlot slot, int count) {
        if (slot.stateBits() > 1 && flag(slot.path())) {
            return StateBits.read((long) count * slot.stateBits(), source, slot.path());
        }
        source.expectRoom(count, Byte.SIZE * RecordShape.minBytes(slot), slot.path());
        return null;
    }

    /** Returns the least number of bits of an item, with or without states. A nil item only has its state. */
    private static int minBits(BoundSlot slot) {
        int value = Byte.SIZE * RecordShape.minBytes(slot);
        return slot.stateBits() > 1 ? Math.min(slot.stateBits(), value) : value;
    }

    private List<Object> items(BoundSlot slot, int count, @Nullable StateBits states) throws XMLStreamException {
        List<Object> items = new ArrayList<>(Math.min(count, SimpleCodec.MAX_INITIAL_CAPACITY));
        for (int i = 0; i < count; i++) {
            ItemState state = states == null ? ItemState.VALUE : takeState(states, slot);
            Object item = item(slot, state, alternative(slot));
            if (item != null) {
                items.add(item);
            }
        }
        return items;
    }

    private @Nullable Object item(BoundSlot slot, ItemState state, int alternative) throws XMLStreamException {
        BoundAlternative bound = slot.alternatives().get(alternative);
        if (!slot.allows(alternative, state)) {
            throw ParleyException.malformed("a state that the schema allows", state.name(), source.at(slot.path()));
        }
        if (state == ItemState.INFOSET || bound.isWildcard()) {
            source.spend(1, ObjectSizes.NODE, slot.path());
            Object item = slot.readInfoset(runs.begin(slot.path()), alternative);
            runs.end(slot.path());
            return item;
        }
        Object content = null;
        if (state != ItemState.NIL && bound.simple() != null) {
            content = value(bound.simple(), slot.path(), slot.takesBinaries(alternative));
        } else if (state != ItemState.NIL && bound.complex() != null) {
            content = record(bound.complex(), state == ItemState.NIL_WITH_ATTRIBUTES);
        }
        return slot.item(alternative, state, content);
    }

    private int alternative(BoundSlot slot) {
        int size = slot.alternatives().size();
        if (size == 1) {
            return 0;
        }
        long index = source.readVarint();
        if (index < 0 || index >= size) {
            throw ParleyException.malformed(
                    "one of " + size + " alternatives",
                    "number " + Long.toUnsignedString(index),
                    source.at(slot.path()));
        }
        return (int) index;
    }

    private ItemState takeState(StateBits bits, BoundSlot slot) {
        return state(bits.take(slot.stateBits()), slot);
    }

    /** Returns the state for a code from the wire. */
    ItemState state(int code, BoundSlot slot) {
        if (code >= ItemState.count()) {
            throw ParleyException.malformed("a state", "code " + code, source.at(slot.path()));
        }
        return ItemState.of(code);
    }

    private boolean flag(String path) {
        int flag = source.readByte();
        if (flag > 1) {
            throw ParleyException.malformed("0 or 1", Integer.toString(flag), source.at(path));
        }
        return flag == 1;
    }
}
