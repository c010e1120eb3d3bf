package io.parley.testkit.context;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A TCP proxy on loopback by which one node reaches what it shares with others, until it is cut. Thread-safe. */
public final class PartitionProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionProxy.class);
    private static final int BUFFER_BYTES = 16 * 1024;

    private final InetSocketAddress target;
    private final ServerSocket door;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile State state = State.WHOLE;

    private enum State {
        WHOLE,
        CUT,
        SILENT
    }

    /** Listens, and passes on to that port of this machine. */
    public PartitionProxy(int port) throws IOException {
        this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Where it listens. */
    public int port() {
        return door.getLocalPort();
    }

    /**
     * Nothing is passed on any more.
     *
     * @param silently whether connections seem to stand
     */
    public void cut(boolean silently) {
        state = silently ? State.SILENT : State.CUT;
        if (!silently) {
            open.forEach(this::drop);
        }
    }

    /** Connections that are made from now on are passed on; what was swallowed is lost, and so are its connections. */
    public void heal() {
        open.forEach(this::drop);
        state = State.WHOLE;
    }

    @Override
    public void close() throws IOException {
        door.close();
        open.forEach(this::drop);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket near = door.accept();
                if (state == State.CUT) {
                    near.close();
                } else {
                    join(near);
                }
            } catch (IOException e) {
                LOG.debug("a connection was not passed on", e);
            }
        }
    }

    private void join(Socket near) throws IOException {
        open.add(near);
        Socket far = new Socket();
        open.add(far);
        try {
            far.connect(target);
        } catch (IOException e) {
            drop(near);
            throw e;
        }
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        start(() -> pump(near, far));
        start(() -> pump(far, near));
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (state == State.WHOLE) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            LOG.debug("a connection ended", e);
        }
    }

    private void drop(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket cannot be closed", e);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "parley-partition-proxy");
        thread.setDaemon(true);
        thread.start();
    }
}
