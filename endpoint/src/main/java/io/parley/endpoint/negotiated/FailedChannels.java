package io.parley.endpoint.negotiated;

import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Agreed channels that could not be opened: offers leave them out for 30 seconds, doubled with each failure up to ten
 * minutes (docs/protocol/negotiation.md, section 13.5). Thread-safe.
 */
final class FailedChannels {
    private static final long FIRST_DELAY = Duration.ofSeconds(30).toNanos();
    private static final long MAX_DELAY = Duration.ofMinutes(10).toNanos();
    private static final int MAX_DOUBLINGS = 5;

    private final Timers timers;
    private final Map<String, Failure> failures = new HashMap<>();

    private record Failure(FallbackReason reason, int times, long until) {}

    FailedChannels(Timers timers) {
        this.timers = timers;
    }

    synchronized void add(String channel, FallbackReason reason) {
        Failure before = failures.get(channel);
        int times = before == null ? 0 : Math.min(before.times() + 1, MAX_DOUBLINGS);
        failures.put(
                channel, new Failure(reason, times, timers.nanoTime() + Math.min(FIRST_DELAY << times, MAX_DELAY)));
    }

    synchronized void remove(String channel) {
        failures.remove(channel);
    }

    synchronized boolean contains(String channel) {
        Failure failure = failures.get(channel);
        return failure != null && failure.until() - timers.nanoTime() > 0;
    }

    /** Returns the channels that offers leave out now, with the reasons. */
    synchronized Map<String, FallbackReason> now() {
        Map<String, FallbackReason> now = new HashMap<>();
        failures.forEach((channel, failure) -> {
            if (failure.until() - timers.nanoTime() > 0) {
                now.put(channel, failure.reason());
            }
        });
        return now;
    }
}
