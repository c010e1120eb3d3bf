package io.parley.compression;

import io.netty.buffer.ByteBuf;

/**
 * The compressed content of one message being expanded. It allocates nothing that the content asks for, but what {@link
 * StreamCompression#workBytes} says; how much comes out is for its caller to bound, by the room it gives. Buffers stay the
 * caller's. One thread at a time.
 */
public interface Decompressor extends AutoCloseable {
    /**
     * Takes bytes in and puts expanded ones out, until there is no room, or nothing more can be made of what was taken.
     * What stands behind the end of the compressed form is not taken.
     *
     * @return whether the end of the compressed form was reached, and all of it put out
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE} if it is not of this form; the text has no place in it
     */
    boolean decompress(ByteBuf in, ByteBuf out);

    /** Releases its resources. Idempotent. */
    @Override
    void close();
}
