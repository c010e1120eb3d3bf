package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The type that JAXB generates for an array, with an element called {@code item} for each item. */
final class ArrayType extends Structure {
    private static final QName ITEM = new QName("item");

    private final Class<?> type;

    ArrayType(ComplexLayout layout, Class<?> type) {
        super(layout, type.getSimpleName(), Holder::new);
        this.type = type;
    }

    /** Holder of an array, whose length is only known once its items were read. */
    private static final class Holder {
        @Nullable
        Object array;
    }

    /** Returns whether arrays of this type may contain nulls. */
    boolean hasNulls() {
        return !type.getComponentType().isPrimitive();
    }

    void match(JaxbTypes types) throws UnbindableException {
        if (!isList(layout()) || Members.alternative(Record.slotsOf(layout()).get(0), ITEM) < 0) {
            throw new UnbindableException(
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
            return MethodHandles.lookup().findSetter(Holder.class, "array", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("expected access to a field of this class", e);
        }
    }

    @Override
    public Object completed(Object holder) {
        Object array = ((Holder) holder).array;
        return array == null ? ItemArrays.array(type, List.of()) : array;
    }

    /**
     * Returns 0 for an array of this type, and -1 for any other value. Also -1 for an array with a null item, for which
     * JAXB reads a value that depends on the item's type.
     */
    @Override
    public int substituteOf(Object value) {
        return type.isInstance(value) && (!(value instanceof Object[] items) || !ItemArrays.hasNull(items)) ? 0 : -1;
    }
}
