package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A generic value of a complex type: attributes, text and elements by their names. Values of simple types have the Java
 * class of their {@link io.parley.layout.Scalar}, those of list types are a {@code List} of them, those of complex
 * types a {@code Record}. {@code xsi:nil} is a {@link Nil}, and content that the layout does not describe a {@link
 * Fragment}. Immutable; equality compares all content.
 *
 * <p>If several elements are possible at one place (a repeated choice, a substitution group), an element is an {@link
 * Item}, which has its name.
 */
@SuppressWarnings("JavaLangClash") // the term of the HHFR paper; code that uses it never refers to java.lang.Record
public final class Record {
    private final ComplexLayout type;
    private final @Nullable Object[] attributes;
    private final @Nullable Object[] slots;
    private Map<QName, String> otherAttributes = Map.of();
    private @Nullable Object text;

    Record(ComplexLayout type) {
        this.type = type;
        this.attributes = new @Nullable Object[type.attributes().size()];
        this.slots = new @Nullable Object[slotsOf(type).size()];
    }

    /** An element with its name, at a place where several elements are possible. */
    public record Item(QName name, Object value) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Item item && name.equals(item.name) && Values.equal(value, item.value);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + Values.hash(value);
        }

        @Override
        public String toString() {
            return name.getLocalPart() + ": " + Values.describe(value);
        }
    }

    /**
     * An element with {@code xsi:nil}.
     *
     * @param attributes its attributes, or null if it has none
     */
    public record Nil(@Nullable Record attributes) {
        /** Nil without attributes. */
        public static final Nil NIL = new Nil(null);
    }

    /** Returns a builder of a record of that type. */
    public static RecordBuilder builder(ComplexLayout type) {
        return new RecordBuilder(type);
    }

    /** Returns its type: the declared one or a substitute. */
    public ComplexLayout type() {
        return type;
    }

    /** Returns the value of an attribute, or null if it is absent. */
    public @Nullable Object attribute(QName name) {
        return attributes[Members.attribute(type, name)];
    }

    /** Returns the value of an attribute without a namespace, or null if it is absent. */
    public @Nullable Object attribute(String name) {
        return attribute(new QName(name));
    }

    /** Returns the attributes that the type does not name, if it allows any. */
    public Map<QName, String> otherAttributes() {
        return otherAttributes;
    }

    /** Returns the text of simple content, or null if it is absent. */
    public @Nullable Object text() {
        return text;
    }

    /** Returns the first element of that name, or null if there is none. Returns the value of an {@link Item}. */
    public @Nullable Object get(QName name) {
        List<Object> all = list(name);
        return all.isEmpty() ? null : all.get(0);
    }

    /** Returns the first element of that local name, or null if there is none. */
    public @Nullable Object get(String localName) {
        return get(Members.element(type, localName));
    }

    /** Returns all elements of that name in order. Returns the values of {@link Item}s. */
    public List<Object> list(QName name) {
        List<Object> found = new ArrayList<>();
        for (int slot : Members.slots(type, name)) {
            for (Object item : items(slot)) {
                Object value = valueIfNamed(slotsOf(type).get(slot), item, name);
                if (value != null) {
                    found.add(value);
                }
            }
        }
        return Collections.unmodifiableList(found);
    }

    /** Returns all elements of that local name in order. */
    public List<Object> list(String localName) {
        return list(Members.element(type, localName));
    }

    /** Returns the items in a slot of the layout, by its index, with all alternatives in order. */
    public List<Object> items(int slot) {
        Object content = slots[slot];
        if (content == null) {
            return List.of();
        }
        return slotsOf(type).get(slot).repeats()
                ? Collections.unmodifiableList(Values.list(content))
                : List.of(content);
    }

    private static @Nullable Object valueIfNamed(Slot slot, Object item, QName name) {
        if (item instanceof Item named) {
            return named.name().equals(name) ? named.value() : null;
        }
        return slot.isSingleElement() ? item : null;
    }

    static List<Slot> slotsOf(ComplexLayout type) {
        return type.content() instanceof ComplexLayout.Content.Elements elements ? elements.slots() : List.of();
    }

    @Nullable
    Object attributeAt(int index) {
        return attributes[index];
    }

    void attributeAt(int index, @Nullable Object value) {
        attributes[index] = value;
    }

    @Nullable
    Object slotAt(int index) {
        return slots[index];
    }

    void slotAt(int index, Object content) {
        slots[index] = content;
    }

    void text(@Nullable Object value) {
        text = value;
    }

    void otherAttributes(Map<QName, String> others) {
        otherAttributes = Collections.unmodifiableMap(new LinkedHashMap<>(others));
    }

    boolean hasAttributes() {
        return !otherAttributes.isEmpty() || Arrays.stream(attributes).anyMatch(value -> value != null);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Record record
                && type == record.type
                && Values.equal(attributes, record.attributes)
                && otherAttributes.equals(record.otherAttributes)
                && Values.equal(text, record.text)
                && Values.equal(slots, record.slots);
    }

    @Override
    public int hashCode() {
        return 31 * Values.hash(attributes) + 17 * Values.hash(text) + Values.hash(slots);
    }

    /** Returns the structure, never the content. */
    @Override
    public String toString() {
        return Values.describe(this);
    }
}
