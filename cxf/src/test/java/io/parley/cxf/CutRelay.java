package io.parley.cxf;

import io.parley.testkit.LoopbackSockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A TCP relay on loopback that forwards bytes until it falls silent or is cut for good. */
public final class CutRelay implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;

    private final LoopbackSockets sockets = new LoopbackSockets();
    /** The first bytes of each client connection. */
    private final List<String> beginnings = new CopyOnWriteArrayList<>();

    private volatile int target;
    /** Incremented when all connections so far fall silent. */
    private final AtomicInteger silences = new AtomicInteger();

    public CutRelay() throws IOException {
        daemon(this::accept);
    }

    public int port() {
        return sockets.port();
    }

    /** Returns the first bytes of each client connection, as ISO 8859-1. */
    List<String> beginnings() {
        return beginnings;
    }

    /**
     * Forwards to another local port from now on, and ends open connections, which would otherwise keep their old
     * target.
     */
    public void to(int port) {
        target = port;
        sockets.cut();
    }

    /** Stops forwarding on open connections without ending them; new connections work. */
    public void fallSilent() {
        silences.incrementAndGet();
    }

    /** Ends all connections; accepts new ones. */
    void cutOnce() {
        sockets.cut();
    }

    /** Ends all connections and accepts no more. */
    public void cut() throws IOException {
        sockets.close();
    }

    @Override
    public void close() throws IOException {
        cut();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = sockets.accept();
                Socket server = sockets.connect(new InetSocketAddress("localhost", target));
                int made = silences.get();
                daemon(() -> pass(client, server, made, beginnings::add));
                daemon(() -> pass(server, client, made, answer -> {}));
            }
        } catch (IOException e) {
            // The relay was cut.
        }
    }

    private void pass(Socket from, Socket into, int made, Consumer<String> first) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = into.getOutputStream();
            boolean isFirst = true;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (isFirst) {
                    isFirst = false;
                    first.accept(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
                }
                if (made == silences.get()) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            // The relay was cut.
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }
}
