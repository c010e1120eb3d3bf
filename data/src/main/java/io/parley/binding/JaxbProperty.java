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
 * Takes and puts what a property holds, in the form that its adapter gives to JAXB: single values or the items of a
 * collection or array. Collections are made and filled as JAXB does it: one that is there is emptied and used again.
 */
final class JaxbProperty {
    /** Collections that JAXB creates where an interface is declared: the first that fits. */
    @SuppressWarnings("JdkObsolete") // what JAXB makes for a queue is a linked list
    private static final List<Supplier<Collection<Object>>> KINDS =
            List.of(ArrayList::new, LinkedList::new, HashSet::new, TreeSet::new);

    private final PropertyModel model;
    private final Class<?> type;
    private final @Nullable AdapterModel adapter;
    private final boolean leaf;
    private final Class<?> referred;

    JaxbProperty(PropertyModel model, boolean adapted) throws Declined {
        this(model, adapted, false);
    }

    /**
     * @param adapted whether its adapter stands between Java and the wire
     * @param leaf whether it is the text of one element, of which JAXB writes nothing if it is null, so that the adapter is not
     *     asked for what is written instead
     */
    JaxbProperty(PropertyModel model, boolean adapted, boolean leaf) throws Declined {
        this.model = model;
        this.type = Generics.erase(model.type());
        this.adapter = adapted ? model.adapter() : null;
        this.leaf = leaf;
        this.referred = model.valueClass(adapter == null);
        if (!model.accessor().canSet() && (!model.collection() || type.isArray())) {
            throw new Declined("the property " + model.name() + " has no setter");
        }
        if (model.collection() && !type.isArray()) {
            newCollection();
        }
    }

    /** Returns whether the element around its items stands there, as nil, where there is no collection. */
    boolean isWrapperNillable() {
        PropertyModel.Wrapper wrapper = model.wrapper();
        return wrapper != null && wrapper.nillable();
    }

    /** A value that needs no adapter any more. */
    private record Ready(@Nullable Object value) {}

    /** A value as the property holds it, in a form in which it can be set, or be one of the items that are. */
    Object ready(Object value) {
        return adapter == null ? value : new Ready(value);
    }

    /** The accessor, if what it takes and puts is the value itself, without anything to be done about it; else null. */
    @Nullable
    Accessor direct() {
        return adapter != null || model.collection() || model.id() || model.idref() ? null : model.accessor();
    }

    /** The value; of items that are one text the list of them, without nulls. */
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

    /** Sets the property to nil as JAXB does: without calling the adapter; a primitive gets its default value. */
    void setNil(Object bean) {
        model.accessor().set(bean, type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null);
    }

    private void put(Object bean, @Nullable Object value) {
        Object bound = bound(value);
        if (bound != null || !type.isPrimitive()) {
            model.accessor().set(bean, bound);
        }
    }

    /** Sets a reference as JAXB does: a target of a class that the property cannot hold is ignored. */
    private void refer(Object bean, Object target) {
        if (referred.isInstance(target)) {
            put(bean, target);
        }
    }

    /** Returns whether its items are one text. */
    boolean isText() {
        return model.collection() && model.list();
    }

    /** The items, null for those that are; empty if the collection is null. */
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

    /** The value, or the first item; null if there is none. Without its adapter. */
    @Nullable
    Object first(Object bean) {
        Object raw = model.accessor().get(bean);
        if (raw == null || !model.collection()) {
            return raw;
        }
        List<?> items = listOf(raw);
        return items.isEmpty() ? null : items.get(0);
    }

    /** Returns whether it is a collection with a null in it. */
    boolean hasNull(Object bean) {
        Object raw = model.accessor().get(bean);
        return raw != null && model.collection() && listOf(raw).contains(null);
    }

    /** Hands over the whole of it from one bean to another. */
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

    /** Returns whether the property holds a text for which the adapter returns null. */
    boolean isUnsaid(Object bean) {
        return adapter != null && leaf && !isNull(bean);
    }

    boolean isNull(Object bean) {
        return model.accessor().get(bean) == null;
    }

    /** References become items when all identifiers are known; one that names nobody is left out. */
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
        } else if (takesAsIs(bean, items)) {
            model.accessor().set(bean, items);
        } else {
            fill(collection(bean), bound(items));
        }
    }

    /** Adapts items as JAXB does: the adapter is called for a nil item, though for no other nil element. */
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
            collection.addAll(items); // It takes whatever comes.
            return;
        }
        for (Object item : items) {
            add(collection, item);
        }
    }

    /** A collection may refuse what a peer sends: a sorted set takes no null, nor what it cannot compare. */
    private void add(Collection<Object> collection, @Nullable Object item) {
        try {
            collection.add(item);
        } catch (NullPointerException | ClassCastException | IllegalArgumentException | IllegalStateException e) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    model.name() + ": expected an item that a "
                            + collection.getClass().getName() + " takes, found "
                            + (item == null ? "null" : "a " + item.getClass().getName()),
                    e);
        }
    }

    @SuppressWarnings("unchecked") // JAXB fills it in the same way: the declaration is all that is known.
    private Collection<Object> collection(Object bean) {
        Collection<Object> there = (Collection<Object>) model.accessor().get(bean);
        if (there != null) {
            there.clear();
            return there;
        }
        try {
            Collection<Object> made = newCollection();
            model.accessor().set(bean, made);
            return made;
        } catch (Declined e) {
            throw new IllegalStateException("a collection that could be made before", e);
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
     * Numbers in primitives stay so where nothing but {@code List} or {@code Collection} was promised, and the list that was
     * made of what came need not be copied into one of the same class.
     */
    private boolean takesAsIs(Object bean, List<?> items) {
        return adapter == null
                && (type == List.class || type == Collection.class)
                && (NumberList.isPacked(items) || items.getClass() == ArrayList.class)
                && (isNull(bean) || isReplaceable(bean));
    }

    /** Whether numbers stay in an array of primitives, as far as the declaration tells. */
    boolean keepsNumbersPacked() {
        return adapter == null
                && (type == List.class
                        || type == Collection.class
                        || (type.isArray() && type.getComponentType().isPrimitive()));
    }

    /** Returns whether nobody can distinguish the empty list that the bean's class made from another in its place. */
    private boolean isReplaceable(Object bean) {
        Object there = model.accessor().get(bean);
        return there != null
                && there.getClass() == ArrayList.class
                && ((ArrayList<?>) there).isEmpty()
                && model.accessor().isField()
                && UnboundFields.areNone(bean.getClass());
    }

    private @Nullable Object bound(@Nullable Object value) {
        if (value instanceof Ready ready) {
            return ready.value();
        }
        return value == null || adapter == null ? value : adapter.unmarshal(value);
    }

    @SuppressWarnings("unchecked") // A class that is a Collection, made empty.
    private Collection<Object> newCollection() throws Declined {
        if (type.isInterface()) {
            for (Supplier<Collection<Object>> kind : KINDS) {
                Collection<Object> made = kind.get();
                if (type.isInstance(made)) {
                    return made;
                }
            }
        }
        try {
            var constructor = type.getDeclaredConstructor();
            HandleAccess.open(constructor, "the constructor of " + type.getName());
            return (Collection<Object>) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new Declined("the property " + model.name() + ": a " + type.getName() + " cannot be made", e);
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
