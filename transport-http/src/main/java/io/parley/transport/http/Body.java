package io.parley.transport.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.parley.Limit;
import io.parley.ParleyException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Body of a request or response in memory. It grows as bytes arrive; each byte is reserved in the server's memory
 * account before it is buffered, and bytes beyond the body's limit are refused. Used by one thread at a time.
 */
public final class Body implements AutoCloseable {
    private static final int FIRST_BYTES = 4 * 1024;

    private final BodyMemory held;
    private final Limit limit;
    private final long maxBytes;
    private ByteBuf bytes;
    private long counted;

    private Body(BodyMemory held, Limit limit, long maxBytes, ByteBuf bytes) {
        this.held = held;
        this.limit = limit;
        this.maxBytes = maxBytes;
        this.bytes = bytes;
    }

    static Body within(BodyMemory held, Limit limit, long maxBytes) {
        return new Body(held, limit, maxBytes, Unpooled.EMPTY_BUFFER);
    }

    /** Returns an empty body. */
    public static Body empty() {
        return of(Unpooled.EMPTY_BUFFER);
    }

    /** Creates a body of bytes that are accounted for elsewhere; the body owns them and releases them. */
    public static Body of(ByteBuf bytes) {
        return new Body(new BodyMemory(Long.MAX_VALUE), Limit.MESSAGE_BYTES, Long.MAX_VALUE, bytes);
    }

    /** Returns the number of unread bytes. */
    public int length() {
        return bytes.readableBytes();
    }

    /** Returns a stream over the bytes, to be read once. The body still owns them. */
    public InputStream input() {
        return new ByteBufInputStream(bytes);
    }

    /** Takes the bytes out of the body. The caller owns them, and they are no longer counted. */
    public ByteBuf take() {
        ByteBuf taken = bytes;
        bytes = Unpooled.EMPTY_BUFFER;
        close();
        return taken;
    }

    /** Returns a stream that appends to this body and throws what {@link #add} throws. */
    public OutputStream output() {
        return new OutputStream() {
            @Override
            public void write(int value) {
                add(Unpooled.wrappedBuffer(new byte[] {(byte) value}));
            }

            @Override
            public void write(byte[] from, int offset, int length) {
                add(Unpooled.wrappedBuffer(from, offset, length));
            }
        };
    }

    /**
     * Appends a copy of bytes, which the caller still owns.
     *
     * @throws ParleyException {@code LIMIT} or {@code BUDGET}; the body is unchanged then
     */
    void add(ByteBuf more) {
        long length = more.readableBytes();
        if (length + counted > maxBytes) {
            throw ParleyException.limit(limit, maxBytes, length + counted, "http body");
        }
        held.add(length);
        counted += length;
        if (bytes.capacity() == 0 && length > 0) {
            bytes = PooledByteBufAllocator.DEFAULT.buffer(FIRST_BYTES);
        }
        bytes.writeBytes(more);
    }

    /** Returns the bytes, to be sent in parts. The body still owns them. */
    ByteBuf bytes() {
        return bytes;
    }

    /** Releases the memory. Idempotent. */
    @Override
    public void close() {
        held.remove(counted);
        counted = 0;
        ByteBuf last = bytes;
        bytes = Unpooled.EMPTY_BUFFER;
        last.release();
    }
}
