package io.parley.conformance;

import java.io.IOException;
import java.io.InputStream;

/** Reads lines of an HTTP/1.1 body in chunks (RFC 9112, section 7.1). */
final class HttpLines {
    private HttpLines() {}

    /** Reads the line before a chunk and returns the size of the chunk in bytes, 0 for the last. */
    static int chunkSize(InputStream in) throws IOException {
        return Integer.parseInt(read(in).split(";", -1)[0].strip(), 16);
    }

    /** Reads a line, up to its end or that of the stream, and returns it without surrounding white space. */
    static String read(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }
}
