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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The baseline with decoding: an array is received over a blocking socket into a new array and sent back. Each
 * connection has its own thread.
 */
final class BlockingSite implements Site {
    private final Match match;
    private final Elements elements;
    private final ServerSocketChannel server;
    private final Set<SocketChannel> accepted = ConcurrentHashMap.newKeySet();

    private BlockingSite(Match match, ServerSocketChannel server) {
        this.match = match;
        this.elements = new Elements(match.workload().kind());
        this.server = server;
    }

    static Site start(Match match) throws IOException {
        if (match.exchange() != Exchange.ECHO) {
            throw new IllegalArgumentException("blocking only echoes");
        }
        ServerSocketChannel server = ServerSocketChannel.open()
                .bind(new InetSocketAddress(match.door().server(), 0));
        BlockingSite started = new BlockingSite(match, server);
        Tasks.start("blocking-accept", started::accept);
        return started;
    }

    @Override
    public String address() {
        return SocketAddresses.text(match.door().host(), server.socket().getLocalPort());
    }

    @Override
    public List<Integer> ports() {
        return List.of(server.socket().getLocalPort());
    }

    @Override
    public void close() {
        try {
            server.close();
            for (SocketChannel channel : accepted) {
                channel.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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

    /**
     * The clients of the baseline with decoding: arrays are sent from the heap over a blocking socket. Each caller has
     * its own connection.
     */
    static final class Clients implements Contestant {
        private final Match match;
        private final Elements elements;
        private final InetSocketAddress address;

        Clients(Match match, String address) {
            this.match = match;
            this.elements = new Elements(match.workload().kind());
            this.address = SocketAddresses.of(address);
        }

        @Override
        public Caller caller() {
            try {
                return new Echoes(match, elements, new Connection(SocketChannel.open(address), elements));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {}

        private record Echoes(Match match, Elements elements, Connection connection, Object array) implements Caller {
            Echoes(Match match, Elements elements, Connection connection) {
                this(match, elements, connection, elements.array(match.request()));
            }

            @Override
            public Object call() {
                try {
                    connection.send(array);
                    Object answer = connection.receive();
                    if (answer == null) {
                        throw new IllegalStateException("the server closed the connection");
                    }
                    return answer;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public void check() {
                match.check(elements.content(call()));
            }

            @Override
            public void close() {
                try {
                    connection.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
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
