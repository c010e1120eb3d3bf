package io.parley.binding;

import io.parley.layout.SimpleLayout;
import io.parley.layout.TypeLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converter between the objects of a part and those that JAXB marshals. Thread-safe. */
final class PartForm {
    private final PartType declared;
    private final Class<?> boxed;
    private final @Nullable AdapterModel adapter;
    private final Class<?> jaxbType;
    private final boolean joined;

    private PartForm(PartType declared, @Nullable AdapterModel adapter, TypeLayout layout) throws UnbindableException {
        this.declared = declared;
        this.boxed = Primitives.boxed(declared.type());
        this.adapter = adapter;
        this.jaxbType = adapter == null ? boxed : Generics.erase(adapter.valueType());
        this.joined = ItemArrays.isItems(jaxbType)
                && !declared.text()
                && layout instanceof SimpleLayout simple
                && !simple.list();
        if (joined && adapter != null) {
            throw new UnbindableException(
                    "an adapter returns " + jaxbType.getSimpleName() + " for an element that is one text");
        }
    }

    /** @param layout the type of the part's element */
    static PartForm of(PartType declared, TypeLayout layout) throws UnbindableException {
        Class<?> adapter = declared.adapter();
        return new PartForm(declared, adapter == null ? null : AdapterModel.of(adapter), layout);
    }

    /** Returns the class of the objects that JAXB marshals. */
    Class<?> jaxbType() {
        return jaxbType;
    }

    /** Returns whether the items of an array form one text. */
    boolean text() {
        return declared.text();
    }

    /** Returns whether JAXB can represent an object without loss. It cannot represent a null item. */
    boolean accepts(Object value) {
        if (adapter != null || !ItemArrays.isItems(jaxbType)) {
            return boxed.isInstance(value);
        }
        if (value instanceof Collection<?> items) {
            return !text() && items.stream().allMatch(this::acceptsItem);
        }
        return boxed.isInstance(value)
                && (!(value instanceof Object[] items) || Arrays.stream(items).allMatch(this::acceptsItem));
    }

    private boolean acceptsItem(@Nullable Object item) {
        return jaxbType.getComponentType().isInstance(item) && (!joined || Lexical.isToken((String) item));
    }

    /** Returns the object for JAXB; null if the adapter returns null. */
    @Nullable
    Object toJaxb(Object value) {
        if (adapter != null) {
            return adapter.marshal(value);
        }
        return value instanceof Collection<?> items && ItemArrays.isItems(jaxbType)
                ? ItemArrays.array(jaxbType, items)
                : value;
    }

    @Nullable
    Object fromJaxb(Object value) {
        if (adapter != null) {
            return adapter.unmarshal(value);
        }
        return declared.list() == null ? value : list(declared.list(), (Object[]) value);
    }

    /**
     * Creates a list as CXF does: of the declared class if it has a constructor without parameters, else an {@code
     * ArrayList}.
     */
    @SuppressWarnings("unchecked") // The class implements List.
    private static List<Object> list(Class<?> declared, Object[] items) {
        List<Object> list = new ArrayList<>(items.length);
        if (!Modifier.isAbstract(declared.getModifiers())) {
            try {
                list = (List<Object>) declared.getDeclaredConstructor().newInstance();
            } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
                // Like CXF, uses the array list.
            } catch (InvocationTargetException e) {
                throw BeanFailure.of("creating a list", e);
            }
        }
        Collections.addAll(list, items);
        return list;
    }
}
