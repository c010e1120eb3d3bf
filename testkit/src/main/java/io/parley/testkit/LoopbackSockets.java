package io.parley.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.HashSet;
import java.util.Set;

/**
 * A listener on the loopback address with its connections: those that it accepted, and those that a proxy opened for
 * them. After {@link #close} none is open: a {@link ServerSocket} alone may still accept one while it is closed, on a
 * thread that was accepting. Thread-safe.
 */
public final class LoopbackSockets implements AutoCloseable {
    private static final int BACKLOG = 50;

    private final ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    private final Set<Socket> open = new HashSet<>();
    private boolean closed;

    /** Listens at a free port. */
    public LoopbackSockets() throws IOException {}

    /** Returns the port that it listens at. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Returns whether it was closed. */
    public boolean isClosed() {
        return listener.isClosed();
    }

    /**
     * Accepts a connection. Blocks.
     *
     * @throws IOException if the listener was closed
     */
    public Socket accept() throws IOException {
        Socket accepted = listener.accept();
        add(accepted);
        return accepted;
    }

    /**
     * Opens a connection. Blocks; {@link #cut} ends it.
     *
     * @throws IOException if nobody accepts it, or the listener was closed
     */
    public Socket connect(InetSocketAddress to) throws IOException {
        Socket opened = new Socket();
        add(opened);
        try {
            opened.connect(to);
            return opened;
        } catch (IOException e) {
            drop(opened);
            throw e;
        }
    }

    private void add(Socket socket) throws IOException {
        synchronized (open) {
            if (!closed) {
                open.add(socket);
                return;
            }
        }
        socket.close();
        throw new SocketException("the listener is closed");
    }

    /** Closes a connection. */
    public void drop(Socket socket) {
        synchronized (open) {
            open.remove(socket);
        }
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket of this machine cannot be closed", e);
        }
    }

    /** Closes all connections that are open now; new ones are accepted. */
    public void cut() {
        Set<Socket> now;
        synchronized (open) {
            now = Set.copyOf(open);
        }
        now.forEach(this::drop);
    }

    /** Stops listening, and closes all connections. */
    @Override
    public void close() throws IOException {
        synchronized (open) {
            closed = true;
        }
        listener.close();
        cut();
    }
}
