package io.parley.testkit.campaign;

/**
 * The line that datagrams of one client travel on, the same in both directions.
 *
 * @param delayMillis that each takes
 * @param kilobitsPerSecond of one direction; 0 for no bound. What waits for longer than a second is lost
 * @param mostBytes of a datagram; longer ones never come, and nobody hears of it (RFC 4821, a black hole)
 * @param burst how many are lost in a row when one is
 */
public record DatagramLink(int delayMillis, int kilobitsPerSecond, int mostBytes, int burst) {
    /** No delay, no bound, losses one by one. */
    public static final DatagramLink PLAIN = new DatagramLink(0, 0, Integer.MAX_VALUE, 1);

    /** Returns a line on which each takes so long. */
    public static DatagramLink delayed(int millis) {
        return new DatagramLink(millis, 0, Integer.MAX_VALUE, 1);
    }

    /** Returns a line through which datagrams of more than so many bytes do not come. */
    public static DatagramLink narrow(int bytes) {
        return new DatagramLink(0, 0, bytes, 1);
    }

    /** Returns the same, with losses of so many in a row. */
    public DatagramLink bursts(int length) {
        return new DatagramLink(delayMillis, kilobitsPerSecond, mostBytes, length);
    }
}
