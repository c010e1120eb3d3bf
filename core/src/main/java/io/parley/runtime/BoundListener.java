package io.parley.runtime;

import io.parley.channel.Address;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bound listener of a runtime. Thread-safe. */
final class BoundListener implements RuntimeListener {
    private final String channel;
    private final Listener listener;
    private final Address address;
    private final Set<BoundListener> all;

    /**
     * Creates a listener.
     *
     * @param all the runtime's listeners, from which it is removed when it is closed
     */
    BoundListener(String channel, Listener listener, @Nullable String advertisedHost, Set<BoundListener> all) {
        this.all = all;
        this.channel = channel;
        this.listener = listener;
        Address bound = listener.address();
        this.address = advertisedHost == null ? bound : new Address(advertisedHost, bound.port());
    }

    @Override
    public String channel() {
        return channel;
    }

    @Override
    public Address address() {
        return address;
    }

    @Override
    public String certificate() {
        return listener.certificate();
    }

    @Override
    public void renew(Protection.Certified certified) {
        listener.renew(certified);
    }

    @Override
    public void close() {
        all.remove(this);
        listener.close();
    }
}
