package io.parley.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP server that reads each request completely, starts a response, and then stalls while the connection stays
 * open.
 */
public final class StallingService implements AutoCloseable {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: ";

    private final LoopbackSockets sockets = new LoopbackSockets();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger givenUp = new AtomicInteger();
    private final byte[] answer;

    /** The point at which a response stalls. */
    public enum Stop {
        /** Before the head of the response. */
        SILENT,
        /** Within its head. */
        IN_HEAD,
        /** Behind its head. */
        AFTER_HEAD,
        /** Within a body of a declared length. */
        IN_BODY,
        /** Within a chunk of a body. */
        IN_CHUNK
    }

    public StallingService(Stop stop, String contentType, String beginOfBody) throws IOException {
        this(text(stop, contentType, beginOfBody));
    }

    /** Creates a server that sends {@code answer}, a complete or an incomplete response. */
    public StallingService(String answer) throws IOException {
        this.answer = answer.getBytes(StandardCharsets.ISO_8859_1);
        start(this::accept);
    }

    private static String text(Stop stop, String type, String begin) {
        String declared = HEAD + type + "\r\nContent-Length: 1000000\r\n";
        return switch (stop) {
            case SILENT -> "";
            case IN_HEAD -> declared;
            case AFTER_HEAD -> declared + "\r\n";
            case IN_BODY -> declared + "\r\n" + begin;
            case IN_CHUNK -> HEAD + type + "\r\nTransfer-Encoding: chunked\r\n\r\nf4240\r\n" + begin;
        };
    }

    public URI url() {
        return URI.create("http://localhost:" + sockets.port() + "/");
    }

    /** Returns the number of complete requests. */
    public int requests() {
        return requests.get();
    }

    /** Returns the number of connections that the client closed after a request. */
    public int givenUp() {
        return givenUp.get();
    }

    private void accept() throws IOException {
        while (true) {
            Socket socket = sockets.accept();
            start(() -> answer(socket));
        }
    }

    private void answer(Socket socket) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        takeRequest(in);
        requests.incrementAndGet();
        OutputStream out = socket.getOutputStream();
        out.write(answer);
        out.flush();
        try {
            while (in.read() >= 0) {
                // The client is expected to do nothing but close the connection.
            }
        } finally {
            givenUp.incrementAndGet();
        }
    }

    private static void takeRequest(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("expected a request, found the end");
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        int at = text.indexOf("content-length: ");
        if (at >= 0) {
            in.readNBytes(Integer.parseInt(text.substring(at + 16, text.indexOf('\r', at))));
        } else if (text.contains("chunked")) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            while (!body.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n0\r\n\r\n")) {
                body.write(in.read());
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException over) {
                // closed by the test or by the client
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
