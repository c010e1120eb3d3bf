package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.session.Budget;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** An array that grows as content is read, within a memory budget. Confined to one thread at a time. */
final class WholeRead implements AutoCloseable {
    /** Maximum length of an array that all JVMs support. */
    static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private static final int FIRST_BYTES = 64 * 1024;

    private final Budget budget;
    private final int most;
    private byte[] bytes = new byte[0];
    private int length;
    private long reserved;

    /**
     * Creates an empty array.
     *
     * @param most maximum number of bytes to read
     */
    WholeRead(Budget budget, int most) {
        if (most < 0) {
            throw new IllegalArgumentException("expected to read at least 0 bytes, found " + most);
        }
        this.budget = budget;
        this.most = Math.min(most, MOST_BYTES);
    }

    /** Returns whether more may be read. */
    boolean hasRoom() {
        return length < most;
    }

    /**
     * Reads available bytes, at least one; returns a negative number at the end.
     *
     * @throws ParleyException {@code BUDGET} if there is no memory
     */
    int readFrom(InputStream in) throws IOException {
        if (length == bytes.length) {
            resize((int) Math.min(most, Math.max(FIRST_BYTES, 2L * length)));
        }
        int read = in.read(bytes, length, bytes.length - length);
        length += Math.max(0, read);
        return read;
    }

    /** Returns the bytes that were read. */
    byte[] toBytes() {
        if (length < bytes.length) {
            resize(length);
        }
        return bytes;
    }

    /** Replaces the array; both are counted while the content is copied. */
    private void resize(int size) {
        if (!budget.tryReserve(size)) {
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    "a side stream that is read whole: expected memory for " + size + " bytes, found " + budget
                            + " reserved; the settings are " + Limit.SESSION_BYTES.setting() + " and "
                            + Limit.TOTAL_BYTES.setting());
        }
        long before = reserved;
        reserved = size;
        try {
            bytes = Arrays.copyOf(bytes, size);
        } finally {
            budget.release(before);
        }
    }

    /** Releases the reservation: the caller owns the bytes now. */
    @Override
    public void close() {
        budget.release(reserved);
        reserved = 0;
    }
}
