package io.parley.cxf.endpoint;

import io.parley.channel.http.Affinity;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.carrier.Route;
import io.parley.cxf.carrier.SoapVersions;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.ServiceAddress;
import io.parley.soap.SoapVersion;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapBindingConstants;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.AttributedURIType;
import org.apache.cxf.ws.addressing.EndpointReferenceType;

/**
 * Properties of a call that its negotiation shares: target, transport, identity and protection. Captured from the
 * message on the call's thread, so that the negotiation can run on another. Immutable.
 */
public final class NegotiationRequest {
    /** Properties that configure CXF's HTTP conduit for a single call. */
    private static final List<String> COPIED = List.of(
            AuthorizationPolicy.class.getName(),
            HTTPClientPolicy.class.getName(),
            TLSClientParameters.class.getName(),
            Message.ENDPOINT_ADDRESS,
            Message.BASE_PATH,
            Message.PATH_INFO,
            Message.QUERY_STRING,
            Message.REQUEST_URI);

    private static final String COOKIE = "Cookie";

    private final Bus bus;
    private final Endpoint endpoint;
    private final Carrier carrier;
    private final Conduit original;
    private final String address;
    private final SoapVersion version;
    private final boolean byProxy;
    private final Duration webSocketKeepAlive;
    private final Object pathKey;
    private final Map<String, Object> properties = new HashMap<>();
    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** Creates the request that negotiates for a call. */
    public NegotiationRequest(Message call, Endpoint endpoint, Carrier carrier, Conduit original, String address) {
        this.bus = call.getExchange().getBus();
        this.endpoint = endpoint;
        this.carrier = carrier;
        this.original = original;
        this.address = address;
        this.version = SoapVersions.of(call);
        this.byProxy = carrier.isByProxy(call, original);
        this.webSocketKeepAlive = EndpointSettings.of(call).webSocketKeepAlive();
        this.pathKey = carrier.pathKey(call, original);
        for (String name : COPIED) {
            Object value = call.get(name);
            if (value != null) {
                properties.put(name, value);
            }
        }
        Map<String, List<String>> set = CastUtils.cast((Map<?, ?>) call.get(Message.PROTOCOL_HEADERS));
        if (set != null) {
            set.forEach((name, values) -> headers.put(name, List.copyOf(values)));
        }
        headers.putAll(carrier.shownHeaders(call, original));
    }

    private NegotiationRequest(NegotiationRequest other) {
        this.bus = other.bus;
        this.endpoint = other.endpoint;
        this.carrier = other.carrier;
        this.original = other.original;
        this.address = other.address;
        this.version = other.version;
        this.byProxy = other.byProxy;
        this.webSocketKeepAlive = other.webSocketKeepAlive;
        this.pathKey = other.pathKey;
        this.properties.putAll(other.properties);
        this.headers.putAll(other.headers);
    }

    /** Returns a copy for one of several nodes, with its affinity headers; unchanged if the carrier has no nodes. */
    public NegotiationRequest with(Affinity affinity) {
        if (!carrier.namesHosts()) {
            return this;
        }
        NegotiationRequest there = new NegotiationRequest(this);
        List<String> cookies = headers.get(COOKIE);
        affinity.with(cookies == null ? Map.of() : Map.of(COOKIE, String.join("; ", cookies)))
                .forEach((name, value) -> there.headers.put(name, List.of(value)));
        return there;
    }

    /** Returns the SOAP version of the call. */
    public SoapVersion version() {
        return version;
    }

    /** Returns the address of the service. */
    public String address() {
        return address;
    }

    /** Returns the name of the called endpoint. */
    public String endpointName() {
        return endpoint.getEndpointInfo().getName().toString();
    }

    /** Returns the address of the service for the negotiation. */
    public ServiceAddress service() {
        return carrier.service(address, original);
    }

    /** Returns the transport of the call. */
    public Carrier carrier() {
        return carrier;
    }

    /** Returns the reason not to send an offer, see {@link Carrier#refusal(Conduit)}; empty if there is none. */
    public Optional<Refusal> refusal() {
        return carrier.refusal(original);
    }

    /** Returns whether the call uses a proxy. */
    public boolean isByProxy() {
        return byProxy;
    }

    /** Returns the longest silence of this side of a WebSocket. */
    Duration webSocketKeepAlive() {
        return webSocketKeepAlive;
    }

    /** Returns the key, in addition to the address, of whether a channel on the path of the calls gets through. */
    Object pathKey() {
        return pathKey;
    }

    /** Returns the route of the carrier's own channel to the service's listeners. */
    Optional<Route> route() {
        return carrier.route(original);
    }

    /**
     * Creates a conduit to the same target, see {@link Carrier#another}.
     *
     * @param time time limit for the reply
     */
    public Conduit newConduit(Duration time) throws IOException {
        EndpointReferenceType target = new EndpointReferenceType();
        AttributedURIType uri = new AttributedURIType();
        uri.setValue(address);
        target.setAddress(uri);
        return carrier.another(original, endpoint.getEndpointInfo(), target, bus, time);
    }

    /** Sets the call's transport properties on another message to the same address. */
    public void applyTo(Message message, Exchange exchange, Duration time) {
        exchange.put(Bus.class, bus);
        exchange.put(Endpoint.class, endpoint);
        message.setExchange(exchange);
        message.putAll(properties);
        message.put(Message.REQUESTOR_ROLE, true);
        message.put(Message.INBOUND_MESSAGE, false);
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> copy.put(name, new ArrayList<>(values)));
        // Empty: services would dispatch by a matching action before the body is inspected.
        copy.put(SoapBindingConstants.SOAP_ACTION, new ArrayList<>(List.of("\"\"")));
        message.put(Message.PROTOCOL_HEADERS, copy);
        message.put(Message.RECEIVE_TIMEOUT, time.toMillis());
        message.put(Message.CONNECTION_TIMEOUT, time.toMillis());
    }
}
