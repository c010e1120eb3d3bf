package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.BitSet;

/**
 * Which of the numbers 1, 2, 3, … came, where they may overtake each other: all up to one, and some above it. What it keeps is
 * bounded. Belongs to the session's thread.
 */
final class Numbers {
    /** By how much a number may be ahead of one that is missing: more than goes out while a lost packet is sent again. */
    static final int MOST_AHEAD = 1 << 20;

    private static final int COMPACT_AT = 1 << 14;

    /** Number of the first bit. */
    private long first = 1;

    /** Bits of the numbers that came, all below {@code next} among them; empty while none is missing. */
    private BitSet came = new BitSet();

    private int next;

    /** Begins behind that number. */
    void follow(long number) {
        first = number + 1;
        came.clear();
        next = 0;
    }

    /**
     * Notes that a number came.
     *
     * @return false if it had come before
     * @throws ParleyException {@code PROTOCOL} if it is none, or too far ahead of one that is missing
     */
    boolean note(long number, Object of) {
        long missing = upTo() + 1;
        if (number < 1 || number - missing > MOST_AHEAD) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    of + ": expected a number from 1 to " + (missing + MOST_AHEAD) + ", found " + number);
        }
        if (number < missing) {
            return false;
        }
        if (number == missing && !isMissingAny()) {
            follow(number);
            return true;
        }
        int bit = (int) (number - first);
        if (came.get(bit)) {
            return false;
        }
        came.set(bit);
        if (bit == next) {
            next = came.nextClearBit(next);
            compact();
        }
        return true;
    }

    /** The highest number up to which all came; 0 if the first is missing. */
    long upTo() {
        return first + next - 1;
    }

    /** Returns whether one came while another below it did not. */
    boolean isMissingAny() {
        return came.length() > next;
    }

    private void compact() {
        if (!isMissingAny()) {
            follow(upTo());
        } else if (next >= COMPACT_AT) {
            came = came.get(next, came.length());
            first += next;
            next = 0;
        }
    }
}
