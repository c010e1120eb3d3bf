package io.parley.testkit.campaign;

import java.util.Random;

/**
 * The fault that a {@link FaultProxy} applies to one connection.
 *
 * @param kind of the fault
 * @param afterBytes number of bytes, of both directions, after which it is applied
 */
public record WireFault(Kind kind, long afterBytes) {
    /** Kinds of faults. */
    public enum Kind {
        /** No fault. */
        NONE,
        /** Both ends are closed in order. */
        CUT,
        /** Both ends are reset. */
        RESET,
        /** No more bytes are forwarded, and neither end is closed. */
        BLACK_HOLE,
        /** All bytes are delayed. */
        DELAY,
        /** Few bytes are forwarded at a time. */
        SLOW,
        /** Every byte is forwarded in a packet of its own; then the connection is closed. */
        SLICES,
        /** One bit is flipped. */
        FLIP
    }

    /** Returns a random fault, the same for the same seed of {@code random}. */
    public static WireFault any(Random random, int mostBytes) {
        Kind[] kinds = Kind.values();
        return new WireFault(kinds[random.nextInt(kinds.length)], random.nextInt(mostBytes));
    }
}
