package io.parley.binding;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Takes and puts one member of a bean. Thread-safe. */
final class Accessor {
    private static final MethodType GET = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SET = MethodType.methodType(void.class, Object.class, Object.class);

    private final String name;
    private final @Nullable MethodHandle getter;
    private final @Nullable MethodHandle setter;

    private Accessor(String name, @Nullable MethodHandle getter, @Nullable MethodHandle setter) {
        this.name = name;
        this.getter = getter;
        this.setter = setter;
    }

    static Accessor of(Field field) throws Declined {
        open(field, field.toString());
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            return new Accessor(
                    field.getName(),
                    lookup.unreflectGetter(field).asType(GET),
                    lookup.unreflectSetter(field).asType(SET));
        } catch (IllegalAccessException e) {
            throw new Declined(field + " cannot be written", e);
        }
    }

    /** A member that is reached otherwise. */
    static Accessor of(String name, MethodHandle getter, MethodHandle setter) {
        return new Accessor(name, getter.asType(GET), setter.asType(SET));
    }

    static Accessor of(String name, @Nullable Method getter, @Nullable Method setter) throws Declined {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            MethodHandle get = null;
            if (getter != null) {
                open(getter, getter.toString());
                get = lookup.unreflect(getter).asType(GET);
            }
            MethodHandle set = null;
            if (setter != null) {
                open(setter, setter.toString());
                // A setter may return something; nobody looks at it.
                set = lookup.unreflect(setter).asType(SET);
            }
            return new Accessor(name, get, set);
        } catch (IllegalAccessException e) {
            throw new Declined(name + " cannot be reached", e);
        }
    }

    /** Makes a member reachable without asking the JVM to open anything. */
    static void open(AccessibleObject member, String what) throws Declined {
        boolean reachable;
        try {
            reachable = member.trySetAccessible();
        } catch (SecurityException e) {
            throw new Declined(what + " is guarded", e);
        }
        if (!reachable) {
            throw new Declined(what + " is in a package that its module does not open");
        }
    }

    boolean canGet() {
        return getter != null;
    }

    boolean canSet() {
        return setter != null;
    }

    @Nullable
    Object get(Object bean) {
        if (getter == null) {
            return null;
        }
        try {
            return getter.invokeExact(bean);
        } catch (Throwable e) {
            throw BeanFailure.of("reading " + name + " of " + bean.getClass().getName(), e);
        }
    }

    void set(Object bean, @Nullable Object value) {
        if (setter == null) {
            return;
        }
        try {
            setter.invokeExact(bean, value);
        } catch (Throwable e) {
            throw BeanFailure.of("writing " + name + " of " + bean.getClass().getName(), e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
