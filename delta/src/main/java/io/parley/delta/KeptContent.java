package io.parley.delta;

import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.util.Arrays;

/** Reads content that is to be kept, to its end. */
final class KeptContent {
    private static final int FIRST_BYTES = 4096;

    private KeptContent() {}

    /**
     * Reads the remaining content.
     *
     * @throws ParleyException {@code LIMIT} if it is longer than may be kept; {@code BUDGET} if there is no memory for
     *     it
     */
    static byte[] read(Source in, int most, Reserved reserved) {
        byte[] bytes = new byte[0];
        int length = 0;
        while (!in.isAtEnd()) {
            if (length == most) {
                throw ParleyException.limit(Limit.DELTA_BYTES, most, length + 1L, in.at("a message to be kept"));
            }
            if (length == bytes.length) {
                int size = Math.min(most, Math.max(FIRST_BYTES, 2 * length));
                reserved.reserve((long) size - bytes.length, in.at("a message to be kept"));
                bytes = Arrays.copyOf(bytes, size);
            }
            int step = in.readSome(bytes, length, bytes.length - length);
            length += step;
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
