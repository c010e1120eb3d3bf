package io.parley.delta;

import io.parley.HotPath;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bytes that a message shares with its base, in time linear in both: first at the same offset as before,
 * since values of fixed size change in place; where that fails, by the index of the base's blocks.
 */
final class Difference {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int WORD = 8;
    /** Minimum length of a copy, which takes two or three bytes and splits a literal. */
    private static final int MIN_COPY = 8;
    /** Distance after a change, in bytes, within which the same offset is tried again: a few neighbouring values. */
    private static final int NEAR = 64;

    private final Base base;
    private final byte[] old;
    private final byte[] message;
    private final int length;
    private final int most;
    private byte[] out = new byte[256];
    private int written;
    /** Default position of the next copy in the base. */
    private int expected;
    /** Start of the bytes that are not yet written. */
    private int literal;
    /** Current position in the message; {@link #from} is that in the base. */
    private int at;

    private int from;

    private Difference(Base base, byte[] message, int length, int most) {
        this.base = base;
        this.old = base.bytes();
        this.message = message;
        this.length = length;
        this.most = most;
    }

    /**
     * Returns the difference as runs; null if it takes more than {@code most} bytes.
     *
     * @param length number of bytes of the message in its array
     */
    static byte @Nullable [] of(Base base, byte[] message, int length, int most) {
        Difference difference = new Difference(base, message, length, most);
        return difference.find() ? Arrays.copyOf(difference.out, difference.written) : null;
    }

    private boolean find() {
        while (at < length && written <= most && at - literal <= most) {
            int equal = equalHere();
            if (equal >= MIN_COPY || (equal > 0 && at + equal == length)) {
                copy(equal);
            } else if (!findNear()) {
                findAnywhere();
            }
        }
        literal(length);
        return written <= most;
    }

    private int equalHere() {
        int room = Math.min(old.length - from, length - at);
        if (room <= 0) {
            return 0;
        }
        int differs = Arrays.mismatch(old, from, from + room, message, at, at + room);
        return differs < 0 ? room : differs;
    }

    /** Moves to the next word that is equal at the same offset; returns false if there is none nearby. */
    @HotPath
    private boolean findNear() {
        int most = Math.min(Math.min(old.length - from, length - at) - WORD, NEAR);
        for (int i = 1; i <= most; i++) {
            if ((long) LONGS.get(old, from + i) == (long) LONGS.get(message, at + i)) {
                at += i;
                from += i;
                return true;
            }
        }
        return false;
    }

    /** Moves to the next block of the message that occurs anywhere in the base, or to the end of the message. */
    @HotPath
    private void findAnywhere() {
        int last = length - Base.BLOCK;
        for (int i = at; i <= last; i++) {
            int found = base.find(message, i);
            if (found >= 0) {
                at = i;
                from = found;
                while (at > literal && from > 0 && message[at - 1] == old[from - 1]) {
                    at--;
                    from--;
                }
                return;
            }
        }
        at = length;
    }

    private void copy(int bytes) {
        literal(at);
        number((long) bytes << 1);
        long away = (long) from - expected;
        number((away << 1) ^ (away >> 63));
        at += bytes;
        from += bytes;
        expected = from;
        literal = at;
    }

    private void literal(int end) {
        int bytes = end - literal;
        if (bytes == 0 || written > most) {
            return;
        }
        number((long) bytes << 1 | 1);
        ensure(bytes);
        System.arraycopy(message, literal, out, written, bytes);
        written += bytes;
        expected += bytes;
        literal = end;
    }

    private void number(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out[written++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[written++] = (byte) rest;
    }

    private void ensure(int bytes) {
        if (out.length - written < bytes) {
            out = Arrays.copyOf(out, Math.max(2 * out.length, written + bytes));
        }
    }
}
