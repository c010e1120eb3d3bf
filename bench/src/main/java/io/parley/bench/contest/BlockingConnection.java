package io.parley.bench.contest;

import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Sends and receives arrays over a blocking socket: the number of elements in eight bytes, then the elements, in pieces of 256 KiB
 * that are copied between the array and a direct buffer. Used by one thread.
 */
final class BlockingConnection implements AutoCloseable {
    private static final int PIECE_BYTES = 256 * 1024;

    private final SocketChannel channel;
    private final Elements elements;
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    BlockingConnection(SocketChannel channel, Elements elements) throws IOException {
        this.channel = channel;
        this.elements = elements;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    void send(Object array) throws IOException {
        int length = Array.getLength(array);
        piece.clear().putLong(length);
        int sent = 0;
        do {
            int count = Math.min(piece.remaining() / elements.bytes(), length - sent);
            elements.put(array, sent, count, piece);
            piece.position(piece.position() + count * elements.bytes());
            sent += count;
            piece.flip();
            while (piece.hasRemaining()) {
                channel.write(piece);
            }
            piece.clear();
        } while (sent < length);
    }

    /** Receives an array into a new one; null if the other side closed the connection instead. */
    @Nullable
    Object receive() throws IOException {
        piece.clear();
        while (piece.position() < Long.BYTES) {
            if (channel.read(piece) < 0) {
                return null;
            }
        }
        piece.flip();
        int length = Math.toIntExact(piece.getLong());
        Object array = elements.newArray(length);
        int received = 0;
        while (true) {
            int count = Math.min(piece.remaining() / elements.bytes(), length - received);
            elements.get(piece, array, received, count);
            piece.position(piece.position() + count * elements.bytes());
            received += count;
            if (received == length) {
                return array;
            }
            piece.compact();
            if (channel.read(piece) < 0) {
                throw new EOFException("expected " + length + " elements, found " + received);
            }
            piece.flip();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
