package io.parley.conformance;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP/1.1 side of the suite's service: serves one request per connection, then closes it or hands it over. For
 * clients under test on this machine. Thread-safe.
 */
final class HttpService implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 15_000;
    private static final int MOST_HEAD = 65_536;
    private static final int MOST_BODY = 16 * 1024 * 1024;
    private static final int BACKLOG = 50;

    /**
     * An HTTP request.
     *
     * @param headers by name in lower case; values of a repeated header are joined with commas
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes of the wire, never compared as parts of a record
    record Request(String method, String target, Map<String, String> headers, byte[] content) {
        String body() {
            return new String(content, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    /** Responds to requests. */
    interface Handler {
        /** Returns the response, or an empty text if the connection was handed over. */
        String handle(Request request, Socket connection) throws IOException;
    }

    private final ServerSocket server;
    private final @Nullable ShownCertificate certificate;
    private final Handler handler;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "parley-conform-http");
        thread.setDaemon(true);
        return thread;
    });

    private HttpService(ServerSocket server, @Nullable ShownCertificate certificate, Handler handler) {
        this.server = server;
        this.certificate = certificate;
        this.handler = handler;
    }

    /** Listens at the loopback address. */
    static HttpService open(int port, @Nullable ShownCertificate certificate, Handler handler) throws IOException {
        ServerSocket server = new ServerSocket();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        HttpService listener = new HttpService(server, certificate, handler);
        listener.threads.execute(listener::accept);
        return listener;
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket connection = server.accept();
                threads.execute(() -> serve(connection));
            } catch (IOException e) {
                return; // the listener was closed
            }
        }
    }

    private void serve(Socket tcp) {
        boolean handedOver = false;
        try {
            tcp.setSoTimeout(PATIENCE_MILLIS);
            tcp.setTcpNoDelay(true);
            Socket connection = certificate == null ? tcp : shakenHands(tcp, certificate);
            String response = handler.handle(request(connection.getInputStream()), connection);
            handedOver = response.isEmpty();
            connection.getOutputStream().write(response.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // The client closed or sent an invalid request; a case that waits for one finds none.
        } finally {
            if (!handedOver) {
                close(tcp);
            }
        }
    }

    private static SSLSocket shakenHands(Socket tcp, ShownCertificate certificate) throws IOException {
        SSLSocket tls = (SSLSocket) certificate.context().getSocketFactory().createSocket(tcp, null, true);
        tls.setUseClientMode(false);
        tls.startHandshake();
        return tls;
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The connection is closed; its last bytes do not matter.
        }
    }

    private static Request request(InputStream in) throws IOException {
        String[] lines = head(in).split("\r\n", -1);
        String[] first = lines[0].split(" ", -1);
        if (first.length != 3) {
            throw new IOException("expected a request line");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon > 0) {
                String name = lines[i].substring(0, colon).toLowerCase(Locale.ROOT);
                headers.merge(name, lines[i].substring(colon + 1).strip(), (one, other) -> one + ", " + other);
            }
        }
        return new Request(first[0], first[1], headers, body(in, headers));
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = in.read();
            if (next < 0 || head.length() > MOST_HEAD) {
                throw new EOFException("expected the head of a request");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (!headers.getOrDefault("transfer-encoding", "").contains("chunked")) {
            return exactly(in, Integer.parseInt(headers.getOrDefault("content-length", "0")));
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = HttpLines.chunkSize(in); size > 0; size = HttpLines.chunkSize(in)) {
            all.writeBytes(exactly(in, size));
            HttpLines.read(in);
            if (all.size() > MOST_BODY) {
                throw new IOException("expected a body of at most " + MOST_BODY + " bytes");
            }
        }
        HttpLines.read(in);
        return all.toByteArray();
    }

    private static byte[] exactly(InputStream in, int size) throws IOException {
        if (size < 0 || size > MOST_BODY) {
            throw new IOException("expected at most " + MOST_BODY + " bytes, found " + size);
        }
        byte[] bytes = in.readNBytes(size);
        if (bytes.length < size) {
            throw new EOFException("expected " + size + " bytes");
        }
        return bytes;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            threads.shutdownNow();
        }
    }
}
