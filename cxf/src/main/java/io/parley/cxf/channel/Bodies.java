package io.parley.cxf.channel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.channel.http.HttpFrames;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Copies bodies of posts and of their responses between the channel's buffers and the streams of an HTTP client or
 * container.
 */
final class Bodies {
    /** Initial buffer size in bytes: a peer must send this much before memory for a usual body is allocated. */
    private static final int FIRST_BYTES = 16 * 1024;
    /** Largest piece in bytes that the JDK passes to a socket at once. */
    private static final int PIECE_BYTES = 128 * 1024;

    private Bodies() {}

    /**
     * Reads a whole body into one contiguous buffer, so that its frames need not be assembled from several.
     *
     * @return the body, to be released by the caller
     * @throws IOException if reading fails or the body is longer than {@link HttpFrames#MOST_BODY_BYTES}
     */
    static ByteBuf read(InputStream stream) throws IOException {
        ByteBuf body = ByteBufAllocator.DEFAULT.heapBuffer(FIRST_BYTES);
        try {
            while (body.writeBytes(stream, body.writableBytes()) >= 0) {
                if (body.readableBytes() > HttpFrames.MOST_BODY_BYTES) {
                    throw new IOException(
                            "expected a body of at most " + HttpFrames.MOST_BODY_BYTES + " bytes, found a longer one");
                }
                if (!body.isWritable()) {
                    int more = Math.max(HttpFrames.BODY_BYTES, 2 * body.capacity());
                    body.capacity(Math.min(more, HttpFrames.MOST_BODY_BYTES + 1));
                }
            }
            return body;
        } catch (IOException | RuntimeException e) {
            body.release();
            throw e;
        }
    }

    /** Writes the readable bytes in large pieces. The caller keeps ownership of the buffer. */
    static void write(ByteBuf body, OutputStream stream) throws IOException {
        ByteBuf piece = ByteBufAllocator.DEFAULT.heapBuffer(Math.min(body.readableBytes(), PIECE_BYTES));
        try {
            while (body.isReadable()) {
                piece.clear().writeBytes(body, Math.min(body.readableBytes(), PIECE_BYTES));
                stream.write(piece.array(), piece.arrayOffset(), piece.readableBytes());
            }
        } finally {
            piece.release();
        }
    }
}
