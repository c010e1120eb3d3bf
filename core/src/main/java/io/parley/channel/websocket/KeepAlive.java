package io.parley.channel.websocket;

import io.parley.Durations;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Longest silence of this side on WebSockets to one address: as set, or half of the shortest after which something between the two
 * cut a silent one within the last hour. Thread-safe.
 */
public final class KeepAlive {
    private static final Logger LOG = LoggerFactory.getLogger(KeepAlive.class);
    /** Shorter ones are no time-outs of proxies, and signs of life cost something. */
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private static final long REMEMBERED_NANOS = Duration.ofHours(1).toNanos();

    private final Duration set;
    private final String address;
    private final LongSupplier clock;
    private Duration met;
    private long metAt;

    /**
     * @param set at most
     * @param address for logs
     * @param clock in nanoseconds
     */
    public KeepAlive(Duration set, String address, LongSupplier clock) {
        this.set = Durations.bounded(set);
        this.address = address;
        this.clock = clock;
        this.met = this.set;
    }

    /** The time by its clock. */
    public long nanos() {
        return clock.getAsLong();
    }

    /** The longest silence for a connection that begins now. */
    public synchronized Duration now() {
        if (clock.getAsLong() - metAt > REMEMBERED_NANOS) {
            met = set;
        }
        return met;
    }

    /** A connection ended without a Close after that silence of both sides. */
    public synchronized void cutAfter(Duration silence) {
        Duration half = silence.dividedBy(2);
        Duration shorter = half.compareTo(SHORTEST) < 0 ? SHORTEST : half;
        if (silence.compareTo(SHORTEST) < 0 || shorter.compareTo(now()) >= 0) {
            return;
        }
        met = shorter;
        metAt = clock.getAsLong();
        LOG.info(
                "{}: a WebSocket was cut after a silence of {} ms: from now on there is none of more than {} ms",
                address,
                silence.toMillis(),
                shorter.toMillis());
    }
}
