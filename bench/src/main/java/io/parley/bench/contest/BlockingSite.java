package io.parley.bench.contest;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The baseline with decoding: an array is received over a blocking socket into a new array and sent back. Each
 * connection has its own thread.
 */
final class BlockingSite implements AutoCloseable {
    private final Elements elements;
    private final ServerSocketChannel server;
    private final Set<SocketChannel> accepted = ConcurrentHashMap.newKeySet();

    private BlockingSite(Elements elements, ServerSocketChannel server) {
        this.elements = elements;
        this.server = server;
    }

    static Site start(Match match) throws IOException {
        if (match.exchange() != Exchange.ECHO) {
            throw new IllegalArgumentException("blocking only echoes");
        }
        Elements elements = new Elements(match.workload().kind());
        ServerSocketChannel server = ServerSocketChannel.open()
                .bind(new InetSocketAddress(match.door().server(), 0));
        BlockingSite started = new BlockingSite(elements, server);
        Tasks.start("blocking-accept", started::accept);
        int port = server.socket().getLocalPort();
        return new Site(SocketAddresses.text(match.door().host(), port), List.of(port), started);
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (SocketChannel channel : accepted) {
            channel.close();
        }
    }

    private void accept() {
        while (true) {
            try {
                SocketChannel channel = server.accept();
                accepted.add(channel);
                Tasks.start("blocking-server", () -> serve(channel));
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void serve(SocketChannel channel) {
        try (Connection connection = new Connection(channel, elements)) {
            for (Object array = connection.receive(); array != null; array = connection.receive()) {
                connection.send(array);
            }
        } catch (ClosedChannelException e) {
            // Thrown when the site is closed.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            accepted.remove(channel);
        }
    }

    /** Creates clients, which send arrays from the heap. Each caller has its own connection. */
    static Contestant connect(Match match, String address) {
        Elements elements = new Elements(match.workload().kind());
        return new Contestant(
                () -> caller(
                        match, elements, new Connection(SocketChannel.open(SocketAddresses.of(address)), elements)),
                () -> {});
    }

    private static Caller caller(Match match, Elements elements, Connection connection) {
        Object array = elements.array(match.request());
        return Caller.of(
                match,
                () -> {
                    connection.send(array);
                    return Objects.requireNonNull(connection.receive(), "the server closed the connection");
                },
                elements::content,
                connection);
    }

    /**
     * Sends and receives arrays over a blocking socket: the number of elements in eight bytes, then the elements, in
     * pieces of 256 KiB that are copied between the array and a direct buffer. Used by one thread.
     */
    static final class Connection implements AutoCloseable {
        private static final int PIECE_BYTES = 256 * 1024;

        private final SocketChannel channel;
        private final Elements elements;
        private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES).order(ByteOrder.LITTLE_ENDIAN);

        Connection(SocketChannel channel, Elements elements) throws IOException {
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

        /** Receives an array into a new one; returns null if the peer closed the connection instead. */
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
}
