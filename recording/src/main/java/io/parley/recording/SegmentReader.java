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

/** Reads the frames of one segment, whatever they are worth. Takes no memory for what cannot be there. */
final class SegmentReader implements AutoCloseable {
    /** Greatest length of a record beside its message's content, in bytes. */
    private static final long MOST_FIELDS = 8L * 1024 * 1024;

    private final Path path;
    private final DataInputStream in;
    private final long most;
    private long left;
    private boolean torn;

    SegmentReader(Path path, Limits limits) throws IOException {
        this.path = path;
        this.left = Files.size(path);
        this.most = Math.min(Integer.MAX_VALUE - 64, limits.get(Limit.MESSAGE_BYTES) + MOST_FIELDS);
        this.in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 64 * 1024));
    }

    String name() {
        return String.valueOf(path.getFileName());
    }

    /** The bytes of its header; null if it has fewer. */
    @Nullable
    ByteBuffer header() throws IOException {
        return left < SegmentHeader.BYTES ? null : ByteBuffer.wrap(take(SegmentHeader.BYTES));
    }

    /**
     * The next frame; null at the end, which {@link #isTorn} says more about.
     *
     * @throws ParleyException {@code LIMIT} for a length that no record has
     */
    @Nullable
    Frame next() throws IOException {
        if (left < Integer.BYTES) {
            torn = left > 0;
            return null;
        }
        int length = ByteBuffer.wrap(take(Integer.BYTES)).getInt();
        if (length < 0 || length > most) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, most, Integer.toUnsignedLong(length), name());
        }
        if (length + (long) Chain.HASH_BYTES > left) {
            torn = true;
            return null;
        }
        return new Frame(take(length), take(Chain.HASH_BYTES));
    }

    /** Returns whether the segment ended in the middle of a record. */
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
        left -= bytes;
        return taken;
    }
}
