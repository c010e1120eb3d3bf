package io.parley.conformance.raw;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A stream over bytes that arrive in pieces, such as messages or packets. One thread at a time. */
public abstract class PieceInput extends InputStream {
    private byte[] piece = {};
    private int read;

    /**
     * Waits for the next piece and returns it; may be empty, null after the last one.
     *
     * @throws IOException if none arrives
     */
    protected abstract byte @Nullable [] next() throws IOException;

    /** Returns whether bytes of the last piece are unread. */
    public final boolean isWithinPiece() {
        return read < piece.length;
    }

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public final int read(byte[] to, int offset, int length) throws IOException {
        while (length > 0 && !isWithinPiece()) {
            byte[] following = next();
            if (following == null) {
                return -1;
            }
            piece = following;
            read = 0;
        }
        int count = Math.min(length, piece.length - read);
        System.arraycopy(piece, read, to, offset, count);
        read += count;
        return count;
    }
}
