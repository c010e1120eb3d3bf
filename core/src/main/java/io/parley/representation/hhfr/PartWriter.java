package io.parley.representation.hhfr;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.BoundAlternative;
import io.parley.binding.BoundAttribute;
import io.parley.binding.BoundSlot;
import io.parley.binding.BoundType;
import io.parley.binding.ItemState;
import io.parley.layout.SimpleLayout;
import io.parley.representation.Sink;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Walks an object along its layout and writes it: the encoding half of the interpreter ("interpret-style stub" of
 * paper 001). {@link PartReader} is the mirror image.
 */
final class PartWriter {
    private static final int ALL_VALUES = 0;
    private static final int STATES = 1;

    private final Sink sink;
    private final Runs.Out runs;
    private final Nesting nesting = new Nesting();

    PartWriter(Sink sink, Runs.Out runs) {
        this.sink = sink;
        this.runs = runs;
    }

    /** A part: its root's state, then its content. */
    void write(BoundSlot root, Object value) throws XMLStreamException {
        int alternative = root.alternativeOf(value);
        ItemState state = root.stateOf(value, alternative);
        StateBits bits = new StateBits(root.stateBits());
        putState(bits, root, state, alternative);
        bits.write(sink);
        item(root, value, state, alternative);
    }

    private void record(BoundType declared, Object value, boolean nil) throws XMLStreamException {
        nesting.enter(value, declared.path());
        BoundType type = declared;
        if (!declared.layout().substitutes().isEmpty()) {
            int index = declared.substituteOf(value);
            sink.writeVarint(index);
            type = declared.substitute(index);
        }
        if (nil) {
            nilRecord(type, value);
        } else {
            fullRecord(type, value);
        }
        nesting.leave();
    }

    private void nilRecord(BoundType type, Object value) {
        StateBits bits = new StateBits(RecordShape.attributeBits(type));
        @Nullable Object[] attributes = attributes(type, value, bits);
        bits.write(sink);
        attributes(type, value, attributes);
    }

    private void fullRecord(BoundType type, Object value) throws XMLStreamException {
        StateBits bits = new StateBits(RecordShape.bits(type));
        @Nullable Object[] attributes = attributes(type, value, bits);
        BoundAttribute text = type.text();
        Object characters = text == null ? null : text.get(value);
        if (text != null) {
            bits.put(characters == null ? 0 : 1, 1);
        }
        Single[] singles = singles(type, value, bits);
        bits.write(sink);
        attributes(type, value, attributes);
        if (text != null && characters != null) {
            SimpleCodec.write(text.layout(), characters, sink, text.path());
        }
        int next = 0;
        for (BoundSlot slot : type.slots()) {
            if (slot.layout().repeats()) {
                repeated(slot, slot.items(value));
            } else {
                single(slot, singles[next++]);
            }
        }
    }

    private static @Nullable Object[] attributes(BoundType type, Object value, StateBits bits) {
        List<BoundAttribute> slots = type.attributes();
        @Nullable Object[] values = new @Nullable Object[slots.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = slots.get(i).get(value);
            bits.put(values[i] == null ? 0 : 1, 1);
        }
        return values;
    }

    private void attributes(BoundType type, Object value, @Nullable Object[] values) {
        for (int i = 0; i < values.length; i++) {
            Object attribute = values[i];
            if (attribute != null) {
                BoundAttribute slot = type.attributes().get(i);
                SimpleCodec.write(slot.layout(), attribute, sink, slot.path());
            }
        }
        if (type.layout().anyAttribute()) {
            Map<QName, String> others = type.otherAttributes(value);
            sink.writeVarint(others.size());
            others.forEach((name, text) -> {
                SimpleCodec.write(name, sink);
                sink.writeString(text);
            });
        }
    }

    /** What stands in the slots that do not repeat: taken once, because taking may be costly or call the application. */
    private Single[] singles(BoundType type, Object value, StateBits bits) {
        Single[] singles = new Single[RecordShape.singles(type)];
        int next = 0;
        for (BoundSlot slot : type.slots()) {
            if (slot.layout().repeats()) {
                continue;
            }
            Object item = slot.get(value);
            Single single = Single.NONE;
            if (item == null) {
                bits.put(ItemState.ABSENT.code(), slot.stateBits());
            } else {
                int alternative = alternative(slot, item);
                ItemState state = slot.stateOf(item, alternative);
                putState(bits, slot, state, alternative);
                single = new Single(item, state, alternative);
            }
            singles[next++] = single;
        }
        return singles;
    }

    private record Single(@Nullable Object item, ItemState state, int alternative) {
        static final Single NONE = new Single(null, ItemState.ABSENT, 0);
    }

    private void single(BoundSlot slot, Single single) throws XMLStreamException {
        if (single.item() != null) {
            if (slot.alternatives().size() > 1) {
                sink.writeVarint(single.alternative());
            }
            item(slot, single.item(), single.state(), single.alternative());
        }
    }

    private void repeated(BoundSlot slot, List<?> items) throws XMLStreamException {
        int count = items.size();
        sink.writeVarint(count);
        if (count == 0) {
            return;
        }
        SimpleLayout simple = RecordShape.plainType(slot);
        if (simple != null && slot.areValues(items)) {
            sink.writeByte(ALL_VALUES);
            SimpleCodec.writeAll(simple, contents(slot, items), sink, slot.path());
            return;
        }
        int[] alternatives = new int[count];
        ItemState[] states = new ItemState[count];
        boolean allValues = true;
        int next = 0;
        for (Object item : items) {
            alternatives[next] = alternative(slot, item);
            states[next] = slot.stateOf(item, alternatives[next]);
            requireAllowed(slot, states[next], alternatives[next]);
            allValues &= states[next++] == ItemState.VALUE;
        }
        if (slot.stateBits() > 1) {
            itemStates(slot, states, alternatives, allValues);
        }
        next = 0;
        for (Object item : items) {
            if (slot.alternatives().size() > 1) {
                sink.writeVarint(alternatives[next]);
            }
            item(slot, item, states[next], alternatives[next]);
            next++;
        }
    }

    private void itemStates(BoundSlot slot, ItemState[] states, int[] alternatives, boolean allValues) {
        sink.writeByte(allValues ? ALL_VALUES : STATES);
        if (allValues) {
            return;
        }
        StateBits bits = new StateBits((long) states.length * slot.stateBits());
        for (int i = 0; i < states.length; i++) {
            putState(bits, slot, states[i], alternatives[i]);
        }
        bits.write(sink);
    }

    private static List<?> contents(BoundSlot slot, List<?> items) {
        return slot.itemsAreContent()
                ? items
                : items.stream().map(item -> slot.contentOf(item, 0)).toList();
    }

    private void item(BoundSlot slot, Object item, ItemState state, int alternative) throws XMLStreamException {
        BoundAlternative bound = slot.alternatives().get(alternative);
        boolean infoset = state == ItemState.INFOSET || bound.isWildcard();
        if (infoset) {
            slot.writeInfoset(item, alternative, runs.begin());
            runs.end();
        } else if (state != ItemState.NIL) {
            Object content = slot.contentOf(item, alternative);
            if (bound.simple() != null) {
                SimpleCodec.write(bound.simple(), content, sink, slot.path());
            } else if (bound.complex() != null) {
                record(bound.complex(), content, state == ItemState.NIL_WITH_ATTRIBUTES);
            }
        }
    }

    private static void putState(StateBits bits, BoundSlot slot, ItemState state, int alternative) {
        requireAllowed(slot, state, alternative);
        bits.put(state.code(), slot.stateBits());
    }

    private static void requireAllowed(BoundSlot slot, ItemState state, int alternative) {
        if (!slot.allows(alternative, state)) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    slot.path() + ": expected an element that the schema allows here, found one that is " + state);
        }
    }

    private static int alternative(BoundSlot slot, Object item) {
        return slot.alternatives().size() == 1 ? 0 : slot.alternativeOf(item);
    }
}
