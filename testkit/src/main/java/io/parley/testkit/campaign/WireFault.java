package io.parley.testkit.campaign;

import java.util.Random;

/**
 * What a {@link FaultProxy} does to one connection.
 *
 * @param kind in which way
 * @param afterBytes when: once so many bytes went through, in either direction
 */
public record WireFault(Kind kind, long afterBytes) {
    /** The ways in which a connection is spoiled. */
    public enum Kind {
        /** Nothing happens. */
        NONE,
        /** Both ends are closed in order. */
        CUT,
        /** Both ends are reset. */
        RESET,
        /** Nothing comes through any more, and nobody is told. */
        BLACK_HOLE,
        /** Everything comes later. */
        DELAY,
        /** Few bytes come at a time. */
        SLOW,
        /** Every byte comes in a packet of its own, then the connection is cut. */
        SLICES,
        /** A bit is another. */
        FLIP
    }

    /** A fault by chance, the same for a random that was seeded the same. */
    public static WireFault any(Random random, int mostBytes) {
        Kind[] kinds = Kind.values();
        return new WireFault(kinds[random.nextInt(kinds.length)], random.nextInt(mostBytes));
    }
}
