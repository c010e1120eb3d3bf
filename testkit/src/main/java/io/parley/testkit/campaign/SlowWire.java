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

/** A relay of TCP connections that passes one byte a second on in one direction, and everything at once in the other. Thread-safe. */
final class SlowWire implements AutoCloseable {
    private static final int CHUNK = 8 * 1024;
    /** Small, so that the slowness is felt at the other end and not in buffers of this machine. */
    private static final int RECEIVED_BYTES = 4 * 1024;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final InetSocketAddress server;
    private final boolean slowToServer;
    private final ServerSocket clients;
    private final List<Socket> sockets = new ArrayList<>();
    private volatile boolean closed;
    private volatile boolean slow;

    /** @param slowToServer the direction that is slow; else it is the one to the client */
    SlowWire(InetSocketAddress server, boolean slowToServer) throws IOException {
        this.server = server;
        this.slowToServer = slowToServer;
        this.clients = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return clients.getLocalPort();
    }

    /** From now on it is slow. */
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
            // One of both ends has gone, and so does the other.
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
