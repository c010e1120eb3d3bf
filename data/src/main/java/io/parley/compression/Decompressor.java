package io.parley.compression;

import io.netty.buffer.ByteBuf;

/**
 * Decompressor of the content of one message. It allocates at most {@link StreamCompression#workBytes}, whatever the
 * content demands. The caller limits the output by the room that it provides. Buffers stay the caller's. Belongs to one
 * thread at a time.
 */
public interface Decompressor extends AutoCloseable {
    /**
     * Consumes input and writes decompressed output, until the output is full or the input is exhausted. Input after
     * the end of the compressed form is not consumed.
     *
     * @return whether the end of the compressed form was reached, and all output was written
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE} if the input is not of this form; its text contains
     *     no position
     */
    boolean decompress(ByteBuf in, ByteBuf out);

    /** Releases its resources. Idempotent. */
    @Override
    void close();
}
