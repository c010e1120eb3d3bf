package io.parley.binding;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Access to one class: creates objects, and reads and writes the members that the class itself declares, by number.
 * Public only because generated subclasses are in the packages of beans; not for applications. Thread-safe.
 *
 * <p>Primitives can be accessed as bits, without boxing: integers as their value, {@code float} and {@code double} as
 * their raw bits, {@code boolean} as 0 or 1. Exceptions of the class propagate unchanged.
 */
public abstract class BeanAccess {
    private static final MethodHandle UNBOX_BOOLEAN = unboxing(boolean.class);
    private static final MethodHandle UNBOX_BYTE = unboxing(byte.class);
    private static final MethodHandle UNBOX_SHORT = unboxing(short.class);
    private static final MethodHandle UNBOX_CHAR = unboxing(char.class);
    private static final MethodHandle UNBOX_INT = unboxing(int.class);
    private static final MethodHandle UNBOX_LONG = unboxing(long.class);
    private static final MethodHandle UNBOX_FLOAT = unboxing(float.class);
    private static final MethodHandle UNBOX_DOUBLE = unboxing(double.class);

    protected BeanAccess() {}

    /** Creates an object by the constructor without parameters. */
    protected abstract Object newInstance() throws Throwable;

    protected abstract @Nullable Object get(Object bean, int member) throws Throwable;

    protected abstract void set(Object bean, int member, @Nullable Object value) throws Throwable;

    /** Returns the value of a primitive member as bits. */
    protected abstract long bits(Object bean, int member) throws Throwable;

    /** Sets a primitive member from bits. */
    protected abstract void bits(Object bean, int member, long bits) throws Throwable;

    /** Creates the error for access to a member that does not exist, or that cannot be accessed in this way. */
    protected static RuntimeException none(int member) {
        return new IllegalArgumentException("no such access to member " + member);
    }

    protected static long toBits(boolean value) {
        return value ? 1 : 0;
    }

    protected static long toBits(int value) {
        return value;
    }

    protected static long toBits(long value) {
        return value;
    }

    protected static long toBits(float value) {
        return Float.floatToRawIntBits(value);
    }

    protected static long toBits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    protected static boolean toBoolean(long bits) {
        return bits != 0;
    }

    protected static byte toByte(long bits) {
        return (byte) bits;
    }

    protected static short toShort(long bits) {
        return (short) bits;
    }

    protected static int toInt(long bits) {
        return (int) bits;
    }

    protected static long toLong(long bits) {
        return bits;
    }

    protected static float toFloat(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    protected static double toDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    protected static boolean toBoolean(@Nullable Object value) throws Throwable {
        return (boolean) UNBOX_BOOLEAN.invokeExact(value);
    }

    protected static byte toByte(@Nullable Object value) throws Throwable {
        return (byte) UNBOX_BYTE.invokeExact(value);
    }

    protected static short toShort(@Nullable Object value) throws Throwable {
        return (short) UNBOX_SHORT.invokeExact(value);
    }

    protected static char toChar(@Nullable Object value) throws Throwable {
        return (char) UNBOX_CHAR.invokeExact(value);
    }

    protected static int toInt(@Nullable Object value) throws Throwable {
        return (int) UNBOX_INT.invokeExact(value);
    }

    protected static long toLong(@Nullable Object value) throws Throwable {
        return (long) UNBOX_LONG.invokeExact(value);
    }

    protected static float toFloat(@Nullable Object value) throws Throwable {
        return (float) UNBOX_FLOAT.invokeExact(value);
    }

    protected static double toDouble(@Nullable Object value) throws Throwable {
        return (double) UNBOX_DOUBLE.invokeExact(value);
    }

    /** Returns a handle that unboxes like an assignment by reflection, which also accepts narrower numbers. */
    private static MethodHandle unboxing(Class<?> primitive) {
        return MethodHandles.identity(primitive).asType(MethodType.methodType(primitive, Object.class));
    }
}
