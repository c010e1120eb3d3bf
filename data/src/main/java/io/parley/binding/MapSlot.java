package io.parley.binding;

import io.parley.layout.Slot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Slot of a map: an element with an {@code entry} of {@code key} and {@code value} for each mapping. */
final class MapSlot extends StructureSlot {
    /** Maps that JAXB creates for interfaces: the first that implements it. */
    private static final List<Supplier<Map<@Nullable Object, @Nullable Object>>> KINDS =
            List.of(HashMap::new, TreeMap::new, LinkedHashMap::new);

    private final PropertyModel property;
    private final boolean nillable;
    private final JaxbSlot.Context context;

    MapSlot(
            Slot layout,
            String path,
            BoundAlternative alternative,
            PropertyModel property,
            boolean nillable,
            JaxbSlot.Context context)
            throws UnbindableException {
        super(layout, path, alternative);
        this.property = property;
        this.nillable = nillable;
        this.context = context;
        newMap();
    }

    /** A mapping, accessed like a bean. Key and value are null if absent. */
    static final class Entry {
        @Nullable
        Object key;

        @Nullable
        Object value;
    }

    @Override
    public @Nullable Object get(Object owner) {
        Object map = property.accessor().get(owner);
        return map == null && nillable ? JaxbChoice.Nil.NIL : map;
    }

    /** Sets the map. As in JAXB an existing one is cleared and reused. */
    @Override
    @SuppressWarnings("unchecked") // Trusts the declaration.
    public void set(Object owner, Object item, Links links) {
        if (item == JaxbChoice.Nil.NIL) {
            return;
        }
        Map<@Nullable Object, @Nullable Object> existing =
                (Map<@Nullable Object, @Nullable Object>) property.accessor().get(owner);
        Map<@Nullable Object, @Nullable Object> map;
        try {
            map = existing == null ? newMap() : existing;
        } catch (UnbindableException e) {
            throw new IllegalStateException("expected a map that could be created before", e);
        }
        map.clear();
        if (item instanceof Map<?, ?> read) {
            map.putAll(read);
        } else {
            for (Object each : (List<?>) item) {
                map.put(((Entry) each).key, ((Entry) each).value);
            }
        }
        property.accessor().set(owner, map);
    }

    @SuppressWarnings("unchecked") // The class implements Map.
    private Map<@Nullable Object, @Nullable Object> newMap() throws UnbindableException {
        Class<?> type = Generics.erase(property.type());
        if (type.isInterface()) {
            for (Supplier<Map<@Nullable Object, @Nullable Object>> kind : KINDS) {
                Map<@Nullable Object, @Nullable Object> created = kind.get();
                if (type.isInstance(created)) {
                    return created;
                }
            }
        }
        try {
            var constructor = type.getDeclaredConstructor();
            HandleAccess.open(constructor, "the constructor of " + type.getName());
            return (Map<@Nullable Object, @Nullable Object>) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new UnbindableException(
                    "the property " + property.name() + ": a " + type.getName() + " cannot be created", e);
        }
    }

    /** Returns the content of an item. As in JAXB a nil map becomes an empty one. */
    @Override
    public @Nullable Object item(int alternative, ItemState state, @Nullable Object content) {
        return state == ItemState.VALUE ? content : List.of();
    }

    @Override
    public @Nullable Object readInfoset(XMLStreamReader in, int alternative) throws XMLStreamException {
        Object bean = context.xml().read(in, context.owner(), List.of(new QName("parent")));
        return bean == null ? null : property.accessor().get(bean);
    }

    /** Slot of the entries: reads them from a map, and collects them in a list. */
    static final class Entries extends StructureSlot {
        Entries(Slot layout, String path, BoundAlternative entry) {
            super(layout, path, entry);
        }

        @Override
        public List<?> items(Object owner) {
            List<Entry> entries = new ArrayList<>();
            for (Map.Entry<?, ?> each : ((Map<?, ?>) owner).entrySet()) {
                Entry entry = new Entry();
                entry.key = each.getKey();
                entry.value = each.getValue();
                entries.add(entry);
            }
            return entries;
        }

        @Override
        public void setItems(Object owner, List<Object> items, Links links) {
            Values.list(owner).addAll(items);
        }

        @Override
        public @Nullable Object item(int alternative, ItemState state, @Nullable Object content) {
            return content;
        }

        /** Omits the entry. Peers that know the schema always send typed entries. */
        @Override
        public @Nullable Object readInfoset(XMLStreamReader in, int alternative) {
            return null;
        }
    }
}
