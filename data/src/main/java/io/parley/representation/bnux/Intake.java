package io.parley.representation.bnux;

import io.parley.representation.Source;
import java.util.Arrays;

/** Takes bytes from a source into memory that grows as they come, never because a size was said. */
final class Intake {
    /** Bytes behind what was read that may be looked at, never believed: so a token is checked for its end once. */
    static final int SLACK = 16;
    /** Memory that is kept for the next message. */
    static final int KEPT = 1 << 18;

    private static final int FIRST_STEP = 1 << 16;

    private Intake() {}

    /** Reads so many bytes to that place; gives the array, or a larger one in its place. */
    static byte[] read(Source source, byte[] into, int from, int length) {
        byte[] bytes = into;
        int end = from + length;
        int have = from;
        while (have < end) {
            int step = source.available(end - have);
            int room = have + step + SLACK;
            if (bytes.length < room) {
                int wanted = Math.min(end + SLACK, Math.max(2 * bytes.length, FIRST_STEP));
                bytes = Arrays.copyOf(bytes, Math.max(room, wanted));
            }
            source.readBytes(bytes, have, step);
            have += step;
        }
        return bytes.length < end + SLACK ? Arrays.copyOf(bytes, end + SLACK) : bytes;
    }

    /** Returns the part of that memory that the next message is given. */
    static byte[] kept(byte[] bytes) {
        return bytes.length > KEPT ? new byte[0] : bytes;
    }
}
