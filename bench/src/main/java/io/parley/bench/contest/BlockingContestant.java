package io.parley.bench.contest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The floor that decodes: arrays go from the heap over a blocking socket into a new array, and back. A thread of the server for each
 * connection, a connection for each caller, and nothing else.
 */
final class BlockingContestant implements Contestant {
    private final Match match;
    private final Elements elements;
    private final ServerSocketChannel server;
    private final Set<SocketChannel> accepted = ConcurrentHashMap.newKeySet();

    private BlockingContestant(Match match, ServerSocketChannel server) {
        this.match = match;
        this.elements = Elements.of(match.workload().kind());
        this.server = server;
    }

    static Contestant start(Match match) throws IOException {
        if (match.exchange() != Exchange.ECHO) {
            throw new IllegalArgumentException("blocking only echoes");
        }
        ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        BlockingContestant started = new BlockingContestant(match, server);
        start("blocking-accept", started::accept);
        return Contestant.behind(match.door(), List.of(started.port()), started::close, () -> started);
    }

    @Override
    public Caller caller() {
        try {
            SocketChannel channel =
                    SocketChannel.open(new InetSocketAddress(match.door().host(), port()));
            return new Echoes(match, elements, new BlockingConnection(channel, elements));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    private int port() {
        return server.socket().getLocalPort();
    }

    private void accept() {
        while (true) {
            try {
                SocketChannel channel = server.accept();
                accepted.add(channel);
                start("blocking-server", () -> serve(channel));
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void serve(SocketChannel channel) {
        try (BlockingConnection connection = new BlockingConnection(channel, elements)) {
            for (Object array = connection.receive(); array != null; array = connection.receive()) {
                connection.send(array);
            }
        } catch (ClosedChannelException e) {
            // The contestant was closed.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            accepted.remove(channel);
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private record Echoes(Match match, Elements elements, BlockingConnection connection, Object array)
            implements Caller {
        Echoes(Match match, Elements elements, BlockingConnection connection) {
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
