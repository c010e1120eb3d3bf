package io.parley.binding;

import io.parley.layout.Slot;
import java.util.List;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Slot of an element that is a {@link Structure}, without a Java class. The element is always typed or nil. Its item is
 * the owner of the structure's slots.
 */
abstract class StructureSlot extends BoundSlot {
    StructureSlot(Slot layout, String path, BoundAlternative alternative) {
        super(layout, path, List.of(alternative));
    }

    @Override
    public @Nullable Object get(Object owner) {
        throw new IllegalStateException(path() + " repeats");
    }

    @Override
    public void set(Object owner, Object item, Links links) {
        throw new IllegalStateException(path() + " repeats");
    }

    @Override
    public List<?> items(Object owner) {
        throw new IllegalStateException(path() + " does not repeat");
    }

    @Override
    public void setItems(Object owner, List<Object> items, Links links) {
        throw new IllegalStateException(path() + " does not repeat");
    }

    @Override
    public final int alternativeOf(Object item) {
        return 0;
    }

    @Override
    public final boolean itemsAreContent() {
        return false;
    }

    @Override
    public final ItemState stateOf(Object item, int alternative) {
        return item == JaxbChoice.Nil.NIL ? ItemState.NIL : ItemState.VALUE;
    }

    @Override
    public final Object contentOf(Object item, int alternative) {
        return item;
    }

    @Override
    public final void writeInfoset(Object item, int alternative, XMLStreamWriter out) {
        throw new IllegalStateException(path() + " is always typed");
    }
}
