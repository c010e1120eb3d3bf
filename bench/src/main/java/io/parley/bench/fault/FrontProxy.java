package io.parley.bench.fault;

import io.parley.bench.contest.Tasks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A TCP proxy in front of a port that cuts, silences or slows down connections on request. Thread-safe. */
final class FrontProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FrontProxy.class);
    private static final int CHUNK = 16 * 1024;
    private static final int SLOW_CHUNK = 200;
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final InetAddress SERVER = InetAddress.getLoopbackAddress();

    private final int port;
    private final ServerSocket door;
    private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
    private volatile boolean slow;

    /** The two sockets of a proxied connection. */
    private static final class Pair {
        private final Socket client;
        private final Socket server;
        private volatile boolean silent;
        private volatile boolean spared;

        Pair(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }
    }

    /** Listens at {@link Place#FRONT}, on the port number of the server. */
    FrontProxy(int port) throws IOException {
        this.port = port;
        this.door = new ServerSocket();
        door.setReuseAddress(true);
        door.bind(new InetSocketAddress(Place.FRONT, port));
        Tasks.start("front", this::accept);
    }

    /** Resets all open connections. */
    void cut() {
        pairs.forEach(FrontProxy::reset);
    }

    /** Stops forwarding on open connections, but leaves them open. New connections work. */
    void silence() {
        pairs.forEach(pair -> pair.silent = true);
    }

    /** Exempts the connections that are open now from {@link #slowDown}. */
    void spare() {
        pairs.forEach(pair -> pair.spared = true);
    }

    /** Limits data from servers to two kilobytes a second on each connection from now on. */
    void slowDown() {
        slow = true;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                connect(client);
            } catch (IOException e) {
                if (!door.isClosed()) {
                    LockSupport.parkNanos(SLOW_NANOS);
                }
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server = new Socket();
        try {
            server.connect(new InetSocketAddress(SERVER, port));
        } catch (IOException e) {
            client.close(); // Like a load balancer whose server is down.
            return;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Pair pair = new Pair(client, server);
        pairs.add(pair);
        Tasks.start("front", () -> pass(pair, client, server, false));
        Tasks.start("front", () -> pass(pair, server, client, true));
    }

    private void pass(Pair pair, Socket from, Socket to, boolean answers) {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            boolean slowed = answers && slow && !pair.spared;
            int read = in.read(chunk, 0, slowed ? SLOW_CHUNK : CHUNK);
            while (read >= 0) {
                while (pair.silent) {
                    LockSupport.parkNanos(SLOW_NANOS);
                    if (from.isClosed()) {
                        return;
                    }
                }
                if (slowed) {
                    LockSupport.parkNanos(SLOW_NANOS);
                }
                out.write(chunk, 0, read);
                slowed = answers && slow && !pair.spared;
                read = in.read(chunk, 0, slowed ? SLOW_CHUNK : CHUNK);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            reset(pair);
        } finally {
            if (from.isInputShutdown() || from.isClosed() || to.isClosed()) {
                pairs.remove(pair);
            }
        }
    }

    private static void reset(Pair pair) {
        for (Socket socket : new Socket[] {pair.client, pair.server}) {
            try {
                socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException e) {
                LOG.trace("a connection was closed before", e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
    }
}
