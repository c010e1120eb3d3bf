package io.parley.binding;

import io.parley.layout.ComplexLayout;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.xml.namespace.QName;

/** Type of an element without a Java class: the wrapper of a collection, a map, an entry of a map, or an array. */
class Structure extends BoundType {
    private final Supplier<Object> maker;

    /**
     * @param maker creates the object that receives the items of its slots
     */
    Structure(ComplexLayout layout, String path, List<BoundSlot> slots, Supplier<Object> maker) {
        this(layout, path, maker);
        complete(List.of(), null, slots);
    }

    /** Creates a structure whose slots are set later. */
    Structure(ComplexLayout layout, String path, Supplier<Object> maker) {
        super(layout, path);
        this.maker = maker;
    }

    @Override
    public final Object newInstance() {
        return maker.get();
    }

    @Override
    public int substituteOf(Object value) {
        return 0;
    }

    @Override
    public final BoundType substitute(int index) {
        return this;
    }

    @Override
    public final Map<QName, String> otherAttributes(Object owner) {
        return Map.of();
    }

    @Override
    public final void otherAttributes(Object owner, Map<QName, String> attributes) {
        // like JAXB: attributes of the element are ignored
    }

    /** Returns whether a layout consists of that many slots and nothing else. */
    static boolean fits(ComplexLayout layout, int slots) {
        return layout.attributes().isEmpty()
                && layout.substitutes().isEmpty()
                && Record.slotsOf(layout).size() == slots;
    }

    /** Returns whether a layout consists of one repeating slot and nothing else. */
    static boolean isList(ComplexLayout layout) {
        return fits(layout, 1) && Record.slotsOf(layout).get(0).repeats();
    }
}
