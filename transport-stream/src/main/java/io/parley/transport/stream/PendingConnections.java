package io.parley.transport.stream;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a listener that are not accepted yet. When there are too many, of one address or in all, the
 * oldest goes: an honest client opens within milliseconds, so what has waited longest is most likely silent, and one
 * who holds connections open cannot keep others out. Thread-safe.
 */
final class PendingConnections {
    private final Limits limits;
    private final Map<StreamConnection, ByteBuffer> origins = new LinkedHashMap<>();
    private final Map<ByteBuffer, Set<StreamConnection>> byOrigin = new HashMap<>();

    PendingConnections(Limits limits) {
        this.limits = limits;
    }

    /** Adds a connection, and closes another if that is one too many. */
    void add(StreamConnection connection, InetAddress from) {
        Evicted evicted = insert(connection, origin(from));
        if (evicted != null) {
            evicted.connection.abort(new ParleyException(
                    ErrorCode.OPEN_TIMEOUT,
                    "closed before it opened a session: expected at most " + limits.get(evicted.limit) + " "
                            + evicted.limit.unit() + " that are not accepted, found one more; the setting is "
                            + evicted.limit.setting()));
        }
    }

    /** Takes a connection out. Idempotent. */
    synchronized void remove(StreamConnection connection) {
        ByteBuffer origin = origins.remove(connection);
        if (origin == null) {
            return;
        }
        Set<StreamConnection> same = byOrigin.get(origin);
        if (same != null && same.remove(connection) && same.isEmpty()) {
            byOrigin.remove(origin);
        }
    }

    synchronized int size() {
        return origins.size();
    }

    private synchronized @Nullable Evicted insert(StreamConnection connection, ByteBuffer origin) {
        Evicted evicted = null;
        Set<StreamConnection> same = byOrigin.getOrDefault(origin, Set.of());
        if (same.size() >= limits.get(Limit.PENDING_PER_ADDRESS)) {
            evicted = oldest(same, Limit.PENDING_PER_ADDRESS);
        } else if (origins.size() >= limits.get(Limit.PENDING_CONNECTIONS)) {
            evicted = oldest(origins.keySet(), Limit.PENDING_CONNECTIONS);
        }
        origins.put(connection, origin);
        byOrigin.computeIfAbsent(origin, key -> new LinkedHashSet<>()).add(connection);
        return evicted;
    }

    private Evicted oldest(Set<StreamConnection> among, Limit limit) {
        Iterator<StreamConnection> inOrder = among.iterator();
        StreamConnection oldest = inOrder.next();
        remove(oldest);
        return new Evicted(oldest, limit);
    }

    /** The address; of IPv6 the network, since whoever has one such address has the other 2^64 of it as well. */
    private static ByteBuffer origin(InetAddress from) {
        byte[] bytes = from.getAddress();
        return ByteBuffer.wrap(from instanceof Inet6Address ? Arrays.copyOf(bytes, 8) : bytes);
    }

    private record Evicted(StreamConnection connection, Limit limit) {}
}
