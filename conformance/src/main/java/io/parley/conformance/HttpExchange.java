package io.parley.conformance;

import io.parley.conformance.raw.WireError;
import io.parley.conformance.raw.XmlTree;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A client that sends HTTP/1.1 requests as bytes, so that they may be invalid. One thread at a time. */
final class HttpExchange implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int MOST_HEAD = 65_536;
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /**
     * An HTTP response.
     *
     * @param headers by name in lower case
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes of the wire, never compared as parts of a record
    record Reply(int status, Map<String, String> headers, byte[] content) {
        String body() {
            return new String(content, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }

        XmlTree tree() {
            try {
                return XmlTree.parse(body());
            } catch (WireError e) {
                throw new Mismatch("a SOAP message", "status " + status + ", " + e.getMessage());
            }
        }

        void expect(int expected, String what) {
            if (status != expected) {
                throw new Mismatch("status " + expected + " for " + what, "status " + status);
            }
        }
    }

    private final Socket socket;
    private final URI url;

    HttpExchange(URI url) throws IOException {
        this.url = url;
        Socket tcp = new Socket();
        tcp.setSoTimeout(PATIENCE_MILLIS);
        tcp.setTcpNoDelay(true);
        tcp.connect(address(url), PATIENCE_MILLIS);
        socket = isProtected(url) ? TlsSocket.over(tcp, "") : tcp;
    }

    static InetSocketAddress address(URI url) {
        int usual = isProtected(url) ? HTTPS : HTTP;
        return new InetSocketAddress(url.getHost(), url.getPort() < 0 ? usual : url.getPort());
    }

    private static boolean isProtected(URI url) {
        return url.getScheme().equals("https");
    }

    static Reply post(URI url, String envelope) throws IOException {
        return post(url, Map.of("Content-Type", "text/xml; charset=utf-8", "SOAPAction", "\"\""), envelope);
    }

    static Reply post(URI url, Map<String, String> headers, String envelope) throws IOException {
        try (HttpExchange exchange = new HttpExchange(url)) {
            byte[] body = envelope.getBytes(StandardCharsets.UTF_8);
            Map<String, String> all = new LinkedHashMap<>(headers);
            all.put("Connection", "close");
            exchange.send("POST", all, body);
            return exchange.read();
        }
    }

    Socket socket() {
        return socket;
    }

    void send(String method, Map<String, String> headers, byte[] body) throws IOException {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        StringBuilder head = new StringBuilder(method + " " + path
                + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()) + " HTTP/1.1\r\nHost: "
                + url.getAuthority() + "\r\n");
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        if ((body.length > 0 || method.equals("POST")) && !headers.containsKey("Content-Length")) {
            head.append("Content-Length: " + body.length + "\r\n");
        }
        byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = Arrays.copyOf(first, first.length + body.length);
        System.arraycopy(body, 0, whole, first.length, body.length);
        socket.getOutputStream().write(whole);
    }

    /** Reads a response; the bytes after the head of an upgrade are left unread. */
    Reply read() throws IOException {
        InputStream in = socket.getInputStream();
        String[] lines = head(in).split("\r\n", -1);
        int status = Integer.parseInt(lines[0].split(" ", -1)[1]);
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon > 0) {
                headers.put(
                        lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                        lines[i].substring(colon + 1).strip());
            }
        }
        return new Reply(status, headers, status == 101 ? new byte[0] : body(in, headers));
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "").contains("chunked")) {
            StringBuilder all = new StringBuilder();
            for (int size = HttpLines.chunkSize(in); size > 0; size = HttpLines.chunkSize(in)) {
                all.append(new String(in.readNBytes(size), StandardCharsets.ISO_8859_1));
                HttpLines.read(in);
            }
            HttpLines.read(in);
            return all.toString().getBytes(StandardCharsets.ISO_8859_1);
        }
        String length = headers.get("content-length");
        return length == null ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length));
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = in.read();
            if (next < 0 || head.length() > MOST_HEAD) {
                throw new Mismatch("a response of HTTP", next < 0 ? "a closed connection" : "a head without an end");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
