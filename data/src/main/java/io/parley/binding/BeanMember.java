package io.parley.binding;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** A potential property: a field, or a getter with an optional setter. */
sealed interface BeanMember {
    /** Returns the class that declares it. */
    Class<?> declaring();

    String name();

    /** Returns the type of the getter or field. */
    Class<?> taken();

    /** Returns the type of the setter or field; null if the member cannot be set. */
    @Nullable
    Class<?> put();

    /** Returns whether the language forbids assignments, so that only reflection can set it. */
    boolean isFinal();

    /**
     * Returns the reason why the member is only accessible by method handles; empty if generated code can access it.
     */
    default String obstacle() {
        return isFinal() ? "is final" : "";
    }

    /** Returns the primitive type of a number or boolean that can be both read and written, or null. */
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
     * A getter with an optional setter. One of them may be declared by a merged superclass.
     *
     * @param name name of the property
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
