package io.parley.testkit.campaign;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A TCP relay that forwards one byte a second in one direction, and everything immediately in the other. Thread-safe.
 */
final class SlowWire implements AutoCloseable {
    private static final int CHUNK = 8 * 1024;
    /** Small receive buffer, so that the other end notices the slowness instead of the kernel buffering it. */
    private static final int RECEIVED_BYTES = 4 * 1024;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final InetSocketAddress server;
    private final boolean slowToServer;
    private final ServerSocket clients;
    private final List<Socket> sockets = new ArrayList<>();
    private volatile boolean closed;
    private volatile boolean slow;

    /**
     * Starts a relay.
     *
     * @param slowToServer whether the direction to the server is slow, or that to the client
     */
    SlowWire(InetSocketAddress server, boolean slowToServer) throws IOException {
        this.server = server;
        this.slowToServer = slowToServer;
        this.clients = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return clients.getLocalPort();
    }

    /** Starts to be slow. */
    void slowDown() {
        slow = true;
    }

    private void accept() {
        try {
            while (!closed) {
                Socket client = clients.accept();
                Socket behind = new Socket();
                add(client);
                add(behind);
                behind.setReceiveBufferSize(RECEIVED_BYTES);
                behind.connect(server);
                client.setTcpNoDelay(true);
                behind.setTcpNoDelay(true);
                start(() -> pass(client, behind, slowToServer));
                start(() -> pass(behind, client, !slowToServer));
            }
        } catch (IOException e) {
            close();
        }
    }

    private void pass(Socket from, Socket to, boolean slowly) {
        byte[] chunk = new byte[CHUNK];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            while (!closed) {
                boolean now = slowly && slow;
                int read = in.read(chunk, 0, now ? 1 : CHUNK);
                if (read < 0) {
                    return;
                }
                out.write(chunk, 0, read);
                if (now) {
                    LockSupport.parkNanos(SECOND);
                }
            }
        } catch (IOException e) {
            // One of the two ends is closed, and so is the other.
        }
    }

    private void add(Socket socket) {
        synchronized (sockets) {
            sockets.add(socket);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "parley-slow-wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        try (clients) {
            synchronized (sockets) {
                for (Socket socket : sockets) {
                    socket.close();
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("a socket of this machine cannot be closed", e);
        }
    }
}
