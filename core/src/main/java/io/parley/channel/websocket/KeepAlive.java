package io.parley.channel.websocket;

import io.parley.Durations;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keep-alive interval of WebSockets to one address: the configured one, or half of the shortest idle time after
 * which an intermediary dropped a connection within the last hour. Thread-safe.
 */
public final class KeepAlive {
    private static final Logger LOG = LoggerFactory.getLogger(KeepAlive.class);
    /** Minimum interval: proxies have no shorter timeouts, and each keep-alive message has a cost. */
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private static final long REMEMBERED_NANOS = Duration.ofHours(1).toNanos();

    private final Duration set;
    private final String address;
    private final LongSupplier clock;
    private Duration met;
    private long metAt;

    /**
     * Creates the interval of one address.
     *
     * @param set the configured interval, which is the maximum
     * @param address for logs
     * @param clock in nanoseconds
     */
    public KeepAlive(Duration set, String address, LongSupplier clock) {
        this.set = Durations.bounded(set);
        this.address = address;
        this.clock = clock;
        this.met = this.set;
    }

    /** Returns the clock's time in nanoseconds. */
    public long nanos() {
        return clock.getAsLong();
    }

    /** Returns the interval for a new connection. */
    public synchronized Duration now() {
        if (clock.getAsLong() - metAt > REMEMBERED_NANOS) {
            met = set;
        }
        return met;
    }

    /**
     * Records a connection that ended without a Close frame, and shortens the interval if needed.
     *
     * @param silence time for which neither side had sent
     */
    public synchronized void cutAfter(Duration silence) {
        Duration half = silence.dividedBy(2);
        Duration shorter = half.compareTo(SHORTEST) < 0 ? SHORTEST : half;
        if (silence.compareTo(SHORTEST) < 0 || shorter.compareTo(now()) >= 0) {
            return;
        }
        met = shorter;
        metAt = clock.getAsLong();
        LOG.info(
                "Shortened the keep-alive interval of WebSockets to {}: one was dropped after {} ms without traffic; the interval is now {} ms",
                address,
                silence.toMillis(),
                shorter.toMillis());
    }
}
