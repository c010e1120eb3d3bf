package io.parley.cxf.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import javax.xml.namespace.QName;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.apache.cxf.transport.http.Headers;
import org.apache.cxf.transports.http.configuration.HTTPServerPolicy;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.jspecify.annotations.Nullable;

/**
 * Destination of a session's messages to an HTTP endpoint. An HTTP destination itself, for code that expects one;
 * everything but the back-channel is delegated to the endpoint's destination.
 */
final class SessionHttpDestination extends AbstractHTTPDestination {
    private static final Logger LOG = LogUtils.getL7dLogger(SessionHttpDestination.class);

    private final AbstractHTTPDestination original;
    private final PartCounter counter;

    /** Creates a destination without a registry, so that no request is routed to it. */
    private SessionHttpDestination(AbstractHTTPDestination original, PartCounter counter) throws IOException {
        super(original.getBus(), null, original.getEndpointInfo(), original.getPath(), false);
        this.original = original;
        this.counter = counter;
    }

    static SessionHttpDestination inPlaceOf(AbstractHTTPDestination original, PartCounter counter) {
        try {
            return new SessionHttpDestination(original, counter);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected Conduit getInbuiltBackChannel(Message inMessage) {
        return new BackChannel(inMessage, counter, this::addHeadersOfPolicy);
    }

    /**
     * Adds the headers of the policy that concern the response; the others concern a connection that does not exist.
     */
    private void addHeadersOfPolicy(Message response) {
        HTTPServerPolicy policy = original.getServer();
        if (policy != null) {
            set(response, "Cache-Control", policy.isSetCacheControl() ? policy.getCacheControl() : null);
            set(response, "Content-Location", policy.isSetContentLocation() ? policy.getContentLocation() : null);
            set(response, "Server", policy.isSetServerType() ? policy.getServerType() : null);
        }
    }

    private static void set(Message response, String name, @Nullable String value) {
        if (value != null) {
            Headers.getSetProtocolHeaders(response).put(name, new ArrayList<>(List.of(value)));
        }
    }

    @Override
    public EndpointReferenceType getAddress() {
        return original.getAddress();
    }

    @Override
    public EndpointReferenceType getAddressWithId(String id) {
        return original.getAddressWithId(id);
    }

    @Override
    public @Nullable String getId(Map<String, Object> context) {
        return original.getId(context);
    }

    @Override
    public void assertMessage(Message message) {
        original.assertMessage(message);
    }

    @Override
    public boolean canAssert(QName type) {
        return original.canAssert(type);
    }

    @Override
    public @Nullable HTTPServerPolicy getServer() {
        return original.getServer();
    }

    @Override
    public void setServer(HTTPServerPolicy policy) {
        original.setServer(policy);
    }

    @Override
    public boolean isMultiplexWithAddress() {
        return original.isMultiplexWithAddress();
    }

    @Override
    public boolean isFixedParameterOrder() {
        return original.isFixedParameterOrder();
    }

    @Override
    public String getContextMatchStrategy() {
        return original.getContextMatchStrategy();
    }

    @Override
    public @Nullable MessageObserver getMessageObserver() {
        return original.getMessageObserver();
    }

    /** Does nothing: the endpoint's destination has its own life cycle. */
    @Override
    public void shutdown() {}

    @Override
    protected Logger getLogger() {
        return LOG;
    }
}
