package io.parley.testkit.contract;

import java.util.List;

/**
 * An operation with one parameter and at most one result.
 *
 * @param name of the operation and of the interface's method
 * @param parameter one of {@link #TYPES}
 * @param result one of {@link #TYPES}, {@code void} for a one-way operation, or {@link Void} for an empty answer
 */
public record OperationDef(String name, Class<?> parameter, Class<?> result) {
    /** Types of generated operations, each of which can represent a number. */
    public static final List<Class<?>> TYPES =
            List.of(String.class, int.class, long.class, double.class, double[].class, int[].class);

    /** Returns whether the operation is one-way. */
    public boolean isOneWay() {
        return result == void.class;
    }

    /**
     * Returns a number as a value of a type.
     *
     * @throws IllegalArgumentException if the type is not one of {@link #TYPES}
     */
    public static Object value(Class<?> type, int number) {
        if (type == String.class) {
            return Integer.toString(number);
        } else if (type == int.class) {
            return number;
        } else if (type == long.class) {
            return (long) number;
        } else if (type == double.class) {
            return (double) number;
        } else if (type == double[].class) {
            return new double[] {number, number + 1};
        } else if (type == int[].class) {
            return new int[] {number, number + 1};
        }
        throw new IllegalArgumentException("expected one of " + TYPES + ", found " + type);
    }
}
