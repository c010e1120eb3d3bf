package io.parley.delta;

import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.util.Arrays;

/** Content that is to be kept, read to its end. */
final class Whole {
    private static final int FIRST_BYTES = 4096;

    private Whole() {}

    /**
     * Reads what follows.
     *
     * @throws ParleyException {@code LIMIT} if it is more than may be kept
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
