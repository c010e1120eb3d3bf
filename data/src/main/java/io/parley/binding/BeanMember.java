package io.parley.binding;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** A member that can be a property: a field, or a getter with perhaps a setter. */
sealed interface BeanMember {
    /** Returns the class that declares it. */
    Class<?> declaring();

    String name();

    /** The type that is taken. */
    Class<?> taken();

    /** The type that can be put; null if nothing can. */
    @Nullable
    Class<?> put();

    /** Returns whether the language forbids code to set it, so that only reflection may. */
    boolean isFinal();

    /** Returns the reason why only method handles reach it; empty if code of its class does. */
    default String obstacle() {
        return isFinal() ? "is final" : "";
    }

    /** The number or truth value in a primitive that is both taken and put, or null. */
    default @Nullable Class<?> primitive() {
        return primitive(taken(), put());
    }

    static @Nullable Class<?> primitive(Class<?> taken, @Nullable Class<?> put) {
        return taken.isPrimitive() && taken == put && taken != char.class ? taken : null;
    }

    /** A field. */
    record OfField(Field field) implements BeanMember {
        @Override
        public Class<?> declaring() {
            return field.getDeclaringClass();
        }

        @Override
        public String name() {
            return field.getName();
        }

        @Override
        public Class<?> taken() {
            return field.getType();
        }

        @Override
        public Class<?> put() {
            return field.getType();
        }

        @Override
        public boolean isFinal() {
            return Modifier.isFinal(field.getModifiers());
        }
    }

    /**
     * A getter with perhaps a setter; one of them may be a merged superclass's.
     *
     * @param name of the property
     */
    record OfMethods(String name, Method getter, @Nullable Method setter) implements BeanMember {
        @Override
        public Class<?> declaring() {
            return getter.getDeclaringClass();
        }

        @Override
        public Class<?> taken() {
            return getter.getReturnType();
        }

        @Override
        public @Nullable Class<?> put() {
            return setter == null ? null : setter.getParameterTypes()[0];
        }

        @Override
        public boolean isFinal() {
            return false;
        }

        @Override
        public String obstacle() {
            return setter == null || setter.getDeclaringClass() == getter.getDeclaringClass()
                    ? ""
                    : "has its getter and its setter in two classes";
        }
    }
}
