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
 * A binary that came: in memory, and then it can be read as often as one likes; or on a side stream, and then it is read
 * once, as it comes, which blocks. What it was is what a received {@code DataHandler} has as its data source. Thread-safe,
 * what it opens is not.
 */
public final class ReceivedBinary implements Binary, DataSource {
    /** Content type of bytes of which nothing is known. */
    static final String UNKNOWN_TYPE = "application/octet-stream";

    private final String contentType;
    private final String name;
    private final long most;
    /** Guarded by this: one of them, or none once the stream was opened. */
    private byte @Nullable [] bytes;

    private @Nullable InputStream stream;

    private ReceivedBinary(
            String contentType, String name, long most, byte @Nullable [] bytes, @Nullable InputStream stream) {
        this.contentType = contentType;
        this.name = name;
        this.most = most;
        this.bytes = bytes;
        this.stream = stream;
    }

    /** Bytes that are here. */
    public static ReceivedBinary of(byte[] bytes, String contentType, String name) {
        return new ReceivedBinary(contentType, name, bytes.length, bytes.clone(), null);
    }

    /** Bytes of which nothing is known but themselves. */
    static ReceivedBinary of(byte[] bytes) {
        return of(bytes, UNKNOWN_TYPE, "");
    }

    /**
     * Returns a binary whose bytes come on a side stream.
     *
     * @param most greatest number of bytes that may be put in memory if it is wanted whole
     */
    public static ReceivedBinary of(InputStream once, String contentType, String name, long most) {
        return new ReceivedBinary(contentType, name, most, null, once);
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
     * The content.
     *
     * @throws IOException with a {@link ParleyException} {@code CLOSED} as its cause if it came on a side stream and was
     *     opened before
     */
    @Override
    public synchronized InputStream open() throws IOException {
        if (bytes != null) {
            return new ByteArrayInputStream(bytes);
        }
        InputStream once = stream;
        if (once == null) {
            ParleyException why = new ParleyException(
                    ErrorCode.CLOSED,
                    "a binary that came on a side stream: expected to be read once, found a second reader; keep a copy"
                            + " of what has to be read again");
            throw new IOException(why.getMessage(), why);
        }
        stream = null;
        return once;
    }

    /**
     * Reads all of it into memory, unless that is where it is, so that it can be read more than once.
     *
     * @return how many bytes there are
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
     * Reads all of it.
     *
     * @throws ParleyException {@code LIMIT} if it is longer than a string may be; the code of the error that ended it
     *     early
     */
    public synchronized byte[] bytes() {
        if (bytes != null) {
            return bytes.clone();
        }
        int allowed = (int) Math.min(Integer.MAX_VALUE - 8, most);
        try (InputStream in = open()) {
            byte[] whole = in.readNBytes(allowed);
            if (in.read() >= 0) {
                throw ParleyException.limit(Limit.STRING_BYTES, allowed, allowed + 1L, "a binary that is wanted whole");
            }
            return whole;
        } catch (IOException e) {
            ErrorCode code = e.getCause() instanceof ParleyException coded ? coded.code() : ErrorCode.INTERNAL;
            throw new ParleyException(code, "a binary that is wanted whole: expected to read it, found an error", e);
        }
    }

    /** Discards it unread; a side stream that it comes on is ended. */
    public synchronized void discard() throws IOException {
        InputStream once = stream;
        stream = null;
        if (once != null) {
            once.close();
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

    /** The type; not the content. */
    @Override
    public String toString() {
        return "received binary of type " + contentType;
    }
}
