package io.parley.testkit.campaign;

import java.util.Random;

/**
 * What happens to the datagrams of one client on their way, in both directions.
 *
 * @param lostPercent of them that never come
 * @param doubledPercent of them that come twice
 * @param latePercent of them that come later, and so behind others
 * @param mostLateMillis by how much, at most
 * @param rebindMillis after how much time the client has another port towards the server, again and again; 0 for never
 * @param link the line that they travel on
 */
public record DatagramFaults(
        int lostPercent, int doubledPercent, int latePercent, int mostLateMillis, int rebindMillis, DatagramLink link) {
    /** Nothing happens. */
    public static final DatagramFaults NONE = on(DatagramLink.PLAIN, 0);

    private static final int MOST_LOST = 10;
    private static final int MOST_DOUBLED = 10;
    private static final int MOST_LATE = 20;
    private static final int MOST_LATE_MILLIS = 25;
    private static final int SHORTEST_REBIND = 200;
    private static final int MOST_REBIND = 800;
    private static final int MOST_DELAY = 10;
    private static final int MOST_BURST = 4;
    /** One in so many lines is slow, and one is narrow. */
    private static final int FEW = 4;

    private static final int SLOWEST_KILOBITS = 2_000;
    /** Each path carries datagrams of 1,200 bytes (RFC 9000, 14). */
    private static final int NARROWEST = 1_200;

    private static final int NARROWEST_BY = 150;

    /** Nothing but another port, again and again. */
    public static DatagramFaults rebinding(int millis) {
        return new DatagramFaults(0, 0, 0, 0, millis, DatagramLink.PLAIN);
    }

    /** Nothing but that line, and losses. */
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

    /** Faults by chance, the same for a random that was seeded the same. */
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
