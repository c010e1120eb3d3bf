package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.BoundAlternative;
import io.parley.binding.BoundAttribute;
import io.parley.binding.BoundSlot;
import io.parley.binding.BoundType;
import io.parley.binding.ItemState;
import io.parley.binding.Links;
import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Creates the objects of a part from rows, along its layout. Rows in canonical order are read as they arrive; at the
 * first row out of order the part is read again with sorted rows, and then a misplaced row is an error.
 */
final class PartReader {
    /** Depth of the part's own element. */
    private static final int ROOT = 1;

    /** Placeholder for an item without a form in Java. */
    private static final Object NO_ITEM = new Object();

    private final Rows rows;
    private final PartNumbers numbers;
    private final Elements elements;
    private final TableBinaries binaries;
    private final Limits limits;
    private Links links = new Links();

    PartReader(Rows rows, PartNumbers numbers, Elements elements, TableBinaries binaries, Limits limits) {
        this.rows = rows;
        this.numbers = numbers;
        this.elements = elements;
        this.binaries = binaries;
        this.limits = limits;
    }

    /**
     * Reads a part.
     *
     * @return null if the received value has no form in Java
     */
    @Nullable
    Object read(BoundSlot root) throws XMLStreamException {
        boolean done = false;
        try {
            Object value = inAnyOrder(root);
            done = true;
            return value;
        } finally {
            if (!done) {
                binaries.discard();
            }
        }
    }

    private @Nullable Object inAnyOrder(BoundSlot root) throws XMLStreamException {
        try {
            return attempt(root);
        } catch (OutOfOrderException e) {
            return sorted(root);
        } catch (ParleyException e) {
            if (e.code() == ErrorCode.LIMIT || e.code() == ErrorCode.BUDGET || rows.isSorted()) {
                throw e;
            }
            return sorted(root); // the cause may be that the row with the element's type has not been read yet
        }
    }

    private @Nullable Object sorted(BoundSlot root) throws XMLStreamException {
        rows.sort();
        return attempt(root);
    }

    private @Nullable Object attempt(BoundSlot root) throws XMLStreamException {
        links = new Links();
        links.begin(root.refersStrictly());
        binaries.begin();
        rows.advance();
        if (!rows.ended()) {
            if (rows.number(0) != 0 || rows.occurrence(0) != Rows.NONE) {
                throw unexpected("a row below [0]");
            }
            rows.enter(ROOT);
        }
        Object value = item(root, 0, ROOT);
        if (!rows.ended()) {
            throw unexpected("the end of the table");
        }
        links.resolve();
        return value;
    }

    /** Reads the item whose first row is the current one; at the root there may be no row. */
    private @Nullable Object item(BoundSlot slot, int alternative, int depth) throws XMLStreamException {
        Mark mark = rows.isOwn(depth) ? rows.mark() : null;
        BoundAlternative bound = slot.alternatives().get(alternative);
        if (mark == Mark.XML) {
            return infoset(slot, alternative);
        }
        if (mark == Mark.NIL) {
            expectAllowed(slot, alternative, ItemState.NIL);
            rows.advance();
            return slot.item(alternative, ItemState.NIL, null);
        }
        if (bound.simple() != null) {
            if (!rows.isOwn(depth) || mark != null) {
                throw unexpected("the row of a value");
            }
            Object content = value(bound.simple(), slot.takesBinaries(alternative));
            rows.advance();
            return slot.item(alternative, ItemState.VALUE, content);
        }
        if (bound.complex() == null) {
            throw unexpected("an element as XML");
        }
        return record(slot, alternative, bound.complex(), depth);
    }

    private Object value(SimpleLayout type, boolean takesBinaries) {
        if (TableBinaries.mayBeBeside(type)) {
            String text = rows.value();
            return TableBinaries.isReference(text)
                    ? binaries.take(text, takesBinaries, rows.where())
                    : parsed(type, text);
        }
        return value(type);
    }

    private Object value(SimpleLayout type) {
        Object parsedDirectly = type.list() ? null : rows.commonValue(type.scalar());
        return parsedDirectly == null ? parsed(type, rows.value()) : parsedDirectly;
    }

    private Object parsed(SimpleLayout type, String text) {
        try {
            return SimpleText.parse(type, text);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    rows.where() + ": expected a value of type "
                            + type.builtIn().getLocalPart() + ", found other text",
                    e);
        }
    }

    private @Nullable Object infoset(BoundSlot slot, int alternative) throws XMLStreamException {
        if (!slot.alternatives().get(alternative).isWildcard()) {
            expectAllowed(slot, alternative, ItemState.INFOSET);
        }
        String where = rows.where();
        @Nullable
        Object item = elements.<@Nullable Object>read(
                rows.markedValue(), limits, where, in -> slot.readInfoset(in, alternative));
        rows.advance();
        return item;
    }

    private @Nullable Object record(BoundSlot slot, int alternative, BoundType declared, int depth)
            throws XMLStreamException {
        TypeNumbers own = numbers.of(declared);
        BoundType type = own.hasTypeRow() ? actualType(declared, depth) : declared;
        if (type != declared) {
            own = numbers.of(type);
        }
        expectRows(type);
        rows.weigh(type.objectBytes());
        Object owner = type.newInstance();
        attributes(type, own, owner, depth);
        ItemState state = ItemState.VALUE;
        if (rows.isOwn(depth) && rows.mark() == Mark.NIL) {
            expectAllowed(slot, alternative, ItemState.NIL_WITH_ATTRIBUTES);
            state = ItemState.NIL_WITH_ATTRIBUTES;
            rows.advance();
        } else {
            own(type, owner, depth);
            children(type, own, owner, depth);
        }
        if (rows.isInside(depth)) {
            throw unexpected("no further row of " + type.path());
        }
        return slot.item(alternative, state, type.completed(owner));
    }

    private BoundType actualType(BoundType declared, int depth) {
        BoundType type = declared;
        if (rows.isAttribute(depth) && rows.attribute() == 0) {
            type = labelled(declared, rows.value());
            rows.advance();
        }
        return type;
    }

    private void expectRows(BoundType type) {
        if (type.layout().isAbstract() || type.layout().content() instanceof ComplexLayout.Content.Infoset) {
            throw ParleyException.malformed("a type that can have rows", "one that cannot", rows.where());
        }
    }

    private BoundType labelled(BoundType declared, String label) {
        ComplexLayout layout = declared.layout();
        for (int i = 0; i < layout.substitutes().size(); i++) {
            if (layout.substitutes().get(i) instanceof ComplexLayout substitute
                    && numbers.label(substitute).equals(label)) {
                return declared.substitute(i + 1);
            }
        }
        throw ParleyException.malformed(
                "one of " + layout.substitutes().size() + " types that are allowed here", "another", rows.where());
    }

    private void attributes(BoundType type, TypeNumbers own, Object owner, int depth) throws XMLStreamException {
        int last = -1;
        while (rows.isAttribute(depth)) {
            int number = rows.attribute();
            int index = own.attributeIndex(number);
            boolean others = number == own.otherAttributes() && type.layout().anyAttribute();
            if (number <= last || index < 0 || (index >= type.attributes().size() && !others)) {
                throw unexpected("the row of an attribute of " + type.path());
            }
            if (others) {
                otherAttributes(type, owner);
            } else {
                BoundAttribute slot = type.attributes().get(index);
                if (rows.mark() != null) {
                    throw unexpected("the value of an attribute");
                }
                slot.set(owner, value(slot.layout()), links);
            }
            last = number;
            rows.advance();
        }
    }

    private void otherAttributes(BoundType type, Object owner) throws XMLStreamException {
        if (rows.mark() != Mark.XML) {
            throw unexpected("attributes as XML");
        }
        type.otherAttributes(owner, elements.readAttributes(rows.markedValue(), limits, rows.where()));
    }

    /** Reads the element's own row: its text, or its presence. */
    private void own(BoundType type, Object owner, int depth) {
        BoundAttribute text = type.text();
        boolean here = rows.isOwn(depth);
        Mark mark = here ? rows.mark() : null;
        boolean absent = !here || mark == Mark.PRESENT;
        if (mark != null && (mark != Mark.PRESENT || text == null)) {
            throw unexpected("a value");
        }
        if (here && text == null && !rows.isEmpty()) {
            throw unexpected("nothing after the key of an element without text");
        }
        if (text != null) {
            text.set(owner, absent ? null : value(text.layout(), text.takesBinaries()), links);
        }
        if (here) {
            rows.advance();
        }
    }

    private void children(BoundType type, TypeNumbers own, Object owner, int depth) throws XMLStreamException {
        int next = 0;
        while (rows.isInside(depth) && rows.depth() > depth) {
            int index = own.slotOf(rows.number(depth));
            if (index < next) {
                throw unexpected("a child of " + type.path());
            }
            BoundSlot slot = type.slots().get(index);
            if (slot.layout().repeats()) {
                repeated(slot, own, index, owner, depth);
            } else {
                single(slot, own, owner, depth);
            }
            next = index + 1;
        }
    }

    private void single(BoundSlot slot, TypeNumbers own, Object owner, int depth) throws XMLStreamException {
        if (rows.occurrence(depth) != Rows.NONE) {
            throw unexpected("no occurrence after a child that occurs once");
        }
        int alternative = own.alternativeOf(rows.number(depth));
        rows.enter(depth + 1);
        Object item = item(slot, alternative, depth + 1);
        if (item != null) {
            slot.set(owner, item, links);
        }
    }

    /**
     * Reads the items of all alternatives. In canonical order each is the next one of the group; sorted rows are
     * grouped by alternative, so items are put in order at the end.
     */
    private void repeated(BoundSlot slot, TypeNumbers own, int index, Object owner, int depth)
            throws XMLStreamException {
        List<Object> items = new ArrayList<>();
        Map<Integer, Object> later = Map.of();
        int count = 0;
        int last = -1;
        while (rows.isInside(depth) && rows.depth() > depth && own.slotOf(rows.number(depth)) == index) {
            int occurrence = rows.occurrence(depth);
            boolean isNext = occurrence == last + 1 && later.isEmpty();
            if (occurrence == Rows.NONE || (!isNext && !rows.isSorted())) {
                throw unexpected("occurrence " + (last + 1));
            }
            int alternative = own.alternativeOf(rows.number(depth));
            rows.enter(depth + 1);
            Object item = item(slot, alternative, depth + 1);
            count++;
            if (isNext) {
                last = occurrence;
                if (item != null) {
                    items.add(item);
                }
            } else {
                later = later.isEmpty() ? new HashMap<>() : later;
                if (later.put(occurrence, item == null ? NO_ITEM : item) != null || occurrence <= last) {
                    throw unexpected("each occurrence once");
                }
            }
        }
        for (int i = last + 1; i < count; i++) {
            Object item = later.get(i);
            if (item == null) {
                throw unexpected("occurrences without a gap");
            }
            if (item != NO_ITEM) {
                items.add(item);
            }
        }
        if (!items.isEmpty()) {
            slot.setItems(owner, items, links);
        }
    }

    private void expectAllowed(BoundSlot slot, int alternative, ItemState state) {
        if (!slot.allows(alternative, state)) {
            throw ParleyException.malformed("a state that the schema allows", state.name(), rows.where());
        }
    }

    private RuntimeException unexpected(String expected) {
        if (!rows.isSorted()) {
            return new OutOfOrderException();
        }
        return ParleyException.malformed(expected, "another row", rows.where());
    }
}
