package io.parley.binding;

import org.jspecify.annotations.Nullable;

/** Conversion between a Java value and the form of its {@link io.parley.layout.Scalar}. Thread-safe. */
interface Conversion {
    /** The identity conversion. */
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
     * Converts a Java value to the scalar form.
     *
     * @throws IllegalArgumentException if the value has none; its message is never sent
     */
    Object toScalar(Object value);

    /**
     * Converts a value from the scalar form. Returns null if it has no Java form, as for an unknown value of an enum.
     */
    @Nullable
    Object fromScalar(Object value);
}
