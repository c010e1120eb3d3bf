package io.parley.recording;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the frames of one segment without checking their hashes. Checks lengths before it allocates memory. */
final class SegmentReader implements AutoCloseable {
    /** Maximum bytes of a record apart from its message's content. */
    private static final long MAX_FIELD_BYTES = 8L * 1024 * 1024;

    private final Path path;
    private final DataInputStream in;
    private final long maxRecordBytes;
    private long remaining;
    private boolean torn;

    SegmentReader(Path path, Limits limits) throws IOException {
        this.path = path;
        this.remaining = Files.size(path);
        this.maxRecordBytes = Math.min(Integer.MAX_VALUE - 64, limits.get(Limit.MESSAGE_BYTES) + MAX_FIELD_BYTES);
        this.in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 64 * 1024));
    }

    String name() {
        return String.valueOf(path.getFileName());
    }

    /** Reads the header; returns null if the file is shorter. */
    @Nullable
    ByteBuffer header() throws IOException {
        return remaining < SegmentHeader.BYTES ? null : ByteBuffer.wrap(take(SegmentHeader.BYTES));
    }

    /**
     * Returns the next frame; null at the end, see {@link #isTorn}.
     *
     * @throws ParleyException {@code LIMIT} for an impossible length
     */
    @Nullable
    Frame next() throws IOException {
        if (remaining < Integer.BYTES) {
            torn = remaining > 0;
            return null;
        }
        int length = ByteBuffer.wrap(take(Integer.BYTES)).getInt();
        if (length < 0 || length > maxRecordBytes) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, maxRecordBytes, Integer.toUnsignedLong(length), name());
        }
        if (length + (long) Chain.HASH_BYTES > remaining) {
            torn = true;
            return null;
        }
        return new Frame(take(length), take(Chain.HASH_BYTES));
    }

    /** Returns whether the segment ended within a record. */
    boolean isTorn() {
        return torn;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private byte[] take(int bytes) throws IOException {
        byte[] taken = new byte[bytes];
        in.readFully(taken);
        remaining -= bytes;
        return taken;
    }
}
