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

/**
 * A TCP proxy on the loopback address between one node and the data that it shares with others, which can be cut.
 * Thread-safe.
 */
public final class PartitionProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionProxy.class);
    private static final int BUFFER_BYTES = 16 * 1024;

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile State state = State.WHOLE;

    private enum State {
        WHOLE,
        CUT,
        SILENT
    }

    /** Listens, and forwards to a port of the loopback address. */
    public PartitionProxy(int port) throws IOException {
        this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Returns the port that it listens at. */
    public int port() {
        return listener.getLocalPort();
    }

    /**
     * Stops forwarding.
     *
     * @param silently whether connections stay open and their bytes are discarded; otherwise they are closed
     */
    public void cut(boolean silently) {
        state = silently ? State.SILENT : State.CUT;
        if (!silently) {
            open.forEach(this::drop);
        }
    }

    /** Forwards new connections again. Those that were open are closed; discarded bytes are lost. */
    public void heal() {
        open.forEach(this::drop);
        state = State.WHOLE;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        open.forEach(this::drop);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket near = listener.accept();
                if (state == State.CUT) {
                    near.close();
                } else {
                    join(near);
                }
            } catch (IOException e) {
                LOG.debug("Closed a connection that could not be forwarded", e);
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
            LOG.debug("Connection ended", e);
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
