package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.testkit.LoopbackSockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A TCP relay on loopback that passes bytes on until it cuts the connections: at once, or after a number of bytes. */
public final class Relay implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;

    private volatile Address to;
    private final LoopbackSockets sockets = new LoopbackSockets();
    private final AtomicLong leftToServer = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong leftToClient = new AtomicLong(Long.MAX_VALUE);
    private final AtomicInteger accepted = new AtomicInteger();
    private final List<Pair> pairs = new CopyOnWriteArrayList<>();
    private volatile boolean swallows;

    /** The two sockets of a relayed connection. */
    private static final class Pair {
        private final Socket client;
        private final Socket server;
        private volatile boolean forgotten;

        Pair(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }
    }

    public Relay(Address to) throws IOException {
        this.to = to;
        daemon(this::accept);
    }

    public Address address() {
        return new Address(to.host(), sockets.port());
    }

    /** Cuts the connections after this number of further bytes from the client to the server. */
    void cutBehindRequestBytes(long bytes) {
        leftToServer.set(bytes);
    }

    /** Cuts the connections after this number of further bytes from the server to the client. */
    void cutBehindResponseBytes(long bytes) {
        leftToClient.set(bytes);
    }

    /** Cuts all connections; new ones are relayed again. */
    public void cut() {
        leftToServer.set(Long.MAX_VALUE);
        leftToClient.set(Long.MAX_VALUE);
        sockets.cut();
    }

    /**
     * Drops all connections as a NAT does that lost its table: bytes from the server are discarded, the client gets a
     * reset when it sends, and the server gets no notice.
     */
    public void forget() {
        pairs.forEach(pair -> pair.forgotten = true);
        pairs.clear();
    }

    /** Relays new connections to the other address. */
    public void leadTo(Address other) {
        to = other;
    }

    /**
     * Sets whether bytes from the client are discarded without its noticing. A connection of which bytes were discarded
     * remains in this state: no network delivers the rest of a stream without its beginning.
     */
    public void swallow(boolean all) {
        swallows = all;
    }

    /** Returns the number of connections accepted so far. */
    public int accepted() {
        return accepted.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = sockets.accept();
                accepted.incrementAndGet();
                join(client);
            }
        } catch (IOException e) {
            // The listener was closed: the test has ended.
            cut();
        }
    }

    private void join(Socket client) throws IOException {
        Socket server;
        try {
            server = sockets.connect(new InetSocketAddress(to.host(), to.port()));
        } catch (ConnectException e) {
            sockets.drop(client); // the server does not listen
            return;
        }
        Pair pair = new Pair(client, server);
        pairs.add(pair);
        daemon(() -> pass(pair, true));
        daemon(() -> pass(pair, false));
    }

    private void pass(Pair pair, boolean toServer) {
        Socket from = toServer ? pair.client : pair.server;
        Socket into = toServer ? pair.server : pair.client;
        AtomicLong left = toServer ? leftToServer : leftToClient;
        byte[] buffer = new byte[BUFFER];
        boolean swallowed = false;
        try {
            InputStream in = from.getInputStream();
            OutputStream out = into.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (toServer && pair.forgotten) {
                    from.setSoLinger(true, 0);
                    sockets.drop(from);
                    return;
                }
                long allowed = left.getAndAdd(-read);
                swallowed |= toServer ? swallows : pair.forgotten;
                if (!swallowed) {
                    out.write(buffer, 0, (int) Math.max(0, Math.min(read, allowed)));
                }
                if (allowed <= read) {
                    cut();
                    return;
                }
            }
            if (pair.forgotten) {
                sockets.drop(from);
            } else {
                into.shutdownOutput();
            }
        } catch (IOException e) {
            // One end was closed: close the other, unless the connection was dropped silently.
            sockets.drop(from);
            if (!pair.forgotten) {
                sockets.drop(into);
            }
        } finally {
            pairs.remove(pair);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        sockets.close();
    }
}
