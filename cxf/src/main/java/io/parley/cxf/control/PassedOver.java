package io.parley.cxf.control;

import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Channels that were agreed on and could not be opened, by the service's address and the client's way there: the next offers do without them, for 30
 * seconds at first and twice as long each time, up to ten minutes. Thread-safe.
 */
final class PassedOver {
    private static final long FIRST = Duration.ofSeconds(30).toNanos();
    private static final int MOST_DOUBLINGS = 5;
    private static final long LONGEST = Duration.ofMinutes(10).toNanos();
    private static final int CAPACITY = 1024;

    private final Timers timers;
    private final Map<Place, Failure> failures = new LinkedHashMap<>();

    private record Place(String address, String channel, Object way) {}

    private record Failure(FallbackReason reason, int times, long until) {}

    PassedOver(Timers timers) {
        this.timers = timers;
    }

    /**
     * Notes that the channel could not be opened.
     *
     * @param way as {@link Errand#way}
     */
    synchronized void add(String address, String channel, Object way, FallbackReason reason) {
        Place place = new Place(address, channel, way);
        Failure before = failures.remove(place);
        int times = before == null ? 0 : Math.min(before.times() + 1, MOST_DOUBLINGS);
        failures.put(place, new Failure(reason, times, timers.nanoTime() + Math.min(FIRST << times, LONGEST)));
        if (failures.size() > CAPACITY) {
            failures.remove(failures.keySet().iterator().next());
        }
    }

    /** Notes that it could. */
    synchronized void remove(String address, String channel, Object way) {
        failures.remove(new Place(address, channel, way));
    }

    /** Returns whether offers to that address of that way leave the channel out now. */
    synchronized boolean contains(String address, String channel, Object way) {
        Failure failure = failures.get(new Place(address, channel, way));
        return failure != null && failure.until() - timers.nanoTime() > 0;
    }
}
