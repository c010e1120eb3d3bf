package io.parley.bench.link;

import java.time.Duration;
import java.util.List;

/**
 * What lies between two machines.
 *
 * @param name as in results
 * @param bytesPerSecond how much goes through in each direction; 0 if that is not limited
 * @param delay what a byte takes from one end to the other, beside waiting for its turn
 */
public record Link(String name, long bytesPerSecond, Duration delay) {
    /** No link at all. */
    public static final Link LOOPBACK = new Link("loopback", 0, Duration.ZERO);
    /** 100 Mbit/s, as the servers of the HHFR paper had between them. */
    public static final Link LAN = new Link("lan", 12_500_000, Duration.ZERO);
    /** The HHFR paper's phone: 14.4 kbit/s; the delay is what is left of its shortest session. */
    public static final Link PHONE = new Link("phone", 1_800, Duration.ofMillis(1_100));

    private static final double NANOS = 1e9;

    /** All that are measured. */
    public static List<Link> all() {
        return List.of(LOOPBACK, LAN, PHONE);
    }

    /** Whether bytes have to wait on it. */
    boolean isSlow() {
        return bytesPerSecond > 0 || !delay.isZero();
    }

    /** How long that many bytes keep one direction busy. */
    long busyNanos(int bytes) {
        return bytesPerSecond == 0 ? 0 : Math.round(bytes * NANOS / bytesPerSecond);
    }
}
