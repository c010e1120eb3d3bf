package io.parley.representation;

import io.parley.ParleyException;
import java.io.InputStream;

/**
 * Side streams of a received message. Their content may still be arriving, and is never received faster than it is
 * read.
 */
public interface SideSource {
    /** The side streams of a message that has none. */
    SideSource NONE = new SideSource() {
        @Override
        public int count() {
            return 0;
        }

        @Override
        public InputStream take(int number, String where) {
            throw unknown(0, number, where);
        }
    };

    /** Returns the number of side streams. */
    int count();

    /**
     * Takes a side stream, which the caller must read to its end or close; both are possible after the message was
     * closed. Reading blocks, so it must not happen on an event loop. A stream that ends early fails with an {@link
     * java.io.IOException} that has a {@link ParleyException} as its cause: {@code TIMEOUT} if nothing arrived, or
     * nothing was read, for {@code parley.limits.side-idle-millis}; {@code ENCODING} if the sender failed.
     *
     * @param number number by which the message refers to it
     * @throws ParleyException {@code MALFORMED_MESSAGE} if there is no side stream of that number, or it was taken
     *     before
     */
    InputStream take(int number, String where);

    /** Returns the error of a message that refers to a side stream that it does not have. */
    static ParleyException unknown(int count, int number, String where) {
        return ParleyException.malformed(
                "a reference to one of " + count + " side streams, each once", "number " + number, where);
    }
}
