package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;

/** Builder of a {@link Record}. Values are checked against the layout when they are added. Not thread-safe. */
public final class RecordBuilder {
    private final ComplexLayout type;
    private Record record;

    RecordBuilder(ComplexLayout type) {
        this.type = type;
        this.record = new Record(type);
    }

    /** Sets an attribute without a namespace. */
    public RecordBuilder attribute(String name, Object value) {
        return attribute(new QName(name), value);
    }

    /**
     * Sets an attribute that the type names. A later value replaces an earlier one.
     *
     * @param value value of class {@link Scalar#javaType}, or a {@code List} of them for list types
     * @throws IllegalArgumentException if the type has no such attribute, or the value is of another class
     */
    public RecordBuilder attribute(QName name, Object value) {
        int index = Members.attribute(type, name);
        record.attributeAt(index, checked(type.attributes().get(index).type(), value, name.toString()));
        return this;
    }

    /** Adds an attribute that the type does not name but allows. */
    public RecordBuilder otherAttribute(QName name, String value) {
        if (!type.anyAttribute()) {
            throw new IllegalArgumentException(type + " allows no attribute but its own, found " + name);
        }
        Map<QName, String> others = new LinkedHashMap<>(record.otherAttributes());
        others.put(name, value);
        record.otherAttributes(others);
        return this;
    }

    /** Sets the text of simple content. */
    public RecordBuilder text(Object value) {
        if (!(type.content() instanceof ComplexLayout.Content.Text text)) {
            throw new IllegalArgumentException(type + " has no text of its own");
        }
        record.text(checked(text.type(), value, "text"));
        return this;
    }

    /** Adds an element by its local name: a value, a record, {@link Record.Nil} or a {@link Fragment}. */
    public RecordBuilder add(String localName, Object value) {
        return add(Members.element(type, localName), value);
    }

    /** Adds an element. One that does not repeat must not be present yet. */
    public RecordBuilder add(QName name, Object value) {
        for (int index : Members.slots(type, name)) {
            if (put(index, name, value)) {
                return this;
            }
        }
        throw new IllegalArgumentException(type + ": expected at most one element " + name + ", found another");
    }

    /** Adds an element at a wildcard of the type. */
    public RecordBuilder add(Fragment any) {
        List<Slot> slots = Record.slotsOf(type);
        for (int index = 0; index < slots.size(); index++) {
            if (Members.wildcard(slots.get(index)) >= 0 && put(index, any)) {
                return this;
            }
        }
        throw new IllegalArgumentException(type + " has no place for any element, found " + any.name());
    }

    /** Returns the record. The builder then starts another one. */
    public Record build() {
        Record built = record;
        record = new Record(type);
        return built;
    }

    private boolean put(int index, QName name, Object value) {
        Slot slot = Record.slotsOf(type).get(index);
        Slot.Element element = (Slot.Element) slot.alternatives().get(Members.alternative(slot, name));
        Object checked = checked(element, value);
        return put(index, slot.isSingleElement() ? checked : new Record.Item(name, checked));
    }

    private boolean put(int index, Object item) {
        Object existing = record.slotAt(index);
        if (!Record.slotsOf(type).get(index).repeats()) {
            if (existing == null) {
                record.slotAt(index, item);
            }
            return existing == null;
        }
        List<Object> items = existing == null ? new ArrayList<>() : Values.list(existing);
        items.add(item);
        record.slotAt(index, items);
        return true;
    }

    private Object checked(Slot.Element element, Object value) {
        TypeLayout expected = element.type();
        if (value instanceof Record.Nil) {
            if (!element.nillable()) {
                throw new IllegalArgumentException(type + ": element " + element.name() + " cannot be nil");
            }
            return value;
        }
        if (value instanceof Fragment) {
            return value;
        }
        if (expected instanceof SimpleLayout simple) {
            return checked(simple, value, element.name().toString());
        }
        boolean fits = value instanceof Record other
                && (other.type() == expected
                        || ((ComplexLayout) expected).substitutes().contains(other.type()));
        if (!fits) {
            throw new IllegalArgumentException(type + ": element " + element.name() + ": expected " + expected
                    + ", found " + Values.describe(value));
        }
        return value;
    }

    private Object checked(SimpleLayout expected, Object value, String where) {
        if (expected.list()) {
            if (value instanceof List<?> items) {
                for (Object item : items) {
                    checkedOne(expected.scalar(), item, where);
                }
                return List.copyOf(items);
            }
            throw new IllegalArgumentException(type + ": " + where + ": expected a List, found "
                    + value.getClass().getName());
        }
        return checkedOne(expected.scalar(), value, where);
    }

    private Object checkedOne(Scalar expected, Object value, String where) {
        if (!expected.javaType().isInstance(value)) {
            throw new IllegalArgumentException(
                    type + ": " + where + ": expected " + expected.javaType().getName() + ", found "
                            + value.getClass().getName());
        }
        return value;
    }
}
