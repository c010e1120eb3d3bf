package io.parley.cxf.channel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.channel.http.HttpFrames;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Bodies of posts and of their responses, between the channel's buffers and the streams of an HTTP client or container.
 */
final class Bodies {
    /** Bytes that a peer has to send before memory for a body of usual length is allocated. */
    private static final int FIRST_BYTES = 16 * 1024;
    /** Bytes that the JDK passes to a socket at once. */
    private static final int PIECE_BYTES = 128 * 1024;

    private Bodies() {}

    /**
     * Reads a whole body, into one piece so that its frames need not be copied out of several.
     *
     * @return for the caller to release
     * @throws IOException also if it is longer than any body may be
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

    /** Writes what can be read of it, in large pieces; it stays the caller's. */
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
