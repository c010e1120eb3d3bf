package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.BitSet;

/**
 * Set of received numbers 1, 2, 3, … that may arrive in any order: all up to one number, and some above it. Its size is
 * bounded. Confined to the session's thread.
 */
final class ArrivedNumbers {
    /** Maximum distance of a number from the lowest missing one: more than is sent while a lost packet is resent. */
    static final int MOST_AHEAD = 1 << 20;

    private static final int COMPACT_AT = 1 << 14;

    /** Number that the first bit stands for. */
    private long first = 1;

    /** Bits of received numbers; all below {@code next} are set. Empty while no number is missing. */
    private BitSet received = new BitSet();

    private int next;

    /** Continues after the given number. */
    void follow(long number) {
        first = number + 1;
        received.clear();
        next = 0;
    }

    /**
     * Adds a number.
     *
     * @return false if it was received before
     * @throws ParleyException {@code PROTOCOL} if it is below 1 or too far ahead of a missing one
     */
    boolean add(long number, Object of) {
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
        if (received.get(bit)) {
            return false;
        }
        received.set(bit);
        if (bit == next) {
            next = received.nextClearBit(next);
            compact();
        }
        return true;
    }

    /** Returns the highest number up to which all were received; 0 if the first is missing. */
    long upTo() {
        return first + next - 1;
    }

    /** Returns whether a number below a received one is missing. */
    boolean isMissingAny() {
        return received.length() > next;
    }

    private void compact() {
        if (!isMissingAny()) {
            follow(upTo());
        } else if (next >= COMPACT_AT) {
            received = received.get(next, received.length());
            first += next;
            next = 0;
        }
    }
}
