package io.parley.delta;

import io.parley.HotPath;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Earlier message that is kept for comparison. Thread-safe; its bytes never change. */
final class Base {
    /** Bytes of a block, the unit of the index. */
    static final int BLOCK = 16;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final int HALF = BLOCK / 2;

    private final byte[] bytes;
    /** Position of each block by hash, -1 for none; built on first use. */
    private volatile int @Nullable [] index;

    Base(byte[] bytes) {
        this.bytes = bytes;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return bytes.length;
    }

    /** Returns the position in the base of the block at {@code at} in the message; -1 if it is not found. */
    @HotPath
    int find(byte[] message, int at) {
        int[] places = index;
        if (places == null) {
            places = makeIndex();
            index = places;
        }
        long first = (long) LONGS.get(message, at);
        long second = (long) LONGS.get(message, at + HALF);
        int place = places[hash(first, second, places.length)];
        return place >= 0 && (long) LONGS.get(bytes, place) == first && (long) LONGS.get(bytes, place + HALF) == second
                ? place
                : -1;
    }

    /** Builds the index, which takes at most about half the size of the base. */
    private int[] makeIndex() {
        int blocks = bytes.length / BLOCK;
        int[] places = new int[Math.max(1, Integer.highestOneBit(2 * blocks))];
        Arrays.fill(places, -1);
        for (int i = blocks - 1; i >= 0; i--) {
            int at = i * BLOCK;
            places[hash((long) LONGS.get(bytes, at), (long) LONGS.get(bytes, at + HALF), places.length)] = at;
        }
        return places;
    }

    private static int hash(long first, long second, int places) {
        long mixed = (first + Long.rotateLeft(second, 32) * MIX) * MIX;
        return (int) (mixed >>> 40) & (places - 1);
    }
}
