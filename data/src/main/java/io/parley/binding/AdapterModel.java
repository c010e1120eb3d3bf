package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import jakarta.xml.bind.annotation.adapters.CollapsedStringAdapter;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import jakarta.xml.bind.annotation.adapters.NormalizedStringAdapter;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An {@link XmlAdapter} class. Thread-safe: adapters of the application are created anew for each use. */
final class AdapterModel {
    /** Adapters without state, which can be shared. */
    private static final Set<Class<?>> STATELESS =
            Set.of(CollapsedStringAdapter.class, NormalizedStringAdapter.class, HexBinaryAdapter.class);

    private final Class<?> type;
    private final Constructor<?> constructor;
    private final Type valueType;
    private final Class<?> boundType;
    private final @Nullable XmlAdapter<Object, Object> shared;

    private AdapterModel(Class<?> type) throws UnbindableException {
        this.type = type;
        try {
            this.constructor = type.getDeclaredConstructor();
        } catch (NoSuchMethodException e) {
            throw new UnbindableException(
                    "the adapter " + type.getName() + " has no constructor without parameters", e);
        }
        HandleAccess.open(constructor, "the adapter " + type.getName());
        Type[] arguments = Generics.arguments(type, XmlAdapter.class);
        this.valueType = arguments[0];
        this.boundType = Generics.erase(arguments[1]);
        this.shared = STATELESS.contains(type) ? create() : null;
    }

    static AdapterModel of(Class<?> type) throws UnbindableException {
        return new AdapterModel(type);
    }

    /** Returns the type of the values that the adapter passes to JAXB. */
    Type valueType() {
        return valueType;
    }

    /** Returns the class of the values that the bean has. */
    Class<?> boundType() {
        return boundType;
    }

    boolean is(Class<?> adapter) {
        return type == adapter;
    }

    @Nullable
    Object marshal(@Nullable Object bound) {
        try {
            return adapter().marshal(bound);
        } catch (Exception e) {
            throw BeanFailure.of("an adapter's marshal", e);
        }
    }

    @Nullable
    Object unmarshal(@Nullable Object value) {
        try {
            return adapter().unmarshal(value);
        } catch (Exception e) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    "an adapter's unmarshal: expected it to accept the value, found that it threw an exception",
                    e);
        }
    }

    private XmlAdapter<Object, Object> adapter() {
        return shared != null ? shared : create();
    }

    @SuppressWarnings("unchecked") // Values have the types of the adapter's type arguments.
    private XmlAdapter<Object, Object> create() {
        try {
            return (XmlAdapter<Object, Object>) constructor.newInstance();
        } catch (InvocationTargetException | InstantiationException | IllegalAccessException e) {
            throw BeanFailure.of("creating an adapter", e);
        }
    }
}
