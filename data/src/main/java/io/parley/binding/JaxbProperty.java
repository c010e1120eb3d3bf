package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the value of a property in the form that its adapter produces for JAXB: a single value, or the items
 * of a collection or array. Collections are treated as JAXB treats them: an existing one is cleared and reused.
 */
final class JaxbProperty {
    /** Collections that JAXB creates for interfaces: the first that implements it. */
    @SuppressWarnings("JdkObsolete") // JAXB creates a linked list for a queue
    private static final List<Supplier<Collection<Object>>> KINDS =
            List.of(ArrayList::new, LinkedList::new, HashSet::new, TreeSet::new);

    private final PropertyModel model;
    private final Class<?> type;
    private final @Nullable AdapterModel adapter;
    private final boolean leaf;
    private final Class<?> referred;

    JaxbProperty(PropertyModel model, boolean adapted) throws UnbindableException {
        this(model, adapted, false);
    }

    /**
     * @param adapted whether its adapter is applied
     * @param leaf whether it is the text of one element. JAXB writes none for null, so the adapter is not called for
     *     null
     */
    JaxbProperty(PropertyModel model, boolean adapted, boolean leaf) throws UnbindableException {
        this.model = model;
        this.type = Generics.erase(model.type());
        this.adapter = adapted ? model.adapter() : null;
        this.leaf = leaf;
        this.referred = model.valueClass(adapter == null);
        if (!model.accessor().canSet() && (!model.collection() || type.isArray())) {
            throw new UnbindableException("the property " + model.name() + " has no setter");
        }
        if (model.collection() && !type.isArray()) {
            newCollection();
        }
    }

    /** Returns whether a null collection is written as a wrapper element that is nil. */
    boolean isWrapperNillable() {
        PropertyModel.Wrapper wrapper = model.wrapper();
        return wrapper != null && wrapper.nillable();
    }

    /** A value that the adapter has already converted. */
    private record Converted(@Nullable Object value) {}

    /** Wraps a value of the property, so that it can be set, or be an item, without another conversion. */
    Object converted(Object value) {
        return adapter == null ? value : new Converted(value);
    }

    /** Returns the accessor if it reads and writes the value without any conversion, else null. */
    @Nullable
    Accessor direct() {
        return adapter != null || model.collection() || model.id() || model.idref() ? null : model.accessor();
    }

    /** Returns the value. For a list that is one text, its items without nulls. */
    @Nullable
    Object get(Object bean) {
        if (isText()) {
            return isNull(bean) ? null : withoutNulls(items(bean));
        }
        Object value = model.accessor().get(bean);
        return adapter == null || (leaf && value == null) ? value : adapter.marshal(value);
    }

    void set(Object bean, @Nullable Object value, Links links) {
        if (isText() && value != null) {
            setItems(bean, (List<?>) value, links);
        } else if (value instanceof Reference reference) {
            links.refer(reference.id().trim(), target -> refer(bean, target));
        } else if (model.id() && value instanceof String text) {
            String id = text.trim();
            links.define(id, bean);
            put(bean, id);
        } else {
            put(bean, value);
        }
    }

    /** Sets the property to nil as JAXB does: without calling the adapter, and a primitive to its default value. */
    void setNil(Object bean) {
        model.accessor().set(bean, type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null);
    }

    private void put(Object bean, @Nullable Object value) {
        Object bound = bound(value);
        if (bound != null || !type.isPrimitive()) {
            model.accessor().set(bean, bound);
        }
    }

    /** Sets a reference as JAXB does: a target that is not of the property's class is ignored. */
    private void refer(Object bean, Object target) {
        if (referred.isInstance(target)) {
            put(bean, target);
        }
    }

    /** Returns whether its items are written as one text. */
    boolean isText() {
        return model.collection() && model.list();
    }

    /** Returns the items, which may be null; empty if the collection is null. */
    List<?> items(Object bean) {
        Object raw = model.accessor().get(bean);
        if (raw == null) {
            return List.of();
        }
        List<?> items = listOf(raw);
        if (adapter == null) {
            return items;
        }
        List<@Nullable Object> adapted = new ArrayList<>(items.size());
        for (Object item : items) {
            adapted.add(adapter.marshal(item));
        }
        return adapted;
    }

    /** Returns the value, or the first item, without applying the adapter; null if there is none. */
    @Nullable
    Object first(Object bean) {
        Object raw = model.accessor().get(bean);
        if (raw == null || !model.collection()) {
            return raw;
        }
        List<?> items = listOf(raw);
        return items.isEmpty() ? null : items.get(0);
    }

    /** Returns whether it is a collection that contains null. */
    boolean hasNull(Object bean) {
        Object raw = model.accessor().get(bean);
        return raw != null && model.collection() && listOf(raw).contains(null);
    }

    /** Copies the property from one bean to another. */
    void copy(Object from, Object to) {
        Object raw = model.accessor().get(from);
        if (raw == null) {
            return;
        }
        if (model.accessor().canSet()) {
            model.accessor().set(to, raw);
        } else {
            fill(collection(to), listOf(raw));
        }
    }

    /** Returns whether the value is a text that the adapter converted to null. */
    boolean isNulled(Object bean) {
        return adapter != null && leaf && !isNull(bean);
    }

    boolean isNull(Object bean) {
        return model.accessor().get(bean) == null;
    }

    /** Sets the items. References are resolved when all identifiers are known; unresolved ones are omitted. */
    void setItems(Object bean, List<?> items, Links links) {
        if (model.idref()) {
            links.atEnd(() -> putItems(bean, targets(items, links)));
        } else {
            putItems(bean, items);
        }
    }

    private static List<?> targets(List<?> references, Links links) {
        List<Object> targets = new ArrayList<>(references.size());
        for (Object each : references) {
            Object target = links.find(((Reference) each).id());
            if (target != null) {
                targets.add(target);
            }
        }
        return targets;
    }

    private void putItems(Object bean, List<?> items) {
        if (type.isArray()) {
            model.accessor().set(bean, ItemArrays.array(type, bound(items)));
        } else if (canAdopt(bean, items)) {
            model.accessor().set(bean, items);
        } else {
            fill(collection(bean), bound(items));
        }
    }

    /** Applies the adapter to items as JAXB does: it is called for a nil item, although for no other nil element. */
    private List<?> bound(List<?> items) {
        if (adapter == null) {
            return items;
        }
        List<@Nullable Object> bound = new ArrayList<>(items.size());
        for (Object item : items) {
            bound.add(item == null ? adapter.unmarshal(null) : bound(item));
        }
        return bound;
    }

    private void fill(Collection<Object> collection, List<?> items) {
        if (collection.getClass() == ArrayList.class) {
            collection.addAll(items); // accepts all items
            return;
        }
        for (Object item : items) {
            add(collection, item);
        }
    }

    /**
     * Adds an item. A collection may reject items from a peer: a sorted set rejects null, and items that it cannot
     * compare.
     */
    private void add(Collection<Object> collection, @Nullable Object item) {
        try {
            collection.add(item);
        } catch (NullPointerException | ClassCastException | IllegalArgumentException | IllegalStateException e) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    model.name() + ": expected an item that the collection accepts, found "
                            + (item == null ? "null" : "another"),
                    e);
        }
    }

    @SuppressWarnings("unchecked") // Like JAXB, trusts the declaration.
    private Collection<Object> collection(Object bean) {
        Collection<Object> existing = (Collection<Object>) model.accessor().get(bean);
        if (existing != null) {
            existing.clear();
            return existing;
        }
        try {
            Collection<Object> created = newCollection();
            model.accessor().set(bean, created);
            return created;
        } catch (UnbindableException e) {
            throw new IllegalStateException("expected a collection that could be created before", e);
        }
    }

    private static List<?> listOf(Object raw) {
        if (raw instanceof List<?> list) {
            return list;
        }
        if (raw instanceof Collection<?> collection) {
            return new ArrayList<>(collection);
        }
        return ItemArrays.items(raw);
    }

    /**
     * Returns whether the decoded list can be used as it is. Packed numbers stay packed if only {@code List} or {@code
     * Collection} is declared, and an array list need not be copied to another one.
     */
    private boolean canAdopt(Object bean, List<?> items) {
        return adapter == null
                && (type == List.class || type == Collection.class)
                && (NumberList.isPacked(items) || items.getClass() == ArrayList.class)
                && (isNull(bean) || isReplaceable(bean));
    }

    /** Returns whether numbers can stay in an array of primitives, according to the declaration. */
    boolean keepsNumbersPacked() {
        return adapter == null
                && (type == List.class
                        || type == Collection.class
                        || (type.isArray() && type.getComponentType().isPrimitive()));
    }

    /** Returns whether the empty list that the bean created can be replaced without a visible difference. */
    private boolean isReplaceable(Object bean) {
        Object existing = model.accessor().get(bean);
        return existing != null
                && existing.getClass() == ArrayList.class
                && ((ArrayList<?>) existing).isEmpty()
                && model.accessor().isField()
                && UnboundFields.areNone(bean.getClass());
    }

    private @Nullable Object bound(@Nullable Object value) {
        if (value instanceof Converted converted) {
            return converted.value();
        }
        return value == null || adapter == null ? value : adapter.unmarshal(value);
    }

    @SuppressWarnings("unchecked") // The class implements Collection.
    private Collection<Object> newCollection() throws UnbindableException {
        if (type.isInterface()) {
            for (Supplier<Collection<Object>> kind : KINDS) {
                Collection<Object> created = kind.get();
                if (type.isInstance(created)) {
                    return created;
                }
            }
        }
        try {
            var constructor = type.getDeclaredConstructor();
            HandleAccess.open(constructor, "the constructor of " + type.getName());
            return (Collection<Object>) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new UnbindableException(
                    "the property " + model.name() + ": a " + type.getName() + " cannot be created", e);
        }
    }

    /** Returns the items without nulls. */
    static List<?> withoutNulls(List<?> items) {
        if (!hasNull(items)) {
            return items;
        }
        List<Object> rest = new ArrayList<>(items);
        rest.removeAll(Collections.singleton(null));
        return rest;
    }

    static boolean hasNull(List<?> items) {
        if (NumberList.isPacked(items)) {
            return false;
        }
        for (Object item : items) {
            if (item == null) {
                return true;
            }
        }
        return false;
    }
}
