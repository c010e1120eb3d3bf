package io.parley.bench.contest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The floor that decodes: arrays come over a blocking socket into a new array, and go back. A thread for each connection, and
 * nothing else.
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
        start("blocking-accept", started::accept);
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
            // The site was closed.
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
}
