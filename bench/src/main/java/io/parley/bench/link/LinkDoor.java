package io.parley.bench.link;

import io.parley.bench.contest.Door;
import io.parley.bench.contest.Tasks;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP proxy that simulates a link between clients and servers. Clients connect to the loopback address of this door,
 * and their bytes are forwarded at the pace of the link. The bytes of both directions are counted. All connections
 * share the link; on request they are cut, silenced or slowed down. Thread-safe.
 */
public final class LinkDoor implements Door, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LinkDoor.class);
    private static final int BACKLOG = 64;
    private static final int FIRST_HOST = 2;
    private static final int LAST_HOST = 250;

    /** Number of doors so far: each door has an address of its own, so that several can forward to the same port. */
    private static final AtomicInteger HOSTS = new AtomicInteger();

    private final String host;
    private final Link link;
    private final Wire there;
    private final Wire back;
    private final LongAdder bytes = new LongAdder();
    private final Set<ServerSocket> doors = ConcurrentHashMap.newKeySet();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean slow;

    /** Creates a door in front of a link. */
    public LinkDoor(Link link) {
        this(link, "127.0.0." + (FIRST_HOST + HOSTS.getAndIncrement() % (LAST_HOST - FIRST_HOST + 1)));
    }

    /** Creates a door at an address that no other door has. */
    public LinkDoor(Link link, String host) {
        this.link = link;
        this.host = host;
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
            doors.add(door);
            Tasks.start("bench-door", () -> accept(door, port));
        }
    }

    /** Resets all open connections. */
    public void cut() {
        connections.forEach(Connection::reset);
    }

    /** Stops forwarding on open connections, but leaves them open. New connections work. */
    public void silence() {
        connections.forEach(connection -> connection.silent = true);
    }

    /** Limits data from servers to two kilobytes a second on each connection from now on. */
    public void slowDown() {
        slow = true;
    }

    /** Exempts the connections that are open now from {@link #slowDown}. */
    public void spare() {
        connections.forEach(connection -> connection.spared = true);
    }

    @Override
    public void close() {
        doors.forEach(Tasks::close);
        cut();
    }

    private void accept(ServerSocket door, int port) {
        try {
            while (true) {
                connect(door.accept(), port);
            }
        } catch (IOException e) {
            LOG.trace("a door was closed", e);
        }
    }

    private void connect(Socket client, int port) throws IOException {
        Socket server = new Socket();
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            client.close(); // Like a load balancer whose server is down.
            return;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Connection connection = new Connection(client, server);
        connections.add(connection);
        // The client's TCP handshake was answered by this proxy at once; over the link it takes a round trip.
        Duration handshake = link.delay().multipliedBy(2);
        new Passage(connection, client, server).start(exit(connection, server, there, handshake));
        new Passage(connection, server, client).start(exit(connection, client, back, Duration.ZERO));
    }

    private @Nullable WireExit exit(Connection connection, Socket to, Wire wire, Duration opening) {
        return link.isSlow() ? WireExit.start(connection, to, wire, opening) : null;
    }

    /**
     * The two sockets of a forwarded connection: from the client to the door and from the door to the server. Each
     * direction ends separately, as in TCP; both sockets are closed after both directions have ended. Thread-safe.
     */
    final class Connection {
        private final AtomicInteger directions = new AtomicInteger(2);
        private final Socket client;
        private final Socket server;
        private volatile boolean silent;
        private volatile boolean spared;

        Connection(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void count(int forwarded) {
            bytes.add(forwarded);
        }

        boolean isSilent() {
            return silent;
        }

        /** Returns whether data from this side is slowed down. */
        boolean isSlow(Socket from) {
            return slow && !spared && from == server;
        }

        /** Shuts down the output towards the given side, after all its bytes were written. */
        void ended(Socket to) {
            try {
                to.shutdownOutput();
                if (directions.decrementAndGet() == 0) {
                    connections.remove(this);
                    client.close();
                    server.close();
                }
            } catch (IOException e) {
                reset(); // That side has closed its socket, which ends the other direction too.
            }
        }

        /** Closes both sockets without delivering what is under way. */
        void reset() {
            connections.remove(this);
            for (Socket socket : List.of(client, server)) {
                try {
                    socket.setSoLinger(true, 0);
                    socket.close();
                } catch (IOException e) {
                    LOG.trace("a connection was closed before", e);
                }
            }
        }
    }
}
