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
 * Account of the bytes of all bodies that a server and its site hold, in both directions, with an upper bound.
 * Thread-safe.
 */
public final class BodyMemory {
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();

    BodyMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Creates an account of {@code parley.limits.total-bytes}. */
    public static BodyMemory of(Limits limits) {
        return new BodyMemory(limits.get(Limit.TOTAL_BYTES));
    }

    /** Creates an empty body that may grow to the longest message. */
    public Body newBody(Limits limits) {
        return Body.within(this, Limit.MESSAGE_BYTES, limits.get(Limit.MESSAGE_BYTES));
    }

    /**
     * Wraps a stream whose bytes are counted while it is open, for content longer than the body that it is decoded
     * from: reading fails with {@code BUDGET} once there are too many.
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
     * Reserves bytes.
     *
     * @throws ParleyException {@code BUDGET} if they exceed the bound; they are not reserved then
     */
    void add(long more) {
        if (bytes.addAndGet(more) > maxBytes) {
            bytes.addAndGet(-more);
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    "http: bodies under way hold " + bytes.get() + " of " + maxBytes + " bytes; the setting is "
                            + Limit.TOTAL_BYTES.setting());
        }
    }

    void remove(long fewer) {
        bytes.addAndGet(-fewer);
    }

    /** Returns the number of bytes reserved now. */
    public long bytes() {
        return bytes.get();
    }
}
