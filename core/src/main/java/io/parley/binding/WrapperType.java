package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The type of an element around the items of a collection ({@code @XmlElementWrapper}): Java has no object for it. */
final class WrapperType extends BoundType {
    WrapperType(ComplexLayout layout, String path, BoundSlot items) {
        super(layout, path);
        complete(List.of(), null, List.of(items));
    }

    /** The bean whose collection is written, or the items that were read. */
    static final class Wrapped {
        private final @Nullable Object bean;
        private List<Object> items = new ArrayList<>();

        Wrapped(@Nullable Object bean) {
            this.bean = bean;
        }

        Object bean() {
            if (bean == null) {
                throw new IllegalStateException("items that were read have no bean yet");
            }
            return bean;
        }

        boolean hasBean() {
            return bean != null;
        }

        List<Object> items() {
            return items;
        }

        void items(List<Object> read) {
            items = read;
        }
    }

    @Override
    public Object newInstance() {
        return new Wrapped(null);
    }

    @Override
    public int substituteOf(Object value) {
        return 0;
    }

    @Override
    public BoundType substitute(int index) {
        return this;
    }

    @Override
    public Map<QName, String> otherAttributes(Object owner) {
        return Map.of();
    }

    @Override
    public void otherAttributes(Object owner, Map<QName, String> attributes) {
        // as JAXB: attributes of a wrapper are passed over
    }

    /** Whether an element has the form of a wrapper: nothing in it but one repeating slot. */
    static boolean isWrapper(ComplexLayout layout) {
        List<Slot> slots = Record.slotsOf(layout);
        return layout.attributes().isEmpty()
                && layout.substitutes().isEmpty()
                && slots.size() == 1
                && slots.get(0).repeats();
    }
}
