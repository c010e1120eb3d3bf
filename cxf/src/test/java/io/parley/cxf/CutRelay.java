package io.parley.cxf;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A TCP relay on loopback that passes bytes on until it is cut for good. */
public final class CutRelay implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getByName("localhost"));
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile int target;

    public CutRelay() throws IOException {
        daemon(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Where to, on this machine, from now on: connections that stand are ended, or a client would go on where it was. */
    public void to(int port) throws IOException {
        target = port;
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
                daemon(() -> pass(client, server));
                daemon(() -> pass(server, client));
            }
        } catch (IOException e) {
            // It was cut.
        }
    }

    private static void pass(Socket from, Socket into) {
        try {
            from.getInputStream().transferTo(into.getOutputStream());
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
