package io.parley.transport.stream.endpoint;

import io.parley.channel.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A NAT that forgets connections: what the server sends on one is lost, the client is told by a reset when it sends something,
 * and the server is not told.
 */
final class ForgetfulNat implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;

    private final ServerSocket listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    private final Address to;
    private final Set<Mapping> known = ConcurrentHashMap.newKeySet();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger forgotten = new AtomicInteger();

    ForgetfulNat(Address to) throws IOException {
        this.to = to;
        daemon(this::accept);
    }

    Address address() {
        return new Address(to.host(), listener.getLocalPort());
    }

    int forgotten() {
        return forgotten.get();
    }

    /** Forgets all connections that stand. */
    void forget() {
        forgotten.incrementAndGet();
        known.forEach(mapping -> mapping.forgotten = true);
        known.clear();
    }

    private static final class Mapping {
        private final Socket client;
        private final Socket server;
        private volatile boolean forgotten;

        Mapping(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void toServer() {
            byte[] buffer = new byte[BUFFER];
            try {
                InputStream in = client.getInputStream();
                OutputStream out = server.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (forgotten) {
                        client.setSoLinger(true, 0);
                        client.close();
                        return;
                    }
                    out.write(buffer, 0, read);
                }
                if (!forgotten) {
                    server.shutdownOutput();
                }
            } catch (IOException e) {
                closed(client);
                if (!forgotten) {
                    closed(server);
                }
            }
        }

        void toClient() {
            byte[] buffer = new byte[BUFFER];
            try {
                InputStream in = server.getInputStream();
                OutputStream out = client.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (!forgotten) {
                        out.write(buffer, 0, read);
                    }
                }
                if (!forgotten) {
                    client.shutdownOutput();
                } else {
                    closed(server);
                }
            } catch (IOException e) {
                closed(server);
                if (!forgotten) {
                    closed(client);
                }
            }
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(to.host(), to.port());
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                Mapping mapping = new Mapping(client, server);
                known.add(mapping);
                daemon(mapping::toServer);
                daemon(mapping::toClient);
            }
        } catch (IOException e) {
            sockets.forEach(ForgetfulNat::closed); // the listener was closed: the test is over
        }
    }

    private static void closed(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError("a socket cannot be closed", e);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "nat");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
