package io.parley.representation.bnux;

import io.parley.representation.Source;
import java.util.Arrays;

/** Reads bytes from a source into memory that grows as they arrive, never merely because a length was declared. */
final class Intake {
    /**
     * Number of bytes after the content that may be read, but are never used, so that a token is checked for its end
     * only once.
     */
    static final int SLACK = 16;
    /** Greatest size of memory that is kept for the next message. */
    static final int MAX_KEPT = 1 << 18;

    private static final int INITIAL_BYTES = 1 << 16;

    private Intake() {}

    /** Reads that many bytes to that index. Returns the array, or a larger one that replaces it. */
    static byte[] read(Source source, byte[] into, int from, int length) {
        byte[] bytes = into;
        int end = from + length;
        int have = from;
        while (have < end) {
            int step = source.available(end - have);
            int room = have + step + SLACK;
            if (bytes.length < room) {
                int wanted = Math.min(end + SLACK, Math.max(2 * bytes.length, INITIAL_BYTES));
                bytes = Arrays.copyOf(bytes, Math.max(room, wanted));
            }
            source.readBytes(bytes, have, step);
            have += step;
        }
        return bytes.length < end + SLACK ? Arrays.copyOf(bytes, end + SLACK) : bytes;
    }

    /** Returns the array for the next message, or an empty one if it is too large to keep. */
    static byte[] forReuse(byte[] bytes) {
        return bytes.length > MAX_KEPT ? new byte[0] : bytes;
    }
}
