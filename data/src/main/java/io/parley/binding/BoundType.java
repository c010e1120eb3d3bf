package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A complex type bound to Java. Types may be recursive, so an instance is built in two steps inside this package and is
 * immutable afterwards.
 */
public abstract class BoundType {
    private final ComplexLayout layout;
    private final String path;
    private List<BoundAttribute> attributes = List.of();
    private @Nullable BoundAttribute text;
    private List<BoundSlot> slots = List.of();
    private int stateBits;
    private int objectBytes;
    private final TypeNotes notes = new TypeNotes();
    private @Nullable TypeFacts facts;

    BoundType(ComplexLayout layout, String path) {
        this.layout = layout;
        this.path = path;
    }

    final void complete(List<BoundAttribute> attributes, @Nullable BoundAttribute text, List<BoundSlot> slots) {
        this.attributes = List.copyOf(attributes);
        this.text = text;
        this.slots = slots.stream()
                .sorted(Comparator.comparing(BoundSlot::layout, Slot.WIRE_ORDER))
                .toList();
        int bits = attributes.size() + (text == null ? 0 : 1);
        for (BoundSlot slot : slots) {
            bits += slot.layout().repeats() ? 0 : slot.stateBits();
        }
        this.stateBits = bits;
        this.objectBytes = ObjectSizes.ofRecord(this);
    }

    /**
     * Returns the estimated size of an object of this type on the heap, in bytes, without referenced objects that are
     * counted separately.
     */
    public final int objectBytes() {
        return objectBytes;
    }

    /** Returns the layout of the type. Its slots are in schema order, {@link #slots} in wire order. */
    public final ComplexLayout layout() {
        return layout;
    }

    /** Returns whether its objects are {@link Record}s. */
    boolean isRecord() {
        return false;
    }

    /** Returns the notes on the type. */
    final TypeNotes notes() {
        return notes;
    }

    final boolean hasFacts() {
        return facts != null;
    }

    /** Returns the facts about all types that are reachable from this one. */
    final TypeFacts facts() {
        return Objects.requireNonNull(facts, "facts of a type that is not complete");
    }

    final void facts(TypeFacts found) {
        facts = found;
    }

    /** Returns the name of the type, for error messages. */
    public final String path() {
        return path;
    }

    /** Returns the attributes in the order of the layout. */
    public final List<BoundAttribute> attributes() {
        return attributes;
    }

    /** Returns the text of simple content, or null if the type has none. */
    public final @Nullable BoundAttribute text() {
        return text;
    }

    /** Returns the slots in wire order; empty unless its content is elements. */
    public final List<BoundSlot> slots() {
        return slots;
    }

    /**
     * Returns the number of state bits: one for each attribute, one for text, and those of every slot that does not
     * repeat.
     */
    public final int stateBits() {
        return stateBits;
    }

    /** Returns the generated code that walks its objects in place of the interpreter; null if there is none. */
    public @Nullable RecordWalk walk() {
        return null;
    }

    /** Creates an object of exactly this type, without content. */
    public abstract Object newInstance();

    /**
     * Returns the finished object for one that {@link #newInstance} created and that was filled: for most types itself.
     */
    public Object completed(Object filled) {
        return filled;
    }

    /**
     * Returns the index of an object's type: 0 for this one, k for the k-th of the layout's substitutes, -1 for any
     * other, which is sent as infoset.
     */
    public abstract int substituteOf(Object value);

    /**
     * Returns the type with that index; 0 is this one.
     *
     * @param index at most the number of the layout's substitutes
     */
    public abstract BoundType substitute(int index);

    /** Returns the attributes that the layout does not name. Only if it allows any. */
    public abstract Map<QName, String> otherAttributes(Object owner);

    /** Sets attributes that the layout does not name. Called only if there are any. */
    public abstract void otherAttributes(Object owner, Map<QName, String> attributes);

    @Override
    public final String toString() {
        return path;
    }
}
