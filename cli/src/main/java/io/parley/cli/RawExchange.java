package io.parley.cli;

import io.parley.Durations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * An HTTP/1.1 request as bytes, and its response, as far as it arrived in time, including headers that HTTP clients
 * hide.
 *
 * @param status 0 if no response arrived
 * @param head lines of the response's head, the status line first
 * @param body possibly truncated
 */
record RawExchange(int status, List<String> head, String body) {
    private static final int MOST_BYTES = 16 * 1024;
    private static final String LINE = "\r\n";

    /**
     * Sends a request without a body on a connection of its own.
     *
     * @param headers besides {@code Host}, each {@code name: value}
     * @param within timeout of the whole exchange
     */
    static RawExchange of(URI url, String method, List<String> headers, Duration within) throws IOException {
        boolean secure = UrlArgument.isSecure(url);
        int port = UrlArgument.port(url);
        int millis = (int) Math.max(
                1, Math.min(Integer.MAX_VALUE, Durations.bounded(within).toMillis()));
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(url.getHost(), port), millis);
            plain.setSoTimeout(millis);
            try (Socket socket = secure ? secured(plain, url.getHost(), port) : plain) {
                socket.getOutputStream().write(request(url, method, headers).getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
                return read(socket.getInputStream(), System.nanoTime() + within.toNanos());
            }
        }
    }

    private static Socket secured(Socket plain, String host, int port) throws IOException {
        SSLSocket socket =
                (SSLSocket) ((SSLSocketFactory) SSLSocketFactory.getDefault()).createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        socket.setSSLParameters(parameters);
        return socket;
    }

    private static String request(URI url, String method, List<String> headers) {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        StringBuilder text = new StringBuilder(method + " " + path + query + " HTTP/1.1" + LINE);
        text.append("Host: ").append(url.getRawAuthority()).append(LINE);
        headers.forEach(header -> text.append(header).append(LINE));
        return text.append(LINE).toString();
    }

    /** Reads to the end of the connection, the deadline, or the maximum length. */
    private static RawExchange read(InputStream in, long deadline) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] piece = new byte[1024];
        try {
            while (bytes.size() < MOST_BYTES && System.nanoTime() - deadline < 0 && !isWhole(bytes)) {
                int length = in.read(piece);
                if (length < 0) {
                    break;
                }
                bytes.write(piece, 0, length);
            }
        } catch (SocketTimeoutException e) {
            // Return what has arrived.
        }
        return parsed(bytes.toString(StandardCharsets.ISO_8859_1));
    }

    private static boolean isWhole(ByteArrayOutputStream bytes) {
        String text = bytes.toString(StandardCharsets.ISO_8859_1);
        int end = text.indexOf(LINE + LINE);
        if (end < 0) {
            return false;
        }
        int length =
                parsed(text).header("Content-Length").map(RawExchange::number).orElse(Integer.MAX_VALUE);
        return text.length() - end - 2 * LINE.length() >= length;
    }

    private static int number(String text) {
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : Integer.MAX_VALUE;
    }

    private static RawExchange parsed(String text) {
        int end = text.indexOf(LINE + LINE);
        List<String> head = List.of((end < 0 ? text : text.substring(0, end)).split(LINE, -1));
        String[] first = head.get(0).split(" ", -1);
        boolean isHttp = first.length > 1 && first[0].startsWith("HTTP/1.") && first[1].matches("[1-5][0-9]{2}");
        return new RawExchange(
                isHttp ? Integer.parseInt(first[1]) : 0, head, end < 0 ? "" : text.substring(end + 2 * LINE.length()));
    }

    /** Returns the value of a header. */
    Optional<String> header(String name) {
        String prefix = name.toLowerCase(Locale.ROOT) + ":";
        return head.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .findFirst();
    }
}
