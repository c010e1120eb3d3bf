package io.parley.binding;

import io.parley.layout.Slot;
import java.lang.reflect.Field;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * A slot tied to Java: how an owner's items at that place are taken and put. An item is whatever Java has there (a
 * bean, a number, a {@code JAXBElement}); only the slot looks into it. The content of an item is a value in the form
 * of its {@link io.parley.layout.Scalar} (a {@code List} of them for list types), or the object that the
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

    /** Returns the slot of the schema's plan, which says whether it repeats and what may stand in it. */
    public final Slot layout() {
        return layout;
    }

    /** Type and member, for error texts. */
    public final String path() {
        return path;
    }

    /** Returns the alternatives in the order of the layout. */
    public final List<BoundAlternative> alternatives() {
        return alternatives;
    }

    /**
     * Bits that a state takes: 1 if only a wildcard may stand here, 2 if elements of simple type may, 3 if elements of
     * complex type may. It says nothing of what the schema requires or lets be nil, since schemas of one service differ in
     * that, depending on which side's tools wrote them.
     */
    public final int stateBits() {
        return stateBits;
    }

    /** Returns whether this state is legal for an item of that alternative; absence is a matter of the slot. */
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

    /** The item of a slot that does not repeat, or null if it is absent. Nil is an item. */
    public abstract @Nullable Object get(Object owner);

    /** Puts the item of a slot that does not repeat. */
    public abstract void set(Object owner, Object item, Links links);

    /** The items of a repeating slot, without nulls. Not to be changed or kept. */
    public abstract List<?> items(Object owner);

    /** Puts the items of a repeating slot; called only if there are any. */
    public abstract void setItems(Object owner, List<Object> items, Links links);

    /** Returns whether, in a part's own element, a reference that resolves to no object is an error. */
    public boolean refersStrictly() {
        return false;
    }

    /**
     * The index of the alternative that an item is.
     *
     * @throws io.parley.ParleyException {@code ENCODING} if it is none of them
     */
    public abstract int alternativeOf(Object item);

    /**
     * Returns whether items of a slot with one simple alternative are their own content, so that they can be copied in
     * bulk.
     */
    public abstract boolean itemsAreContent();

    /** Whether many numbers lie in an array of primitives here, and not as objects. */
    boolean keepsNumbersPacked() {
        return false;
    }

    /**
     * Returns whether the content of such an item may be a {@link ReceivedBinary}, which is perhaps still to come; if
     * not, it is a {@code byte[]}.
     */
    public boolean takesBinaries(int alternative) {
        return false;
    }

    /** Returns whether Java objects may have content here that the slot has no form for, nil and infoset included. */
    boolean mayRefuse() {
        return false;
    }

    /**
     * Returns whether an item that could travel typed is refused, because its reader may want it together with the
     * rest.
     */
    boolean refuses(int alternative, ItemState state) {
        return false;
    }

    /**
     * Returns the access to the item of a slot that does not repeat, which makes no object of it; null unless the item
     * is always present in the form of its layout. The other methods do the same for such a slot.
     */
    public @Nullable Primitive primitive() {
        return null;
    }

    /** The field whose very content is the slot's, so that generated code may pass it on; null if there is more to it. */
    @Nullable
    Field field() {
        return null;
    }

    /** Returns the state that an item travels in: any but absent. */
    public abstract ItemState stateOf(Object item, int alternative);

    /** The content of an item whose state is value or nil with attributes. */
    public abstract Object contentOf(Object item, int alternative);

    /**
     * Makes an item.
     *
     * @param state value, nil, or nil with attributes
     * @param content null only for nil
     * @return null if Java has no form for it, and so leaves it out
     */
    public abstract @Nullable Object item(int alternative, ItemState state, @Nullable Object content)
            throws XMLStreamException;

    /** Writes an item as one element. */
    public abstract void writeInfoset(Object item, int alternative, XMLStreamWriter out) throws XMLStreamException;

    /**
     * Reads an item from its element.
     *
     * @param in at the element's start; left at its end
     * @return null if Java has no form for it, and so leaves it out
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
