package io.parley.binding;

import org.jspecify.annotations.Nullable;

/** Between a Java value and the form of its {@link io.parley.layout.Scalar}. Thread-safe. */
interface Conversion {
    /** Conversion between equal forms. */
    Conversion SAME = new Conversion() {
        @Override
        public Object toScalar(Object value) {
            return value;
        }

        @Override
        public Object fromScalar(Object value) {
            return value;
        }
    };

    /**
     * Converts a value to the wire's form.
     *
     * @throws IllegalArgumentException if the value has none
     */
    Object toScalar(Object value);

    /**
     * Converts a value from the wire's form; returns null if Java has none for it, as for a value that an enum does not
     * know.
     */
    @Nullable
    Object fromScalar(Object value);
}
