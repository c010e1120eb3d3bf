package io.parley.binding;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves generic types, as far as the declaration of a property determines them. */
final class Generics {
    private Generics() {}

    /** Returns the erasure of a type. */
    static Class<?> erase(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return erase(parameterized.getRawType());
        }
        if (type instanceof GenericArrayType array) {
            return Array.newInstance(erase(array.getGenericComponentType()), 0).getClass();
        }
        if (type instanceof WildcardType wildcard) {
            return erase(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof TypeVariable<?> variable) {
            return erase(variable.getBounds()[0]);
        }
        return Object.class;
    }

    /**
     * Returns the types that {@code from} binds to the type parameters of {@code base}, in order; erasures where it
     * binds none.
     */
    static Type[] arguments(Type from, Class<?> base) {
        Map<TypeVariable<?>, Type> bound = new HashMap<>();
        collect(from, bound);
        TypeVariable<?>[] variables = base.getTypeParameters();
        Type[] arguments = new Type[variables.length];
        for (int i = 0; i < variables.length; i++) {
            arguments[i] = resolve(variables[i], bound);
        }
        return arguments;
    }

    /** Returns a type in which the type variables of {@code owner}'s superclasses are resolved. */
    static Type resolve(Type type, Class<?> owner) {
        if (type instanceof Class<?>) {
            return type;
        }
        Map<TypeVariable<?>, Type> bound = new HashMap<>();
        collect(owner, bound);
        return resolve(type, bound);
    }

    /**
     * Returns the type of the items of a collection or array, or null if it is neither. {@code byte[]} is a single
     * value.
     */
    static @Nullable Type itemType(Type type) {
        Class<?> raw = erase(type);
        if (Collection.class.isAssignableFrom(raw)) {
            return arguments(type, Collection.class)[0];
        }
        if (raw.isArray() && raw != byte[].class) {
            return type instanceof GenericArrayType array ? array.getGenericComponentType() : raw.getComponentType();
        }
        return null;
    }

    private static Type resolve(Type type, Map<TypeVariable<?>, Type> bound) {
        Type current = type;
        for (int i = 0; i < 100 && current instanceof TypeVariable<?> variable; i++) {
            Type next = bound.get(variable);
            if (next == null) {
                return erase(variable);
            }
            current = next;
        }
        if (current instanceof WildcardType wildcard) {
            return resolve(wildcard.getUpperBounds()[0], bound);
        }
        if (current instanceof ParameterizedType parameterized
                && Collection.class.isAssignableFrom(erase(parameterized))
                && parameterized.getActualTypeArguments().length == 1) {
            return new Resolved(parameterized, resolve(parameterized.getActualTypeArguments()[0], bound));
        }
        return current;
    }

    private static void collect(@Nullable Type type, Map<TypeVariable<?>, Type> bound) {
        if (type == null) {
            return;
        }
        if (type instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] variables = erase(parameterized).getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                bound.putIfAbsent(variables[i], parameterized.getActualTypeArguments()[i]);
            }
        }
        Class<?> raw = erase(type);
        collect(raw.getGenericSuperclass(), bound);
        for (Type each : raw.getGenericInterfaces()) {
            collect(each, bound);
        }
    }

    /** A collection type whose item type is resolved. */
    private record Resolved(ParameterizedType declared, Type item) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return new Type[] {item};
        }

        @Override
        public Type getRawType() {
            return declared.getRawType();
        }

        @Override
        public @Nullable Type getOwnerType() {
            return declared.getOwnerType();
        }
    }
}
