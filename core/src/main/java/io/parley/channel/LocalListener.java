package io.parley.channel;

import io.parley.Limit;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A listener on a port of the in-process channel. */
final class LocalListener implements Listener {
    private final Address address;
    private final int maxPending;
    private final Function<Connection, ConnectionHandler> acceptor;
    private final Map<Integer, LocalListener> listeners;
    private final AtomicInteger pending = new AtomicInteger();

    LocalListener(
            Address address,
            ChannelSettings settings,
            Function<Connection, ConnectionHandler> acceptor,
            Map<Integer, LocalListener> listeners) {
        this.address = address;
        this.maxPending = settings.limits().getInt(Limit.PENDING_CONNECTIONS);
        this.acceptor = acceptor;
        this.listeners = listeners;
    }

    @Override
    public Address address() {
        return address;
    }

    /** Reserves a place for one more pending connection; returns false if the limit is reached. */
    boolean mayAccept() {
        return pending.getAndUpdate(now -> now < maxPending ? now + 1 : now) < maxPending;
    }

    ConnectionHandler accept(LocalConnection connection) {
        connection.countAsPending(pending::decrementAndGet);
        return acceptor.apply(connection);
    }

    @Override
    public void close() {
        listeners.remove(address.port(), this);
    }
}
