package io.parley.binding;

import io.parley.layout.Slot;
import java.lang.reflect.Field;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * A slot bound to Java: reads and writes the items that an owner has at that place. An item is the value of the
 * property (a bean, a number, a {@code JAXBElement}), which only the slot examines. The content of an item is a value
 * in the form of its {@link io.parley.layout.Scalar} (a {@code List} of them for list types), or the object that the
 * alternative's {@link BoundType} describes.
 */
public abstract class BoundSlot {
    private final Slot layout;
    private final String path;
    private final List<BoundAlternative> alternatives;
    private final int stateBits;

    BoundSlot(Slot layout, String path, List<BoundAlternative> alternatives) {
        this.layout = layout;
        this.path = path;
        this.alternatives = List.copyOf(alternatives);
        this.stateBits = widestState();
    }

    /** Returns the slot of the layout, with its alternatives and whether it repeats. */
    public final Slot layout() {
        return layout;
    }

    /** Returns the type and member, for error messages. */
    public final String path() {
        return path;
    }

    /** Returns the alternatives in the order of the layout. */
    public final List<BoundAlternative> alternatives() {
        return alternatives;
    }

    /**
     * Returns the number of bits of a state: 1 if the slot is only a wildcard, 2 if elements of simple type are
     * possible, 3 if elements of complex type are. It does not depend on whether the schema requires the element or
     * allows it to be nil: schemas of one service differ in that, depending on the tools of each side.
     */
    public final int stateBits() {
        return stateBits;
    }

    /** Returns whether this state is legal for an item of that alternative. Absence is not a state of an item. */
    public final boolean allows(int alternative, ItemState state) {
        BoundAlternative bound = alternatives.get(alternative);
        return switch (state) {
            case ABSENT -> false;
            case VALUE -> bound.isWildcard() || bound.simple() != null || bound.complex() != null;
            case INFOSET, NIL -> !bound.isWildcard();
            case NIL_WITH_ATTRIBUTES -> bound.complex() != null;
        };
    }

    /** Returns whether all items of a slot with one simple alternative are values. */
    public boolean areValues(List<?> items) {
        for (Object item : items) {
            if (stateOf(item, 0) != ItemState.VALUE) {
                return false;
            }
        }
        return true;
    }

    /** Returns the item of a slot that does not repeat, or null if it is absent. Nil is an item. */
    public abstract @Nullable Object get(Object owner);

    /** Sets the item of a slot that does not repeat. */
    public abstract void set(Object owner, Object item, Links links);

    /** Returns the items of a repeating slot, without nulls. The list must not be changed or kept. */
    public abstract List<?> items(Object owner);

    /** Sets the items of a repeating slot. Called only if there are any. */
    public abstract void setItems(Object owner, List<Object> items, Links links);

    /**
     * Returns whether a reference in the part that resolves to no object is an error. For the part's own element only.
     */
    public boolean refersStrictly() {
        return false;
    }

    /**
     * Returns the index of an item's alternative.
     *
     * @throws io.parley.ParleyException {@code ENCODING} if it has none
     */
    public abstract int alternativeOf(Object item);

    /**
     * Returns whether items of a slot with one simple alternative are equal to their contents, so that they can be
     * copied in bulk.
     */
    public abstract boolean itemsAreContent();

    /** Returns whether numbers of this slot are stored in an array of primitives, not as objects. */
    boolean keepsNumbersPacked() {
        return false;
    }

    /**
     * Returns whether an item of that alternative accepts a {@link ReceivedBinary}, which may still be arriving.
     * Otherwise it is given a {@code byte[]}.
     */
    public boolean takesBinaries(int alternative) {
        return false;
    }

    /**
     * Returns whether Java objects may have content here that the slot cannot represent, not even as nil or infoset.
     */
    boolean mayRefuse() {
        return false;
    }

    /**
     * Returns whether an item that could be typed is rejected, because its reader may need it together with the rest.
     */
    boolean refuses(int alternative, ItemState state) {
        return false;
    }

    /**
     * Returns access to the item of a slot that does not repeat, without boxing; null unless the item is always present
     * in the form of its layout. The other methods are equivalent.
     */
    public @Nullable Primitive primitive() {
        return null;
    }

    /**
     * Returns the field that contains exactly the slot's content, so that generated code can access it; null if a
     * conversion is needed.
     */
    @Nullable
    Field field() {
        return null;
    }

    /** Returns the state in which an item is sent: any but absent. */
    public abstract ItemState stateOf(Object item, int alternative);

    /** Returns the content of an item whose state is value or nil with attributes. */
    public abstract Object contentOf(Object item, int alternative);

    /**
     * Creates an item.
     *
     * @param state value, nil, or nil with attributes
     * @param content null only for nil
     * @return null if it has no Java form, so that it is omitted
     */
    public abstract @Nullable Object item(int alternative, ItemState state, @Nullable Object content)
            throws XMLStreamException;

    /** Writes an item as one element. */
    public abstract void writeInfoset(Object item, int alternative, XMLStreamWriter out) throws XMLStreamException;

    /**
     * Reads an item from its element.
     *
     * @param in reader at the element's start; moved to its end
     * @return null if it has no Java form, so that it is omitted
     */
    public abstract @Nullable Object readInfoset(XMLStreamReader in, int alternative) throws XMLStreamException;

    @Override
    public final String toString() {
        return path;
    }

    private int widestState() {
        int bits = 1;
        for (BoundAlternative alternative : alternatives) {
            bits = Math.max(bits, alternative.isWildcard() ? 1 : alternative.hasComplexLayout() ? 3 : 2);
        }
        return bits;
    }
}
