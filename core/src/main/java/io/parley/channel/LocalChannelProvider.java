package io.parley.channel;

import io.parley.ChannelTraits;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.io.IOException;
import java.net.BindException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The in-process channel {@code local}. Frames are passed by reference and delivered by the channel's own daemon
 * threads. Hosts are ignored; ports are numbers within this class loader.
 */
public final class LocalChannelProvider implements ChannelProvider {
    private static final ChannelTraits TRAITS = new ChannelTraits("local", true, true, false, true);
    private static final int FIRST_FREE_PORT = 1024;
    private static final int MAX_PORT = 65_535;

    private static final Map<Integer, LocalListener> LISTENERS = new ConcurrentHashMap<>();
    private static final AtomicInteger NEXT_PORT = new AtomicInteger(FIRST_FREE_PORT);

    /** Creates a provider, for {@link java.util.ServiceLoader}. */
    public LocalChannelProvider() {}

    @Override
    public ChannelTraits traits() {
        return TRAITS;
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler) {
        LocalListener listener = LISTENERS.get(address.port());
        if (listener == null) {
            return CompletableFuture.failedFuture(new ParleyException(
                    ErrorCode.CONNECT_FAILED, "local: expected a listener on port " + address.port() + ", found none"));
        }
        if (!listener.mayAccept()) {
            return CompletableFuture.failedFuture(new ParleyException(
                    ErrorCode.CONNECT_FAILED, "local: port " + address.port() + " has too many pending connections"));
        }
        LocalConnection near = new LocalConnection("local:" + address.port());
        LocalConnection far = new LocalConnection("local:client of " + address.port());
        near.connectTo(far);
        far.connectTo(near);
        near.deliverTo(handler);
        far.deliverTo(listener.accept(far));
        return CompletableFuture.completedFuture(near);
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        int attempts = bind.port() == 0 ? MAX_PORT - FIRST_FREE_PORT : 1;
        for (int i = 0; i < attempts; i++) {
            int port = bind.port() == 0 ? freePort() : bind.port();
            LocalListener listener = new LocalListener(new Address(bind.host(), port), settings, acceptor, LISTENERS);
            if (LISTENERS.putIfAbsent(port, listener) == null) {
                return listener;
            }
        }
        throw new BindException("local: port " + bind.port() + " is taken");
    }

    private static int freePort() {
        return NEXT_PORT.getAndUpdate(port -> port == MAX_PORT ? FIRST_FREE_PORT : port + 1);
    }
}
