package io.parley.cxf.bus;

import io.parley.channel.websocket.KeepAlive;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keep-alive intervals of a bus's WebSockets, by the service's address and the configured maximum; the most recently
 * used are retained. Thread-safe.
 */
final class KeepAlives {
    private static final int CAPACITY = 1024;

    private final Timers timers;
    private final Map<Place, KeepAlive> known = new LinkedHashMap<>();

    private record Place(String address, Duration set) {}

    KeepAlives(Timers timers) {
        this.timers = timers;
    }

    /**
     * Returns the interval for that address.
     *
     * @param set the configured maximum
     */
    synchronized KeepAlive of(String address, Duration set) {
        Place place = new Place(address, set);
        KeepAlive before = known.remove(place);
        KeepAlive now = before == null ? new KeepAlive(set, address, timers::nanoTime) : before;
        known.put(place, now);
        if (known.size() > CAPACITY) {
            known.remove(known.keySet().iterator().next());
        }
        return now;
    }
}
