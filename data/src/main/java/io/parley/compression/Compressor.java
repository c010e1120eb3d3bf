package io.parley.compression;

import io.netty.buffer.ByteBuf;

/** Compressor of the content of one message. Buffers stay the caller's. Belongs to one thread at a time. */
public interface Compressor extends AutoCloseable {
    /** Consumes input and writes compressed output, until the input is consumed or the output is full. */
    void compress(ByteBuf in, ByteBuf out);

    /**
     * Writes all consumed input, so that it can be decompressed before more follows.
     *
     * @return whether everything was written; otherwise it must be called again with more room
     */
    boolean flush(ByteBuf out);

    /**
     * Writes the remaining output and the end of the compressed form.
     *
     * @return whether everything was written; otherwise it must be called again with more room
     */
    boolean finish(ByteBuf out);

    /** Announces the exact number of bytes. Called at most once, before anything is compressed. */
    default void expectTotal(int bytes) {}

    /** Releases its resources. Idempotent. */
    @Override
    void close();
}
