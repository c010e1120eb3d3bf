package io.parley.transport.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A plain socket that sends requests written by hand, without any code under attack. */
public final class Raw implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;

    public Raw(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        this.socket.setSoTimeout(PATIENCE_MILLIS);
        this.socket.setTcpNoDelay(true);
    }

    /** Sends the text, one byte for each character. */
    public Raw send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public Raw send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Returns all bytes received until the peer closes. */
    public String rest() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Returns the next response with its body, of the declared length. */
    public String response() throws IOException {
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return head.toString(StandardCharsets.ISO_8859_1);
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        int at = text.toLowerCase(Locale.ROOT).indexOf("content-length: ");
        int length = Integer.parseInt(text.substring(at + 16, text.indexOf('\r', at)));
        return text + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
