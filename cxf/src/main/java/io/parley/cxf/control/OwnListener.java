package io.parley.cxf.control;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.Listener;
import io.parley.cxf.carrier.Route;
import io.parley.runtime.Door;
import java.io.IOException;

/**
 * The listener of one endpoint on its carrier's own channel, with a door of its own: a session that was negotiated at the
 * endpoint is not opened anywhere else, and the other way round.
 */
record OwnListener(Door door, Listener listener) implements AutoCloseable {
    /**
     * Listens.
     *
     * @throws ParleyException {@code CONNECT_FAILED} if the place cannot be listened at, or the endpoint is set up with none
     */
    static OwnListener open(Route route, BusRuntime bus) {
        Door door = bus.runtime().door();
        try {
            Listener listener = bus.provider(route)
                    .listen(
                            new Address(route.host(), 0),
                            bus.runtime().channelSettings(),
                            connection -> door.accept(connection, ""));
            return new OwnListener(door, listener);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(ErrorCode.CONNECT_FAILED, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED, "cannot listen at " + route.host() + ": " + e.getMessage(), e);
        }
    }

    Address address() {
        return listener.address();
    }

    /** Takes no more connections; those that stand go on. */
    @Override
    public void close() {
        listener.close();
    }
}
