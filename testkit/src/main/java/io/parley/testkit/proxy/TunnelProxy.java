package io.parley.testkit.proxy;

import io.parley.testkit.LoopbackSockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP forward proxy that may require credentials: it supports CONNECT, and forwards one request for each
 * connection. Thread-safe.
 */
public final class TunnelProxy implements AutoCloseable {
    private static final String UNKNOWN =
            String.join("\r\n", "HTTP/1.1 407 No", "Proxy-Authenticate: Basic realm=p", "Connection: close", "", "");

    private final LoopbackSockets sockets = new LoopbackSockets();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final String authorization;
    private final AtomicInteger tunnels = new AtomicInteger();

    /**
     * Starts a proxy.
     *
     * @param authorization required value of {@code Proxy-Authorization}; empty for none
     */
    public TunnelProxy(String authorization) throws IOException {
        this.authorization = authorization;
        threads.execute(this::take);
    }

    /** Returns its port on the loopback address. */
    public int port() {
        return sockets.port();
    }

    /** Returns the number of tunnels that were opened. */
    public int tunnels() {
        return tunnels.get();
    }

    private void take() {
        while (!sockets.isClosed()) {
            try {
                Socket client = sockets.accept();
                threads.execute(() -> serve(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream in = client.getInputStream();
            String head = head(in);
            String[] line = head.split(" ", 3);
            if (!authorization.isEmpty() && !head.contains("Proxy-Authorization: " + authorization + "\r\n")) {
                answer(client, UNKNOWN);
            } else if (line[0].equals("CONNECT")) {
                String[] to = line[1].split(":", 2);
                try (Socket service = sockets.connect(new InetSocketAddress(to[0], Integer.parseInt(to[1])))) {
                    tunnels.incrementAndGet();
                    answer(client, "HTTP/1.1 200 OK\r\n\r\n");
                    between(client, in, service);
                }
            } else {
                URI url = URI.create(line[1]);
                try (Socket service = sockets.connect(new InetSocketAddress(url.getHost(), url.getPort()))) {
                    String passed = head.replace(line[1], url.getRawPath())
                            .replaceFirst("(?i)\r\nConnection: [^\r]*", "")
                            .replaceFirst("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
                    answer(service, passed);
                    between(client, in, service);
                }
            }
        } catch (IOException e) {
            // Either side has closed, and so does this connection.
        }
    }

    private void between(Socket client, InputStream in, Socket service) throws IOException {
        var unused = threads.submit(() -> {
            in.transferTo(service.getOutputStream());
            service.shutdownOutput();
            return null;
        });
        service.getInputStream().transferTo(client.getOutputStream());
    }

    private static void answer(Socket to, String text) throws IOException {
        OutputStream out = to.getOutputStream();
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        sockets.close();
        threads.shutdownNow();
    }
}
