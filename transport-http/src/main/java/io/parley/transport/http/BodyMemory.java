package io.parley.transport.http;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of all bodies that a server and its site hold, in both directions, and how many they may be. Thread-safe.
 */
public final class BodyMemory {
    private final long most;
    private final AtomicLong bytes = new AtomicLong();

    BodyMemory(long most) {
        this.most = most;
    }

    /** Returns memory of the size of {@code parley.limits.total-bytes}. */
    public static BodyMemory of(Limits limits) {
        return new BodyMemory(limits.get(Limit.TOTAL_BYTES));
    }

    /** A body to be filled, at most as long as a message may be. */
    public Body newBody(Limits limits) {
        return Body.within(this, Limit.MESSAGE_BYTES, limits.get(Limit.MESSAGE_BYTES));
    }

    /**
     * A stream whose bytes are counted while it is open, for what is longer than the body that it comes out of: reading
     * fails with {@code BUDGET} where they become too many.
     */
    public InputStream counting(InputStream in) {
        return new FilterInputStream(in) {
            private long counted;

            @Override
            public int read() throws IOException {
                int value = super.read();
                count(value < 0 ? 0 : 1);
                return value;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int count = super.read(into, offset, length);
                count(Math.max(0, count));
                return count;
            }

            private void count(int more) {
                add(more);
                counted += more;
            }

            @Override
            public void close() throws IOException {
                remove(counted);
                counted = 0;
                super.close();
            }
        };
    }

    /**
     * Counts bytes that are about to be held.
     *
     * @throws ParleyException {@code BUDGET} if they would be too many; they are not counted then
     */
    void add(long more) {
        if (bytes.addAndGet(more) > most) {
            bytes.addAndGet(-more);
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    "http: bodies under way hold " + bytes.get() + " of " + most + " bytes; the setting is "
                            + Limit.TOTAL_BYTES.setting());
        }
    }

    void remove(long fewer) {
        bytes.addAndGet(-fewer);
    }

    /** Returns the number of bytes held now. */
    public long bytes() {
        return bytes.get();
    }
}
