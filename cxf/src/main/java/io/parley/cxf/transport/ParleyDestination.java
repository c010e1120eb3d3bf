package io.parley.cxf.transport;

import java.util.Map;
import java.util.logging.Logger;
import org.apache.cxf.Bus;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.AbstractDestination;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.MultiplexDestination;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.jspecify.annotations.Nullable;

/** Destination of a session's messages, whose back-channel answers on the session. */
final class ParleyDestination extends AbstractDestination implements MultiplexDestination {
    private static final Logger LOG = LogUtils.getL7dLogger(ParleyDestination.class);

    private final Destination original;
    private final PartCounter counter;

    private ParleyDestination(Bus bus, Destination original, EndpointInfo endpoint, PartCounter counter) {
        super(bus, original.getAddress(), endpoint);
        this.original = original;
        this.counter = counter;
    }

    /**
     * Returns a destination for an endpoint's messages on sessions.
     *
     * @param original the endpoint's own destination, to which all but the back-channel is delegated
     */
    static Destination inPlaceOf(Destination original, Bus bus, EndpointInfo endpoint, PartCounter counter) {
        return original instanceof AbstractHTTPDestination http
                ? SessionHttpDestination.inPlaceOf(http, counter)
                : new ParleyDestination(bus, original, endpoint, counter);
    }

    @Override
    public @Nullable EndpointReferenceType getAddressWithId(String id) {
        return original instanceof MultiplexDestination multiplex ? multiplex.getAddressWithId(id) : null;
    }

    @Override
    public @Nullable String getId(Map<String, Object> context) {
        return original instanceof MultiplexDestination multiplex ? multiplex.getId(context) : null;
    }

    @Override
    protected Conduit getInbuiltBackChannel(Message inMessage) {
        return new BackChannel(inMessage, counter, response -> {});
    }

    @Override
    protected Logger getLogger() {
        return LOG;
    }
}
