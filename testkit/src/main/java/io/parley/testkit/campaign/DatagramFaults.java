package io.parley.testkit.campaign;

import java.util.Random;

/**
 * The faults that the datagrams of one client meet, in both directions.
 *
 * @param lostPercent percentage that is lost
 * @param doubledPercent percentage that is duplicated
 * @param latePercent percentage that is delayed and so may be reordered
 * @param mostLateMillis maximum delay
 * @param rebindMillis interval at which the client's port towards the server changes; 0 for never
 * @param link the simulated network path
 */
public record DatagramFaults(
        int lostPercent, int doubledPercent, int latePercent, int mostLateMillis, int rebindMillis, DatagramLink link) {
    /** No faults. */
    public static final DatagramFaults NONE = on(DatagramLink.PLAIN, 0);

    private static final int MOST_LOST = 10;
    private static final int MOST_DOUBLED = 10;
    private static final int MOST_LATE = 20;
    private static final int MOST_LATE_MILLIS = 25;
    private static final int SHORTEST_REBIND = 200;
    private static final int MOST_REBIND = 800;
    private static final int MOST_DELAY = 10;
    private static final int MOST_BURST = 4;
    /** One of four paths is slow, and one is narrow. */
    private static final int FEW = 4;

    private static final int SLOWEST_KILOBITS = 2_000;
    /** Every path carries datagrams of 1,200 bytes (RFC 9000, section 14). */
    private static final int NARROWEST = 1_200;

    private static final int NARROWEST_BY = 150;

    /** Returns faults that only change the port, every {@code millis}. */
    public static DatagramFaults rebinding(int millis) {
        return new DatagramFaults(0, 0, 0, 0, millis, DatagramLink.PLAIN);
    }

    /** Returns faults of a network path with losses. */
    public static DatagramFaults on(DatagramLink link, int lostPercent) {
        return new DatagramFaults(lostPercent, 0, 0, 0, 0, link);
    }

    private static DatagramLink anyLink(Random random) {
        return new DatagramLink(
                random.nextInt(MOST_DELAY),
                random.nextInt(FEW) == 0 ? SLOWEST_KILOBITS + random.nextInt(SLOWEST_KILOBITS) : 0,
                random.nextInt(FEW) == 0 ? NARROWEST + random.nextInt(NARROWEST_BY) : Integer.MAX_VALUE,
                1 + random.nextInt(MOST_BURST));
    }

    /** Returns random faults, the same for the same seed of {@code random}. */
    public static DatagramFaults any(Random random) {
        return new DatagramFaults(
                random.nextInt(MOST_LOST + 1),
                random.nextInt(MOST_DOUBLED + 1),
                random.nextInt(MOST_LATE + 1),
                1 + random.nextInt(MOST_LATE_MILLIS),
                random.nextBoolean() ? SHORTEST_REBIND + random.nextInt(MOST_REBIND) : 0,
                anyLink(random));
    }
}
