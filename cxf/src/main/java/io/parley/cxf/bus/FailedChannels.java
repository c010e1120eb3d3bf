package io.parley.cxf.bus;

import io.parley.cxf.endpoint.NegotiationRequest;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Channels that were agreed on but failed to open, by the service's address and the client's path to it. Offers omit
 * them for 30 seconds, doubled with each failure up to ten minutes. Thread-safe.
 */
public final class FailedChannels {
    private static final long FIRST = Duration.ofSeconds(30).toNanos();
    private static final int MAX_DOUBLINGS = 5;
    private static final long LONGEST = Duration.ofMinutes(10).toNanos();
    private static final int CAPACITY = 1024;

    private final Timers timers;
    private final Map<Place, Failure> failures = new LinkedHashMap<>();

    private record Place(String address, String channel, Object pathKey) {}

    private record Failure(FallbackReason reason, int times, long until) {}

    FailedChannels(Timers timers) {
        this.timers = timers;
    }

    /**
     * Records that the channel failed to open.
     *
     * @param pathKey see {@link NegotiationRequest#pathKey}
     */
    public synchronized void add(String address, String channel, Object pathKey, FallbackReason reason) {
        Place place = new Place(address, channel, pathKey);
        Failure before = failures.remove(place);
        int times = before == null ? 0 : Math.min(before.times() + 1, MAX_DOUBLINGS);
        failures.put(place, new Failure(reason, times, timers.nanoTime() + Math.min(FIRST << times, LONGEST)));
        if (failures.size() > CAPACITY) {
            failures.remove(failures.keySet().iterator().next());
        }
    }

    /** Records that the channel opened. */
    public synchronized void remove(String address, String channel, Object pathKey) {
        failures.remove(new Place(address, channel, pathKey));
    }

    /** Returns whether offers to that address by that path omit the channel now. */
    public synchronized boolean contains(String address, String channel, Object pathKey) {
        Failure failure = failures.get(new Place(address, channel, pathKey));
        return failure != null && failure.until() - timers.nanoTime() > 0;
    }
}
