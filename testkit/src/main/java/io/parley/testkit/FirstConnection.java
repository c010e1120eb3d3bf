package io.parley.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A TCP relay that forwards the first connection to a service and accepts all others without ever answering them. */
public final class FirstConnection implements AutoCloseable {
    private final ServerSocket listening;
    private final int port;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /**
     * Creates a relay on a free port of the loopback address.
     *
     * @param port of the service, at the loopback address
     */
    public FirstConnection(int port) throws IOException {
        this.port = port;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Returns the service's address through this relay. */
    public URI to(URI service) {
        String at = "http://" + listening.getInetAddress().getHostAddress() + ":" + listening.getLocalPort();
        return URI.create(at + service.getPath());
    }

    private void accept() throws IOException {
        Socket first = kept(listening.accept());
        Socket onward = kept(new Socket(InetAddress.getLoopbackAddress(), port));
        start(() -> pass(first, onward));
        start(() -> pass(onward, first));
        while (true) {
            kept(listening.accept());
        }
    }

    private Socket kept(Socket socket) {
        sockets.add(socket);
        return socket;
    }

    private static void pass(Socket from, Socket to) throws IOException {
        try (from;
                to;
                InputStream in = from.getInputStream()) {
            in.transferTo(to.getOutputStream());
        }
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The test is over, or one of the two has closed.
                    }
                },
                "first-connection");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
