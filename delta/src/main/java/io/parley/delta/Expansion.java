package io.parley.delta;

import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.util.zip.CRC32C;

/** Restores a message from its difference and its base. Validates every length, position and checksum. */
final class Expansion {
    private static final String WHERE = "difference";

    private Expansion() {}

    /**
     * Reads a difference: the expanded length, the checksum of the expanded bytes, and the runs.
     *
     * @param in positioned at the length; afterwards at its end
     * @param most maximum bytes of a message that may be kept or compared
     * @param reserved receives the reservation of the expanded bytes
     * @throws ParleyException {@code MALFORMED_MESSAGE}, {@code LIMIT}, {@code BUDGET}
     */
    static byte[] read(Source in, Base base, int most, Reserved reserved) {
        long length = in.readVarint();
        int checksum = in.readInt();
        if (length < 0 || length > most) {
            throw ParleyException.limit(Limit.DELTA_BYTES, most, length, in.at(WHERE));
        }
        reserved.reserve(length, in.at(WHERE));
        byte[] whole = new byte[(int) length];
        runs(in, base.bytes(), whole);
        in.expectEnd(WHERE);
        if (checksum(whole, whole.length) != checksum) {
            throw ParleyException.malformed("a difference from the common base", "another", WHERE);
        }
        return whole;
    }

    private static void runs(Source in, byte[] base, byte[] whole) {
        int at = 0;
        long expected = 0;
        while (at < whole.length) {
            long head = in.readVarint();
            long bytes = head >>> 1;
            if (bytes == 0 || bytes > whole.length - at) {
                throw ParleyException.malformed(
                        "a run of 1 to " + (whole.length - at) + " bytes", Long.toString(bytes), in.at(WHERE));
            }
            int run = (int) bytes;
            if ((head & 1) == 0) {
                long away = in.readZigZag();
                if (away < -expected || away > base.length - run - expected) {
                    throw ParleyException.malformed(
                            "a copy within the base's " + base.length + " bytes", "one beyond", in.at(WHERE));
                }
                long from = expected + away;
                System.arraycopy(base, (int) from, whole, at, run);
                expected = from + run;
            } else {
                in.readBytes(whole, at, run);
                expected += run;
            }
            at += run;
        }
    }

    static int checksum(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return (int) checksum.getValue();
    }
}
