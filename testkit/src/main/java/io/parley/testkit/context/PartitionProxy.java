package io.parley.testkit.context;

import io.parley.testkit.LoopbackSockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
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
    private final LoopbackSockets sockets = new LoopbackSockets();
    private volatile State state = State.WHOLE;

    private enum State {
        WHOLE,
        CUT,
        SILENT
    }

    /** Listens, and forwards to a port of the loopback address. */
    public PartitionProxy(int port) throws IOException {
        this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        start(this::accept);
    }

    /** Returns the port that it listens at. */
    public int port() {
        return sockets.port();
    }

    /**
     * Stops forwarding.
     *
     * @param silently whether connections stay open and their bytes are discarded; otherwise they are closed
     */
    public void cut(boolean silently) {
        state = silently ? State.SILENT : State.CUT;
        if (!silently) {
            sockets.cut();
        }
    }

    /** Forwards new connections again. Those that were open are closed; discarded bytes are lost. */
    public void heal() {
        sockets.cut();
        state = State.WHOLE;
    }

    @Override
    public void close() throws IOException {
        sockets.close();
    }

    private void accept() {
        while (!sockets.isClosed()) {
            try {
                Socket near = sockets.accept();
                if (state == State.CUT) {
                    sockets.drop(near);
                } else {
                    join(near);
                }
            } catch (IOException e) {
                LOG.debug("Closed a connection that could not be forwarded", e);
            }
        }
    }

    private void join(Socket near) throws IOException {
        Socket far;
        try {
            far = sockets.connect(target);
        } catch (IOException e) {
            sockets.drop(near);
            throw e;
        }
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        start(() -> pump(near, far));
        start(() -> pump(far, near));
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (state == State.WHOLE) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            LOG.debug("Connection ended", e);
        } finally {
            sockets.drop(from);
            sockets.drop(to);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "parley-partition-proxy");
        thread.setDaemon(true);
        thread.start();
    }
}
