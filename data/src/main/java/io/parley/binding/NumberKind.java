package io.parley.binding;

import io.parley.HotPath;
import io.parley.layout.Scalar;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kinds of numbers whose bits on the wire equal those of a Java primitive, with access to their arrays. */
enum NumberKind {
    BYTE(Scalar.BYTE, byte.class) {
        @Override
        Object get(Object array, int at) {
            return ((byte[]) array)[at];
        }

        @Override
        void set(Object array, int at, Object value) {
            ((byte[]) array)[at] = (Byte) value;
        }

        @Override
        @HotPath
        void take(List<?> items, int at, Object array, int count) {
            byte[] numbers = (byte[]) array;
            for (int i = 0; i < count; i++) {
                numbers[i] = ((Number) items.get(at + i)).byteValue();
            }
        }

        @Override
        void read(ByteBuffer from, Object array, int at, int count) {
            from.get((byte[]) array, at, count);
        }

        @Override
        void write(Object array, int at, int count, ByteBuffer into) {
            into.put((byte[]) array, at, count);
        }
    },
    SHORT(Scalar.SHORT, short.class) {
        @Override
        Object get(Object array, int at) {
            return ((short[]) array)[at];
        }

        @Override
        void set(Object array, int at, Object value) {
            ((short[]) array)[at] = (Short) value;
        }

        @Override
        @HotPath
        void take(List<?> items, int at, Object array, int count) {
            short[] numbers = (short[]) array;
            for (int i = 0; i < count; i++) {
                numbers[i] = ((Number) items.get(at + i)).shortValue();
            }
        }

        @Override
        void read(ByteBuffer from, Object array, int at, int count) {
            from.asShortBuffer().get((short[]) array, at, count);
        }

        @Override
        void write(Object array, int at, int count, ByteBuffer into) {
            into.asShortBuffer().put((short[]) array, at, count);
        }
    },
    INT(Scalar.INT, int.class) {
        @Override
        Object get(Object array, int at) {
            return ((int[]) array)[at];
        }

        @Override
        void set(Object array, int at, Object value) {
            ((int[]) array)[at] = (Integer) value;
        }

        @Override
        @HotPath
        void take(List<?> items, int at, Object array, int count) {
            int[] numbers = (int[]) array;
            for (int i = 0; i < count; i++) {
                numbers[i] = ((Number) items.get(at + i)).intValue();
            }
        }

        @Override
        void read(ByteBuffer from, Object array, int at, int count) {
            from.asIntBuffer().get((int[]) array, at, count);
        }

        @Override
        void write(Object array, int at, int count, ByteBuffer into) {
            into.asIntBuffer().put((int[]) array, at, count);
        }
    },
    LONG(Scalar.LONG, long.class) {
        @Override
        Object get(Object array, int at) {
            return ((long[]) array)[at];
        }

        @Override
        void set(Object array, int at, Object value) {
            ((long[]) array)[at] = (Long) value;
        }

        @Override
        @HotPath
        void take(List<?> items, int at, Object array, int count) {
            long[] numbers = (long[]) array;
            for (int i = 0; i < count; i++) {
                numbers[i] = ((Number) items.get(at + i)).longValue();
            }
        }

        @Override
        void read(ByteBuffer from, Object array, int at, int count) {
            from.asLongBuffer().get((long[]) array, at, count);
        }

        @Override
        void write(Object array, int at, int count, ByteBuffer into) {
            into.asLongBuffer().put((long[]) array, at, count);
        }
    },
    FLOAT(Scalar.FLOAT, float.class) {
        @Override
        Object get(Object array, int at) {
            return ((float[]) array)[at];
        }

        @Override
        void set(Object array, int at, Object value) {
            ((float[]) array)[at] = (Float) value;
        }

        @Override
        @HotPath
        void take(List<?> items, int at, Object array, int count) {
            float[] numbers = (float[]) array;
            for (int i = 0; i < count; i++) {
                numbers[i] = (Float) items.get(at + i);
            }
        }

        @Override
        void read(ByteBuffer from, Object array, int at, int count) {
            from.asFloatBuffer().get((float[]) array, at, count);
        }

        @Override
        void write(Object array, int at, int count, ByteBuffer into) {
            into.asFloatBuffer().put((float[]) array, at, count);
        }
    },
    DOUBLE(Scalar.DOUBLE, double.class) {
        @Override
        Object get(Object array, int at) {
            return ((double[]) array)[at];
        }

        @Override
        void set(Object array, int at, Object value) {
            ((double[]) array)[at] = (Double) value;
        }

        @Override
        @HotPath
        void take(List<?> items, int at, Object array, int count) {
            double[] numbers = (double[]) array;
            for (int i = 0; i < count; i++) {
                numbers[i] = (Double) items.get(at + i);
            }
        }

        @Override
        void read(ByteBuffer from, Object array, int at, int count) {
            from.asDoubleBuffer().get((double[]) array, at, count);
        }

        @Override
        void write(Object array, int at, int count, ByteBuffer into) {
            into.asDoubleBuffer().put((double[]) array, at, count);
        }
    };

    private final Scalar scalar;
    private final Class<?> primitive;

    NumberKind(Scalar scalar, Class<?> primitive) {
        this.scalar = scalar;
        this.primitive = primitive;
    }

    /** Returns the kind of a type; null if its values are not numbers, or have other bits on the wire. */
    static @Nullable NumberKind of(Scalar scalar) {
        return switch (scalar) {
            case BYTE -> BYTE;
            case SHORT -> SHORT;
            case INT -> INT;
            case LONG -> LONG;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            default -> null;
        };
    }

    /** Returns the kind of an array's items, or null if there is none. */
    static @Nullable NumberKind ofArray(Class<?> array) {
        for (NumberKind kind : values()) {
            if (kind.primitive == array.getComponentType()) {
                return kind;
            }
        }
        return null;
    }

    boolean isOf(Scalar other) {
        return scalar == other;
    }

    /** Returns whether the array can contain the value. */
    boolean holds(Object value) {
        return scalar.javaType().isInstance(value);
    }

    Object newArray(int length) {
        return Array.newInstance(primitive, length);
    }

    abstract Object get(Object array, int at);

    abstract void set(Object array, int at, Object value);

    /** Copies numbers from a list, starting at an index, to the start of the array. */
    abstract void take(List<?> items, int at, Object array, int count);

    /** Reads numbers from a buffer, in its byte order. Its position is undefined afterwards. */
    abstract void read(ByteBuffer from, Object array, int at, int count);

    /** Writes numbers to a buffer, in its byte order. Its position is undefined afterwards. */
    abstract void write(Object array, int at, int count, ByteBuffer into);
}
