package io.parley.compression;

import io.netty.buffer.ByteBuf;

/** The content of one message being compressed. Buffers stay the caller's. One thread at a time. */
public interface Compressor extends AutoCloseable {
    /** Takes bytes in, and puts out what is ready, until all were taken or there is no room. */
    void compress(ByteBuf in, ByteBuf out);

    /**
     * Puts out all that was taken so far, so that it can be expanded before more is there.
     *
     * @return whether that was all; otherwise to be called again, with more room
     */
    boolean flush(ByteBuf out);

    /**
     * Puts out what is left, and the end.
     *
     * @return whether that was all; otherwise to be called again, with more room
     */
    boolean finish(ByteBuf out);

    /** Announces the exact number of bytes; called, if at all, before anything is compressed. */
    default void expectTotal(int bytes) {}

    /** Releases its resources. Idempotent. */
    @Override
    void close();
}
