package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The type that JAXB makes of an array: an element called {@code item} for each item. */
final class ArrayType extends Structure {
    private static final QName ITEM = new QName("item");

    private final Class<?> type;

    ArrayType(ComplexLayout layout, Class<?> type) {
        super(layout, type.getSimpleName(), Filled::new);
        this.type = type;
    }

    /** An array that is being made: how long it gets is not known before its items are there. */
    private static final class Filled {
        @Nullable
        Object array;
    }

    /** Returns whether arrays of this type may contain nulls. */
    boolean hasNulls() {
        return !type.getComponentType().isPrimitive();
    }

    void match(JaxbTypes types) throws Declined {
        if (!isList(layout()) || Members.alternative(Record.slotsOf(layout()).get(0), ITEM) < 0) {
            throw new Declined(
                    type.getSimpleName() + ", which JAXB writes as elements called item, has no place in " + layout());
        }
        Slot items = Record.slotsOf(layout()).get(0);
        BoundSlot bound = new PropertyChoices(property(), type, types).bind(items, path() + "/item", false);
        complete(List.of(), null, List.of(bound));
    }

    private PropertyModel property() {
        Accessor accessor = Accessor.of("items", MethodHandles.identity(Object.class), setter());
        return PropertyModel.elements(ITEM.getLocalPart(), accessor, type, type.getComponentType());
    }

    private static MethodHandle setter() {
        try {
            return MethodHandles.lookup().findSetter(Filled.class, "array", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a field of our own", e);
        }
    }

    @Override
    public Object completed(Object filled) {
        Object array = ((Filled) filled).array;
        return array == null ? ItemArrays.array(type, List.of()) : array;
    }

    /**
     * Returns 0 for an array of this type, -1 for any other value and for an array with a null item: what JAXB reads in
     * its place depends on the item's type.
     */
    @Override
    public int substituteOf(Object value) {
        return type.isInstance(value) && (!(value instanceof Object[] items) || !ItemArrays.hasNull(items)) ? 0 : -1;
    }
}
