package io.parley.testkit.campaign;

/**
 * A simulated network path of one client, the same in both directions.
 *
 * @param delayMillis one-way delay
 * @param kilobitsPerSecond rate of one direction; 0 for no limit. Datagrams that would queue for longer than a second
 *     are dropped
 * @param mostBytes maximum length of a datagram; longer ones are dropped silently (a black hole, RFC 4821)
 * @param burst number of consecutive datagrams that a loss drops
 */
public record DatagramLink(int delayMillis, int kilobitsPerSecond, int mostBytes, int burst) {
    /** No delay, no limits, single losses. */
    public static final DatagramLink PLAIN = new DatagramLink(0, 0, Integer.MAX_VALUE, 1);

    /** Returns a path with a one-way delay. */
    public static DatagramLink delayed(int millis) {
        return new DatagramLink(millis, 0, Integer.MAX_VALUE, 1);
    }

    /** Returns a path that drops datagrams longer than {@code bytes}. */
    public static DatagramLink narrow(int bytes) {
        return new DatagramLink(0, 0, bytes, 1);
    }

    /** Returns this path with losses of {@code length} consecutive datagrams. */
    public DatagramLink bursts(int length) {
        return new DatagramLink(delayMillis, kilobitsPerSecond, mostBytes, length);
    }
}
