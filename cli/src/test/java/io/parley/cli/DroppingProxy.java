package io.parley.cli;

import io.parley.testkit.LoopbackSockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A proxy that relays connections to a service, and removes the lines that begin with the name of one header. */
final class DroppingProxy implements AutoCloseable {
    private final LoopbackSockets sockets = new LoopbackSockets();
    private final URI service;
    private final String dropped;

    /** @param dropped the header's name in lower case */
    DroppingProxy(URI service, String dropped) throws IOException {
        this.service = service;
        this.dropped = dropped + ":";
        beside(() -> {
            while (true) {
                serve(sockets.accept());
            }
        });
    }

    String url() {
        return "http://localhost:" + sockets.port() + service.getPath();
    }

    private void serve(Socket client) throws IOException {
        Socket node = sockets.connect(new InetSocketAddress(service.getHost(), service.getPort()));
        beside(() -> {
            node.getInputStream().transferTo(client.getOutputStream());
            sockets.drop(client);
        });
        beside(() -> {
            pass(client.getInputStream(), node.getOutputStream());
            sockets.drop(node);
        });
    }

    /** Relays all bytes except lines that begin with the header's name, which frames do not contain. */
    private void pass(InputStream in, OutputStream out) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            line.append((char) next);
            boolean ended = next == '\n';
            boolean mayBeDropped =
                    dropped.startsWith(start(line)) || start(line).equals(dropped);
            if (ended || !mayBeDropped) {
                if (!start(line).equals(dropped)) {
                    out.write(line.toString().getBytes(StandardCharsets.ISO_8859_1));
                    out.flush();
                    line.setLength(0);
                    if (!ended) {
                        next = passLine(in, out);
                        if (next < 0) {
                            return;
                        }
                    }
                } else {
                    line.setLength(0);
                }
            }
        }
    }

    private static int passLine(InputStream in, OutputStream out) throws IOException {
        int next = in.read();
        while (next >= 0) {
            out.write(next);
            if (in.available() == 0 || next == '\n') {
                out.flush();
            }
            if (next == '\n') {
                return next;
            }
            next = in.read();
        }
        return next;
    }

    private String start(StringBuilder line) {
        return line.substring(0, Math.min(line.length(), dropped.length())).toLowerCase(Locale.ROOT);
    }

    /** A task that ends when its sockets are closed. */
    private interface Work {
        void run() throws IOException;
    }

    private static void beside(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // a socket was closed
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        sockets.close();
    }
}
