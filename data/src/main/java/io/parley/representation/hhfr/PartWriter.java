package io.parley.representation.hhfr;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.BoundAlternative;
import io.parley.binding.BoundAttribute;
import io.parley.binding.BoundSlot;
import io.parley.binding.BoundType;
import io.parley.binding.ItemState;
import io.parley.binding.Primitive;
import io.parley.binding.RecordWalk;
import io.parley.layout.SimpleLayout;
import io.parley.representation.Nesting;
import io.parley.representation.Sink;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;

/**
 * Encoder of typed parts: interprets a layout and writes an object accordingly ("interpret-style stub" of the HHFR
 * paper). {@link PartReader} is its counterpart. Writes one part after the other.
 */
final class PartWriter {
    private static final int ALL_VALUES = 0;
    private static final int STATES = 1;

    /** Sink that accepts nothing, used between parts. */
    static final Sink NOWHERE = new Sink(UnpooledByteBufAllocator.DEFAULT, 64, (chunk, last) -> {
        throw new IllegalStateException("expected to write a part");
    });

    private final Runs.Out runs;
    private final Nesting nesting = new Nesting();
    private final FetchedValues fetched = new FetchedValues();
    private final WalkSink walked = new WalkSink(fetched, this);
    private Sink sink = NOWHERE;

    PartWriter(Runs.Out runs) {
        this.runs = runs;
    }

    /** Writes a part: its root's state, then its content. */
    void write(BoundSlot root, Object value, Sink to) throws XMLStreamException {
        sink = to;
        walked.to(to);
        int alternative = root.alternativeOf(value);
        ItemState state = root.stateOf(value, alternative);
        requireAllowed(root, state, alternative);
        StateBits.write(state.code(), root.stateBits(), to);
        item(root, value, state, alternative);
    }

    /** Releases the references to the part and its sink. */
    void reset() {
        sink = NOWHERE;
        walked.to(NOWHERE);
        fetched.clear();
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
        StateBits bits = new StateBits(type.attributes().size());
        int first = fetched.size();
        takeAttributes(type, value, bits);
        bits.write(sink);
        attributes(type, value, first);
        fetched.truncate(first);
    }

    private void fullRecord(BoundType type, Object value) throws XMLStreamException {
        RecordWalk walk = type.walk();
        if (walk != null) {
            walked.write(type, walk, value);
            return;
        }
        StateBits bits = new StateBits(type.stateBits());
        int first = fetched.size();
        takeAttributes(type, value, bits);
        BoundAttribute text = type.text();
        Object characters = text == null ? null : text.get(value);
        if (text != null) {
            bits.put(characters == null ? 0 : 1, 1);
        }
        int next = fetched.size();
        takeSingles(type, value, bits);
        bits.write(sink);
        attributes(type, value, first);
        if (text != null && characters != null) {
            SimpleCodec.write(text.layout(), characters, sink, text.path());
        }
        List<BoundSlot> slots = type.slots();
        for (int i = 0; i < slots.size(); i++) {
            BoundSlot slot = slots.get(i);
            if (slot.layout().repeats()) {
                repeated(slot, slot.items(value));
            } else {
                single(slot, value, next++);
            }
        }
        fetched.truncate(first);
    }

    private void takeAttributes(BoundType type, Object value, StateBits bits) {
        List<BoundAttribute> slots = type.attributes();
        for (int i = 0; i < slots.size(); i++) {
            Object attribute = slots.get(i).get(value);
            fetched.add(attribute, ItemState.VALUE, 0);
            bits.put(attribute == null ? 0 : 1, 1);
        }
    }

    private void attributes(BoundType type, Object value, int first) {
        List<BoundAttribute> slots = type.attributes();
        for (int i = 0; i < slots.size(); i++) {
            Object attribute = fetched.item(first + i);
            if (attribute != null) {
                BoundAttribute slot = slots.get(i);
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

    private void takeSingles(BoundType type, Object value, StateBits bits) {
        List<BoundSlot> slots = type.slots();
        for (int i = 0; i < slots.size(); i++) {
            BoundSlot slot = slots.get(i);
            if (!slot.layout().repeats()) {
                bits.put(take(slot, value).code(), slot.stateBits());
            }
        }
    }

    /** Fetches the value of a slot, and returns its state. The value of a primitive is fetched later. */
    ItemState take(BoundSlot slot, Object owner) {
        Object item = slot.primitive() == null ? slot.get(owner) : null;
        if (item == null) {
            ItemState state = slot.primitive() == null ? ItemState.ABSENT : ItemState.VALUE;
            fetched.add(null, state, 0);
            return state;
        }
        int alternative = alternative(slot, item);
        ItemState state = slot.stateOf(item, alternative);
        requireAllowed(slot, state, alternative);
        fetched.add(item, state, alternative);
        return state;
    }

    /** Writes the value that was fetched at that index. */
    void single(BoundSlot slot, Object owner, int index) throws XMLStreamException {
        Primitive primitive = slot.primitive();
        SimpleLayout simple = slot.alternatives().get(0).simple();
        Object item = fetched.item(index);
        if (primitive != null && simple != null) {
            FixedCodec.writeBits(simple, primitive.get(owner), sink, slot.path());
        } else if (item != null) {
            if (slot.alternatives().size() > 1) {
                sink.writeVarint(fetched.alternative(index));
            }
            item(slot, item, fetched.state(index), fetched.alternative(index));
        }
    }

    void repeated(BoundSlot slot, List<?> items) throws XMLStreamException {
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
        if (slot.alternatives().size() == 1 && slot.allows(0, ItemState.VALUE) && travelAsValues(slot, items)) {
            values(slot, items);
        } else {
            mixed(slot, items);
        }
    }

    private static boolean travelAsValues(BoundSlot slot, List<?> items) {
        for (Object item : items) {
            if (slot.stateOf(item, 0) != ItemState.VALUE) {
                return false;
            }
        }
        return true;
    }

    /** Writes items that are all values of a single alternative, so that they need no states. */
    private void values(BoundSlot slot, List<?> items) throws XMLStreamException {
        if (slot.stateBits() > 1) {
            sink.writeByte(ALL_VALUES);
        }
        for (Object item : items) {
            item(slot, item, ItemState.VALUE, 0);
        }
    }

    private void mixed(BoundSlot slot, List<?> items) throws XMLStreamException {
        int count = items.size();
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
