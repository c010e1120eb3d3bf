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

    private final Duration configured;
    private final String address;
    private final LongSupplier clock;
    private Duration shortened;
    private long shortenedAt;

    /**
     * Creates the interval of one address.
     *
     * @param configured the configured interval, which is the maximum
     * @param address for logs
     * @param clock in nanoseconds
     */
    public KeepAlive(Duration configured, String address, LongSupplier clock) {
        this.configured = Durations.bounded(configured);
        this.address = address;
        this.clock = clock;
        this.shortened = this.configured;
    }

    /** Returns the clock's time in nanoseconds. */
    public long nanos() {
        return clock.getAsLong();
    }

    /** Returns the interval for a new connection. */
    public synchronized Duration now() {
        if (clock.getAsLong() - shortenedAt > REMEMBERED_NANOS) {
            shortened = configured;
        }
        return shortened;
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
        shortened = shorter;
        shortenedAt = clock.getAsLong();
        LOG.info(
                "Shortened the keep-alive interval to {} ms for WebSockets to {}: one was dropped after {} ms without traffic",
                shorter.toMillis(),
                address,
                silence.toMillis());
    }
}
