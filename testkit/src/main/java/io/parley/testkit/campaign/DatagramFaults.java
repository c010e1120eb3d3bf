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
 */
public record DatagramFaults(
        int lostPercent, int doubledPercent, int latePercent, int mostLateMillis, int rebindMillis) {
    /** Nothing happens. */
    public static final DatagramFaults NONE = new DatagramFaults(0, 0, 0, 0, 0);

    private static final int MOST_LOST = 10;
    private static final int MOST_DOUBLED = 10;
    private static final int MOST_LATE = 20;
    private static final int MOST_LATE_MILLIS = 25;
    private static final int SHORTEST_REBIND = 200;
    private static final int MOST_REBIND = 800;

    /** Nothing but another port, again and again. */
    public static DatagramFaults rebinding(int millis) {
        return new DatagramFaults(0, 0, 0, 0, millis);
    }

    /** Faults by chance, the same for a random that was seeded the same. */
    public static DatagramFaults any(Random random) {
        return new DatagramFaults(
                random.nextInt(MOST_LOST + 1),
                random.nextInt(MOST_DOUBLED + 1),
                random.nextInt(MOST_LATE + 1),
                1 + random.nextInt(MOST_LATE_MILLIS),
                random.nextBoolean() ? SHORTEST_REBIND + random.nextInt(MOST_REBIND) : 0);
    }
}
