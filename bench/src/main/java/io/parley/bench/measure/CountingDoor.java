package io.parley.bench.measure;

import io.parley.bench.contest.Door;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the bytes between clients and servers, both ways: clients connect to a loopback address of its own, from where
 * it hands on. Thread-safe.
 */
final class CountingDoor implements Door, AutoCloseable {
    private static final String HOST = "127.0.0.2";
    private static final int BACKLOG = 64;
    private static final int BUFFER_BYTES = 64 * 1024;

    private final LongAdder bytes = new LongAdder();
    private final ConcurrentLinkedQueue<Closeable> open = new ConcurrentLinkedQueue<>();

    /** What went through so far. */
    long bytes() {
        return bytes.sum();
    }

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public void open(List<Integer> ports) throws IOException {
        for (int port : ports) {
            ServerSocket door = new ServerSocket(port, BACKLOG, InetAddress.getByName(HOST));
            open.add(door);
            start(() -> accept(door, port));
        }
    }

    @Override
    public void close() {
        open.forEach(CountingDoor::end);
    }

    private void accept(ServerSocket door, int port) {
        try {
            while (true) {
                Socket client = accepted(door.accept());
                Socket server = accepted(new Socket());
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                start(() -> handOn(client, server));
                start(() -> handOn(server, client));
            }
        } catch (IOException e) {
            // Closed, or the server is gone: then nobody comes through this door any more.
            end(door);
        }
    }

    private Socket accepted(Socket socket) throws IOException {
        open.add(socket);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private void handOn(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to) {
            var in = from.getInputStream();
            var out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes.add(count);
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // One of both went away, which the other sees by its own connection's end.
            end(from);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "bench-door");
        thread.setDaemon(true);
        thread.start();
    }

    private static void end(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket of this machine cannot be closed", e);
        }
    }
}
