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
 * The body of a request or response while it is held: it grows with what comes, each byte is counted against the server's
 * memory before there is room for it, and beyond its own limit it refuses more. Used by one thread at a time.
 */
public final class Body implements AutoCloseable {
    private static final int FIRST_BYTES = 4 * 1024;

    private final BodyMemory held;
    private final Limit limit;
    private final long most;
    private ByteBuf bytes;
    private long counted;

    private Body(BodyMemory held, Limit limit, long most, ByteBuf bytes) {
        this.held = held;
        this.limit = limit;
        this.most = most;
        this.bytes = bytes;
    }

    static Body within(BodyMemory held, Limit limit, long most) {
        return new Body(held, limit, most, Unpooled.EMPTY_BUFFER);
    }

    /** Returns a body without bytes. */
    public static Body empty() {
        return of(Unpooled.EMPTY_BUFFER);
    }

    /** Bytes that are counted elsewhere; it has them released. */
    public static Body of(ByteBuf bytes) {
        return new Body(new BodyMemory(Long.MAX_VALUE), Limit.MESSAGE_BYTES, Long.MAX_VALUE, bytes);
    }

    /** Returns the number of bytes. */
    public int length() {
        return bytes.readableBytes();
    }

    /** The bytes, which stay this body's; to be read once. */
    public InputStream input() {
        return new ByteBufInputStream(bytes);
    }

    /** The bytes, which are the caller's from now on; they are no longer counted. */
    public ByteBuf take() {
        ByteBuf taken = bytes;
        bytes = Unpooled.EMPTY_BUFFER;
        close();
        return taken;
    }

    /** Writes to this body. It throws what {@link #add} throws. */
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
     * Adds a copy of bytes, which stay the caller's.
     *
     * @throws ParleyException {@code LIMIT} or {@code BUDGET}; it is as it was then
     */
    void add(ByteBuf more) {
        long length = more.readableBytes();
        if (length + counted > most) {
            throw ParleyException.limit(limit, most, length + counted, "http body");
        }
        held.add(length);
        counted += length;
        if (bytes.capacity() == 0 && length > 0) {
            bytes = PooledByteBufAllocator.DEFAULT.buffer(FIRST_BYTES);
        }
        bytes.writeBytes(more);
    }

    /** The bytes, to be sent in parts; they stay this body's. */
    ByteBuf bytes() {
        return bytes;
    }

    /** Releases its memory. Idempotent. */
    @Override
    public void close() {
        held.remove(counted);
        counted = 0;
        ByteBuf last = bytes;
        bytes = Unpooled.EMPTY_BUFFER;
        last.release();
    }
}
