package io.parley.cxf.carrier;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.apache.cxf.message.Message;

/**
 * Reads and writes a whole envelope as the content of a message: bytes, or characters if the transport has text
 * messages.
 */
public final class EnvelopeContent {
    private static final int CHUNK = 1024;
    /** Maximum number of excess bytes to skip: HTTP reuses a connection only if its response was read to the end. */
    private static final int MAX_SKIPPED = 1024 * 1024;

    private EnvelopeContent() {}

    /**
     * Writes an envelope to a message that a conduit has prepared.
     *
     * @param envelope the envelope in UTF-8
     * @throws IOException if the transport accepts neither bytes nor text, or fails
     */
    public static void write(Message message, byte[] envelope) throws IOException {
        OutputStream out = message.getContent(OutputStream.class);
        if (out != null) {
            out.write(envelope);
            return;
        }
        Writer text = message.getContent(Writer.class);
        if (text == null) {
            throw new IOException("expected a conduit that takes bytes or text, found one that takes neither");
        }
        text.write(new String(envelope, StandardCharsets.UTF_8));
    }

    /**
     * Reads the content of a message, text as UTF-8; empty if the message has none. Skips up to one mebibyte beyond the
     * limit.
     *
     * @param most maximum number of bytes, or characters of text, to return
     * @throws IOException if the transport fails
     */
    public static byte[] read(Message message, int most) throws IOException {
        try (InputStream in = message.getContent(InputStream.class);
                Reader text = message.getContent(Reader.class)) {
            if (in != null) {
                byte[] read = in.readNBytes(most);
                if (read.length == most) {
                    long unused = in.skip(MAX_SKIPPED);
                }
                return read;
            }
            return text == null ? new byte[0] : read(text, most).getBytes(StandardCharsets.UTF_8);
        }
    }

    private static String read(Reader text, int most) throws IOException {
        StringBuilder read = new StringBuilder();
        char[] chunk = new char[CHUNK];
        while (read.length() < most) {
            int length = text.read(chunk, 0, Math.min(CHUNK, most - read.length()));
            if (length < 0) {
                break;
            }
            read.append(chunk, 0, length);
        }
        return read.toString();
    }
}
