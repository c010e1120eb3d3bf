package io.parley.cxf.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.Listener;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.carrier.Route;
import io.parley.runtime.SessionAcceptor;
import java.io.IOException;

/**
 * Listener of one endpoint on its carrier's own channel, with tokens of its own: a session negotiated at the endpoint
 * can be opened here only, and no other session can.
 */
record OwnListener(SessionAcceptor sessionAcceptor, Listener listener) implements AutoCloseable {
    /**
     * Opens the listener.
     *
     * @throws ParleyException {@code CONNECT_FAILED} if the address cannot be bound or is not configured
     */
    static OwnListener open(Route route, BusRuntime bus) {
        SessionAcceptor sessionAcceptor = bus.runtime().newSessionAcceptor();
        try {
            Listener listener = bus.provider(route)
                    .listen(
                            new Address(route.host(), 0),
                            bus.runtime().channelSettings(),
                            connection -> sessionAcceptor.accept(connection, ""));
            return new OwnListener(sessionAcceptor, listener);
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

    /** Stops accepting connections; open ones continue. */
    @Override
    public void close() {
        listener.close();
    }
}
