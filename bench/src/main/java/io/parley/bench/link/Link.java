package io.parley.bench.link;

import java.time.Duration;
import java.util.List;

/**
 * Properties of the network link between two machines.
 *
 * @param name name in results
 * @param bytesPerSecond bandwidth in each direction; 0 if it is unlimited
 * @param delay propagation delay from one end to the other, in addition to queueing
 */
public record Link(String name, long bytesPerSecond, Duration delay) {
    /** A link without any limit or delay. */
    public static final Link LOOPBACK = new Link("loopback", 0, Duration.ZERO);
    /** A link of 100 Mbit/s, as between the servers of the HHFR paper. */
    public static final Link LAN = new Link("lan", 12_500_000, Duration.ZERO);
    /**
     * The link of the HHFR paper's phone: 14.4 kbit/s. The delay is derived from its shortest session, as the part of
     * the time that bandwidth does not explain.
     */
    public static final Link PHONE = new Link("phone", 1_800, Duration.ofMillis(1_100));

    private static final double NANOS = 1e9;

    /** Returns all links that are measured. */
    public static List<Link> all() {
        return List.of(LOOPBACK, LAN, PHONE);
    }

    /** Returns whether the link delays bytes at all. */
    boolean isSlow() {
        return bytesPerSecond > 0 || !delay.isZero();
    }

    /** Returns how long the given number of bytes occupies one direction. */
    long busyNanos(int bytes) {
        return bytesPerSecond == 0 ? 0 : Math.round(bytes * NANOS / bytesPerSecond);
    }
}
