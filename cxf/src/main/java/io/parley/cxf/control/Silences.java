package io.parley.cxf.control;

import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.WebSocket;
import io.parley.runtime.Timers;
import java.util.LinkedHashMap;
import java.util.Map;

/** Longest silences of a bus's WebSockets, by the service's address: those used last are kept. Thread-safe. */
final class Silences {
    private static final int CAPACITY = 1024;

    private final Timers timers;
    private final Map<String, KeepAlive> known = new LinkedHashMap<>();

    Silences(Timers timers) {
        this.timers = timers;
    }

    /** Returns the one of that address. */
    synchronized KeepAlive of(String address) {
        KeepAlive before = known.remove(address);
        KeepAlive now = before == null ? new KeepAlive(WebSocket.KEEP_ALIVE, address, timers::nanoTime) : before;
        known.put(address, now);
        if (known.size() > CAPACITY) {
            known.remove(known.keySet().iterator().next());
        }
        return now;
    }
}
