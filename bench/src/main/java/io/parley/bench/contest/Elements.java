package io.parley.bench.contest;

import io.parley.bench.data.Beans;
import io.parley.bench.data.Beans.Empty;
import io.parley.bench.data.Kind;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * The elements of a workload's array, copied between the heap and a buffer; void is an array without elements.
 * Stateless.
 *
 * @param kind void or an array of numbers or bytes
 */
record Elements(Kind kind) {
    Elements {
        if (!Set.of(Kind.VOID, Kind.F64, Kind.I32, Kind.BLOB).contains(kind)) {
            throw new IllegalArgumentException("expected void or an array, found " + kind);
        }
    }

    /** Returns the size of one element in bytes. */
    int bytes() {
        return kind == Kind.F64 ? Double.BYTES : kind == Kind.I32 ? Integer.BYTES : 1;
    }

    /** Returns the array of an application object. */
    Object array(Object content) {
        return kind == Kind.VOID ? Frames.NOTHING : Beans.value(content);
    }

    /** Returns the application object for an array. */
    Object content(Object array) {
        return kind == Kind.VOID ? new Empty() : Beans.of(kind.type(), array);
    }

    Object newArray(int length) {
        return switch (kind) {
            case F64 -> new double[length];
            case I32 -> new int[length];
            default -> new byte[length];
        };
    }

    /** Copies elements to the buffer's position, without moving it. */
    void put(Object array, int from, int count, ByteBuffer to) {
        switch (kind) {
            case F64 -> to.asDoubleBuffer().put((double[]) array, from, count);
            case I32 -> to.asIntBuffer().put((int[]) array, from, count);
            case BLOB -> to.duplicate().put((byte[]) array, from, count);
            default -> {}
        }
    }

    /** Copies elements from the buffer's position, without moving it. */
    void get(ByteBuffer from, Object array, int to, int count) {
        switch (kind) {
            case F64 -> from.asDoubleBuffer().get((double[]) array, to, count);
            case I32 -> from.asIntBuffer().get((int[]) array, to, count);
            case BLOB -> from.duplicate().get((byte[]) array, to, count);
            default -> {}
        }
    }
}
