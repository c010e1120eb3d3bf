package io.parley.bench.link;

import io.parley.bench.contest.Door;
import io.parley.bench.contest.Tasks;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A proxy that simulates a link between clients and servers. Clients connect to the loopback address of this door, and
 * their bytes are forwarded at the pace of the link. The bytes of both directions are counted. All connections share
 * the link. Thread-safe.
 */
public final class LinkDoor implements Door, AutoCloseable {
    private static final int BACKLOG = 64;
    private static final int FIRST_HOST = 2;
    private static final int LAST_HOST = 250;
    /** Number of doors so far: each door has an address of its own, so that several can forward to the same port. */
    private static final AtomicInteger HOSTS = new AtomicInteger();

    private final String host = "127.0.0." + (FIRST_HOST + HOSTS.getAndIncrement() % (LAST_HOST - FIRST_HOST + 1));
    private final LongAdder bytes = new LongAdder();
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private final Link link;
    private final Wire there;
    private final Wire back;

    /** Creates a door in front of a link. */
    public LinkDoor(Link link) {
        this.link = link;
        this.there = new Wire(link, System.nanoTime());
        this.back = new Wire(link, System.nanoTime());
    }

    /** Returns the number of bytes forwarded so far. */
    public long bytes() {
        return bytes.sum();
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public void open(List<Integer> ports) throws IOException {
        for (int port : ports) {
            ServerSocket door = new ServerSocket(port, BACKLOG, InetAddress.getByName(host));
            open.add(door);
            Tasks.start("bench-door", () -> accept(door, port));
        }
    }

    @Override
    public void close() {
        open.forEach(LinkDoor::end);
    }

    private void accept(ServerSocket door, int port) {
        try {
            while (true) {
                connect(door.accept(), port);
            }
        } catch (IOException e) {
            // The door was closed or the server is not reachable: no more connections are accepted.
            end(door);
        }
    }

    private void connect(Socket client, int port) throws IOException {
        Socket server = new Socket();
        Connection connection = new Connection(client, server, open::remove);
        open.add(connection);
        server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        // The client's TCP handshake was answered by this proxy at once; over the link it takes a round trip.
        Duration handshake = link.delay().multipliedBy(2);
        new Passage(connection, client, server, bytes, exit(connection, server, there, handshake)).start();
        new Passage(connection, server, client, bytes, exit(connection, client, back, Duration.ZERO)).start();
    }

    private @Nullable WireExit exit(Connection connection, Socket to, Wire wire, Duration opening) {
        return link.isSlow() ? WireExit.start(connection, to, wire, opening) : null;
    }

    static void end(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket of this machine cannot be closed", e);
        }
    }

    /**
     * The two sockets of a forwarded connection: from the client to the door and from the door to the server. Each
     * direction ends separately, as in TCP; both sockets are closed after both directions have ended. Thread-safe.
     */
    static final class Connection implements Closeable {
        private final AtomicInteger directions = new AtomicInteger(2);
        private final Socket client;
        private final Socket server;
        private final Consumer<Connection> after;

        /**
         * Creates a connection from its two sockets.
         *
         * @param after called when both directions have ended
         */
        Connection(Socket client, Socket server, Consumer<Connection> after) {
            this.client = client;
            this.server = server;
            this.after = after;
        }

        /** Shuts down the output towards the given side, after all its bytes were written. */
        void ended(Socket to) {
            try {
                to.shutdownOutput();
            } catch (IOException e) {
                // That side has closed its socket, which ends the other direction too.
                LinkDoor.end(this);
            }
            if (directions.decrementAndGet() == 0) {
                LinkDoor.end(this);
                after.accept(this);
            }
        }

        @Override
        public void close() throws IOException {
            client.close();
            server.close();
        }
    }
}
