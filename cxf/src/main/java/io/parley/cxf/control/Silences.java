package io.parley.cxf.control;

import io.parley.channel.websocket.KeepAlive;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Longest silences of a bus's WebSockets, by the service's address and what is set: those used last are kept. Thread-safe. */
final class Silences {
    private static final int CAPACITY = 1024;

    private final Timers timers;
    private final Map<Place, KeepAlive> known = new LinkedHashMap<>();

    private record Place(String address, Duration set) {}

    Silences(Timers timers) {
        this.timers = timers;
    }

    /**
     * Returns the one of that address.
     *
     * @param set what it is at most
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
