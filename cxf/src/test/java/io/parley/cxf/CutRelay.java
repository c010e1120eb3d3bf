package io.parley.cxf;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A TCP relay on loopback that passes bytes on until it falls silent, or is cut for good. */
public final class CutRelay implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getByName("localhost"));
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    /** What each client's connection began with, as far as it came at once. */
    private final List<String> beginnings = new CopyOnWriteArrayList<>();

    private volatile int target;
    /** Raised when all connections so far fall silent. */
    private final AtomicInteger silences = new AtomicInteger();

    public CutRelay() throws IOException {
        daemon(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Returns what clients' connections began with, as ISO 8859-1. */
    List<String> beginnings() {
        return beginnings;
    }

    /** Where to, on this machine, from now on: connections that stand are ended, or a client would go on where it was. */
    public void to(int port) throws IOException {
        target = port;
        endAll();
    }

    /** Passes nothing on any more of what comes on connections that stand, and ends none of them; new ones work. */
    public void fallSilent() {
        silences.incrementAndGet();
    }

    /** Ends all connections, and takes others. */
    void cutOnce() throws IOException {
        endAll();
    }

    /** Ends all connections and takes no more. */
    public void cut() throws IOException {
        listener.close();
        endAll();
    }

    private void endAll() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        cut();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket("localhost", target);
                sockets.add(client);
                sockets.add(server);
                int made = silences.get();
                daemon(() -> pass(client, server, made, beginnings::add));
                daemon(() -> pass(server, client, made, answer -> {}));
            }
        } catch (IOException e) {
            // It was cut.
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
            // It was cut.
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }
}
