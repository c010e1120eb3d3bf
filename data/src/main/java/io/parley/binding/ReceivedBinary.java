package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import jakarta.activation.DataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A received binary. If it is in memory it can be read any number of times. If it is on a side stream it can be read
 * once, while it arrives, and reading blocks. It is the data source of received {@code DataHandler}s. Thread-safe; the
 * streams are not.
 */
public final class ReceivedBinary implements Binary, DataSource {
    /** Content type of bytes whose type is unknown. */
    static final String UNKNOWN_TYPE = "application/octet-stream";

    private final String contentType;
    private final String name;
    private final long maxBytes;
    /** Guarded by this. One of the two is set; neither, once the stream was opened. */
    private byte @Nullable [] bytes;

    private @Nullable InputStream stream;

    private ReceivedBinary(
            String contentType, String name, long maxBytes, byte @Nullable [] bytes, @Nullable InputStream stream) {
        this.contentType = contentType;
        this.name = name;
        this.maxBytes = maxBytes;
        this.bytes = bytes;
        this.stream = stream;
    }

    /** Returns a binary in memory. */
    public static ReceivedBinary of(byte[] bytes, String contentType, String name) {
        return new ReceivedBinary(contentType, name, bytes.length, bytes.clone(), null);
    }

    /** Returns a binary in memory, of unknown type and name. */
    static ReceivedBinary of(byte[] bytes) {
        return of(bytes, UNKNOWN_TYPE, "");
    }

    /**
     * Returns a binary on a side stream.
     *
     * @param maxBytes greatest number of bytes that may be read into memory
     */
    public static ReceivedBinary of(InputStream unread, String contentType, String name, long maxBytes) {
        return new ReceivedBinary(contentType, name, maxBytes, null, unread);
    }

    @Override
    public String contentType() {
        return contentType;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized boolean isReadOnce() {
        return stream != null;
    }

    /**
     * Returns a stream of the content.
     *
     * @throws IOException with a {@link ParleyException} {@code CLOSED} as its cause if it was on a side stream and was
     *     opened before
     */
    @Override
    public synchronized InputStream open() throws IOException {
        if (bytes != null) {
            return new ByteArrayInputStream(bytes);
        }
        InputStream unread = stream;
        if (unread == null) {
            ParleyException why = new ParleyException(
                    ErrorCode.CLOSED,
                    "a binary that came on a side stream: expected to be read once, found a second reader; keep a copy"
                            + " of what has to be read again");
            throw new IOException(why.getMessage(), why);
        }
        stream = null;
        return unread;
    }

    /**
     * Reads the content into memory, unless it is there, so that it can be read more than once.
     *
     * @return the number of bytes
     * @throws ParleyException as {@link #bytes} does
     */
    public synchronized int hold() {
        byte[] held = bytes;
        if (held == null) {
            held = bytes();
            bytes = held;
        }
        return held.length;
    }

    /**
     * Reads the whole content.
     *
     * @throws ParleyException {@code LIMIT} if it is longer than the limit of a string, or with the code of the error
     *     that ended the stream early
     */
    public synchronized byte[] bytes() {
        if (bytes != null) {
            return bytes.clone();
        }
        int allowed = (int) Math.min(Integer.MAX_VALUE - 8, maxBytes);
        try (InputStream in = open()) {
            byte[] whole = in.readNBytes(allowed);
            if (in.read() >= 0) {
                throw ParleyException.limit(Limit.STRING_BYTES, allowed, allowed + 1L, "a binary read into memory");
            }
            return whole;
        } catch (IOException e) {
            ErrorCode code = e.getCause() instanceof ParleyException coded ? coded.code() : ErrorCode.INTERNAL;
            throw new ParleyException(code, "a binary: expected to read it into memory, found an error", e);
        }
    }

    /** Discards the content unread, and closes its side stream. */
    public synchronized void discard() throws IOException {
        InputStream unread = stream;
        stream = null;
        if (unread != null) {
            unread.close();
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return open();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        throw new IOException("received data is read only");
    }

    @Override
    public String getContentType() {
        return contentType;
    }

    @Override
    public String getName() {
        return name;
    }

    /** Returns the type, never the content. */
    @Override
    public String toString() {
        return "received binary of type " + contentType;
    }
}
