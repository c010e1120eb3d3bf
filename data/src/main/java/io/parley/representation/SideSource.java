package io.parley.representation;

import io.parley.ParleyException;
import java.io.InputStream;

/**
 * Side streams that came with a message; their content may still be arriving, and is never received faster than it is
 * read.
 */
public interface SideSource {
    /** A message that stands alone. */
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
     * Takes one, which then is the caller's to read to its end or to close, also after the message was closed. Reading
     * it blocks: never on an event loop. What ends it early is an {@link java.io.IOException} with a {@link
     * ParleyException} as its cause: {@code TIMEOUT} if it brought nothing, or was not read, for as long as {@code
     * parley.limits.side-idle-millis} says; {@code ENCODING} if its sender could not go on.
     *
     * @param number as the message refers to it
     * @throws ParleyException {@code MALFORMED_MESSAGE} if there is none of that number, or it was taken before
     */
    InputStream take(int number, String where);

    /** The error of a message that refers to a side stream that it does not have. */
    static ParleyException unknown(int count, int number, String where) {
        return ParleyException.malformed(
                "a reference to one of " + count + " side streams, each once", "number " + number, where);
    }
}
