package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.BoundAlternative;
import io.parley.binding.BoundAttribute;
import io.parley.binding.BoundSlot;
import io.parley.binding.BoundType;
import io.parley.binding.ItemState;
import io.parley.layout.SimpleLayout;
import io.parley.representation.Nesting;
import io.parley.representation.Sink;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Writes the rows of an object in canonical order, along its layout. {@link PartReader} reads them. */
final class PartWriter {
    private final TableWriter table;
    private final PartNumbers numbers;
    private final Elements elements;
    private final Sink sink;
    private final int mostBinary;
    private final Nesting nesting = new Nesting();

    PartWriter(TableWriter table, PartNumbers numbers, Elements elements, Sink sink) {
        this.table = table;
        this.numbers = numbers;
        this.elements = elements;
        this.sink = sink;
        this.mostBinary = sink.sides().mostInline();
    }

    /** Writes a part, whose element has the key {@code [0]}. */
    void write(BoundSlot root, Object value) throws XMLStreamException {
        int mark = table.mark();
        table.enter(0);
        item(root, value, root.alternativeOf(value));
        table.leave(mark);
    }

    private void item(BoundSlot slot, Object item, int alternative) throws XMLStreamException {
        BoundAlternative bound = slot.alternatives().get(alternative);
        ItemState state = slot.stateOf(item, alternative);
        if (!slot.allows(alternative, state)) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    slot.path() + ": expected an element that the schema allows here, found one that is " + state);
        }
        if (state == ItemState.INFOSET || bound.isWildcard()) {
            table.xml(elements.print(out -> slot.writeInfoset(item, alternative, out)));
        } else if (state == ItemState.NIL) {
            table.mark(Mark.NIL);
        } else if (bound.simple() != null) {
            Object content = slot.contentOf(item, alternative);
            value(bound.simple(), content, slot.path());
        } else if (bound.complex() != null) {
            Object content = slot.contentOf(item, alternative);
            record(bound.complex(), content, state == ItemState.NIL_WITH_ATTRIBUTES);
        }
    }

    private void value(SimpleLayout type, Object content, String path) {
        if (TableBinaries.mayBeBeside(type)) {
            TableBinaries.write(content, table, sink, path);
        } else {
            table.text(SimpleText.print(type, content, mostBinary, path));
        }
    }

    private void record(BoundType declared, Object value, boolean nil) throws XMLStreamException {
        nesting.enter(value, declared.path());
        long before = table.rows();
        int index = declared.layout().substitutes().isEmpty() ? 0 : declared.substituteOf(value);
        BoundType type = index == 0 ? declared : declared.substitute(index);
        TypeNumbers own = numbers.of(type);
        if (index > 0) {
            table.attribute(0, numbers.label(type.layout()));
        }
        attributes(type, own, value);
        if (nil) {
            table.mark(Mark.NIL);
        } else {
            text(type, value, before);
            children(type, own, value);
        }
        if (table.rows() == before) {
            table.present();
        }
        nesting.leave();
    }

    private void attributes(BoundType type, TypeNumbers own, Object value) throws XMLStreamException {
        List<BoundAttribute> slots = type.attributes();
        for (int i = 0; i < slots.size(); i++) {
            BoundAttribute slot = slots.get(i);
            Object attribute = slot.get(value);
            if (attribute != null) {
                table.attribute(own.attribute(i), SimpleText.print(slot.layout(), attribute, mostBinary, slot.path()));
            }
        }
        if (type.layout().anyAttribute()) {
            Map<QName, String> others = type.otherAttributes(value);
            if (!others.isEmpty()) {
                table.attributeXml(own.otherAttributes(), elements.printAttributes(others));
            }
        }
    }

    /** Writes the text; an element without text that has no other row is marked as present. */
    private void text(BoundType type, Object value, long before) {
        BoundAttribute text = type.text();
        Object characters = text == null ? null : text.get(value);
        if (text != null && characters != null) {
            value(text.layout(), characters, text.path());
        } else if (text != null && table.rows() == before) {
            table.mark(Mark.PRESENT);
        }
    }

    private void children(BoundType type, TypeNumbers own, Object value) throws XMLStreamException {
        List<BoundSlot> slots = type.slots();
        for (int i = 0; i < slots.size(); i++) {
            BoundSlot slot = slots.get(i);
            if (slot.layout().repeats()) {
                repeated(slot, own, i, slot.items(value));
            } else {
                single(slot, own, i, slot.get(value));
            }
        }
    }

    private void single(BoundSlot slot, TypeNumbers own, int index, @Nullable Object item) throws XMLStreamException {
        if (item != null) {
            int alternative = alternative(slot, item);
            int mark = table.mark();
            table.enter(own.child(index, alternative));
            item(slot, item, alternative);
            table.leave(mark);
        }
    }

    /** Writes repeated items; alternatives share one count of occurrences. */
    private void repeated(BoundSlot slot, TypeNumbers own, int index, List<?> items) throws XMLStreamException {
        int mark = table.mark();
        int occurrence = 0;
        for (Object item : items) {
            int alternative = alternative(slot, item);
            table.enter(own.child(index, alternative), occurrence++);
            item(slot, item, alternative);
            table.leave(mark);
        }
    }

    private static int alternative(BoundSlot slot, Object item) {
        return slot.alternatives().size() == 1 ? 0 : slot.alternativeOf(item);
    }
}
