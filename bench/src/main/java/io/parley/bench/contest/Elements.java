package io.parley.bench.contest;

import io.parley.bench.data.Blob;
import io.parley.bench.data.Doubles;
import io.parley.bench.data.Empty;
import io.parley.bench.data.Ints;
import io.parley.bench.data.Kind;
import java.nio.ByteBuffer;

/** Copies the elements of a workload's array between the heap and a buffer. Stateless. */
enum Elements {
    NONE(Kind.VOID, 1) {
        @Override
        Object array(Object content) {
            return content;
        }

        @Override
        int length(Object array) {
            return 0;
        }

        @Override
        Object newArray(int length) {
            return new Empty();
        }

        @Override
        void put(Object array, int from, int count, ByteBuffer to) {}

        @Override
        void get(ByteBuffer from, Object array, int to, int count) {}

        @Override
        Object content(Object array) {
            return array;
        }
    },
    F64(Kind.F64, Double.BYTES) {
        @Override
        Object array(Object content) {
            return ((Doubles) content).value;
        }

        @Override
        int length(Object array) {
            return ((double[]) array).length;
        }

        @Override
        Object newArray(int length) {
            return new double[length];
        }

        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            to.asDoubleBuffer().put((double[]) array, from, count);
        }

        @Override
        void get(ByteBuffer from, Object array, int to, int count) {
            from.asDoubleBuffer().get((double[]) array, to, count);
        }

        @Override
        Object content(Object array) {
            return Doubles.of((double[]) array);
        }
    },
    I32(Kind.I32, Integer.BYTES) {
        @Override
        Object array(Object content) {
            return ((Ints) content).value;
        }

        @Override
        int length(Object array) {
            return ((int[]) array).length;
        }

        @Override
        Object newArray(int length) {
            return new int[length];
        }

        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            to.asIntBuffer().put((int[]) array, from, count);
        }

        @Override
        void get(ByteBuffer from, Object array, int to, int count) {
            from.asIntBuffer().get((int[]) array, to, count);
        }

        @Override
        Object content(Object array) {
            return Ints.of((int[]) array);
        }
    },
    BLOB(Kind.BLOB, 1) {
        @Override
        Object array(Object content) {
            return ((Blob) content).value;
        }

        @Override
        int length(Object array) {
            return ((byte[]) array).length;
        }

        @Override
        Object newArray(int length) {
            return new byte[length];
        }

        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            to.duplicate().put((byte[]) array, from, count);
        }

        @Override
        void get(ByteBuffer from, Object array, int to, int count) {
            from.duplicate().get((byte[]) array, to, count);
        }

        @Override
        Object content(Object array) {
            return Blob.of((byte[]) array);
        }
    };

    private final Kind kind;
    private final int bytes;

    Elements(Kind kind, int bytes) {
        this.kind = kind;
        this.bytes = bytes;
    }

    /**
     * Finds those of a kind of workload.
     *
     * @throws IllegalArgumentException if its content is no array
     */
    static Elements of(Kind kind) {
        for (Elements elements : values()) {
            if (elements.kind == kind) {
                return elements;
            }
        }
        throw new IllegalArgumentException("expected void or an array, found " + kind);
    }

    /** Bytes of one element. */
    final int bytes() {
        return bytes;
    }

    /** The array of the application's object. */
    abstract Object array(Object content);

    abstract int length(Object array);

    abstract Object newArray(int length);

    /** Copies elements to a buffer's position, which stays where it is. */
    abstract void put(Object array, int from, int count, ByteBuffer to);

    /** Copies elements from a buffer's position, which stays where it is. */
    abstract void get(ByteBuffer from, Object array, int to, int count);

    /** The application's object for an array. */
    abstract Object content(Object array);
}
