package io.parley.cxf.carrier;

import io.parley.channel.http.HttpFrames;
import io.parley.negotiation.ServiceAddress;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.SessionKey;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.cxf.Bus;
import org.apache.cxf.BusException;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.configuration.security.ProxyAuthorizationPolicy;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.ConduitInitiatorManager;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.HTTPException;
import org.apache.cxf.transport.http.Headers;
import org.apache.cxf.transport.http.auth.DefaultBasicAuthSupplier;
import org.apache.cxf.transport.http.auth.HttpAuthSupplier;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.jspecify.annotations.Nullable;

/** Carrier of SOAP over HTTP. */
final class HttpCarrier implements Carrier {
    private static final int TOO_MANY_REQUESTS = 429;
    /** Statuses on which CXF's failover tries another address; CXF's own default is not accessible. */
    private static final List<Integer> NOT_AVAILABLE =
            List.of(HttpURLConnection.HTTP_NOT_FOUND, TOO_MANY_REQUESTS, HttpURLConnection.HTTP_UNAVAILABLE);

    /** Property that CXF's conduits set to distinguish HTTP and HTTPS, for policies that require TLS. */
    private static final String SCHEME = "http.scheme";
    /** Property with the policies of a message, named after a class of an optional library. */
    private static final String POLICY = "org.apache.cxf.ws.policy.AssertionInfoMap";
    /** Authentication of conduits without a supplier of their own. */
    private static final HttpAuthSupplier BASIC = new DefaultBasicAuthSupplier();

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public String channel() {
        return HttpFrames.CHANNEL;
    }

    @Override
    public boolean namesHosts() {
        return true;
    }

    @Override
    public boolean carries(Conduit conduit) {
        return conduit instanceof HTTPConduit;
    }

    @Override
    public boolean carries(Destination destination) {
        return destination instanceof AbstractHTTPDestination;
    }

    @Override
    public Optional<String> obstacle(Message call, Conduit conduit) {
        if (MessageUtils.getContextualBoolean(call, Message.MAINTAIN_SESSION, false)) {
            return Optional.of("the HTTP session is maintained");
        }
        Object method = call.get(Message.HTTP_REQUEST_METHOD);
        return method != null && !"POST".equals(method)
                ? Optional.of("the HTTP method is set")
                : SuppliedCredentials.obstacle(call, (HTTPConduit) conduit, addressOf(call, conduit));
    }

    @Override
    public CredentialsIdentity credentials(Message call, Conduit conduit) {
        HTTPConduit http = (HTTPConduit) conduit;
        return user(http.getEffectiveAuthPolicy(call))
                .and(policyHeaders(policy(call, http)))
                .and(proxyUser(http.getProxyAuthorization()))
                .and(SuppliedCredentials.identity(call, http, addressOf(call, conduit)));
    }

    @Override
    public Map<String, List<String>> shownHeaders(Message call, Conduit conduit) {
        return SuppliedCredentials.headers(call, (HTTPConduit) conduit, addressOf(call, conduit));
    }

    /** Returns the identity by headers of a policy that select the user or one of several services at an address. */
    private static CredentialsIdentity policyHeaders(@Nullable HTTPClientPolicy policy) {
        if (policy == null || !(policy.isSetCookie() || policy.isSetHost())) {
            return CredentialsIdentity.none();
        }
        Map<String, List<String>> shown = new HashMap<>();
        if (policy.isSetCookie()) {
            shown.put("cookie", List.of(policy.getCookie()));
        }
        if (policy.isSetHost()) {
            shown.put("host", List.of(policy.getHost()));
        }
        return CredentialsIdentity.ofHeaders(shown);
    }

    private static CredentialsIdentity user(AuthorizationPolicy policy) {
        String name = policy.getUserName();
        String token = policy.getAuthorization();
        if (name == null && token == null) {
            return CredentialsIdentity.none();
        }
        String scheme = policy.getAuthorizationType() == null ? "" : policy.getAuthorizationType();
        return CredentialsIdentity.of(
                scheme,
                name == null ? "" : name,
                (policy.getPassword() == null ? "" : policy.getPassword()) + '\n' + (token == null ? "" : token));
    }

    private static CredentialsIdentity proxyUser(ProxyAuthorizationPolicy policy) {
        return policy == null ? CredentialsIdentity.none() : user(policy);
    }

    @Override
    public Object protection(Message call, Conduit conduit) {
        TLSClientParameters set = call.get(TLSClientParameters.class);
        TLSClientParameters used = set == null ? ((HTTPConduit) conduit).getTlsClientParameters() : set;
        return used == null ? SessionKey.NO_TLS : new TlsSettings(used);
    }

    @Override
    public ServiceAddress service(String address, Conduit conduit) {
        return ServiceAddress.of(address);
    }

    @Override
    public boolean isByProxy(Message call, Conduit conduit) {
        HTTPClientPolicy policy = policy(call, (HTTPConduit) conduit);
        return policy != null && policy.getProxyServer() != null;
    }

    @Override
    public Object pathKey(Message call, Conduit conduit) {
        HTTPClientPolicy policy = policy(call, (HTTPConduit) conduit);
        String proxy = policy == null || policy.getProxyServer() == null
                ? ""
                : policy.getProxyServer() + ':' + policy.getProxyServerPort();
        return List.of(protection(call, conduit), proxy);
    }

    @Override
    public Duration receiveTimeout(Message call, Conduit conduit) {
        HTTPClientPolicy policy = policy(call, (HTTPConduit) conduit);
        return Duration.ofMillis(
                policy == null ? new HTTPClientPolicy().getReceiveTimeout() : policy.getReceiveTimeout());
    }

    /**
     * Returns the policy of a call. CXF allocates 0.1 kB to merge the conduit's policy with those of the call and of
     * WS-Policy, so the merge is skipped unless the call has either.
     */
    private static @Nullable HTTPClientPolicy policy(Message call, HTTPConduit conduit) {
        boolean isUnmodified = call.get(HTTPClientPolicy.class) == null && call.get(POLICY) == null;
        return isUnmodified ? conduit.getClient() : conduit.getClient(call);
    }

    @Override
    public void prepare(Message out, Conduit conduit) {
        out.putIfAbsent(Message.HTTP_REQUEST_METHOD, "POST");
        String address = addressOf(out, conduit);
        out.put(SCHEME, address.regionMatches(true, 0, "https:", 0, "https:".length()) ? "https" : "http");
        if (out.get(POLICY) != null) {
            showCredentials(out, (HTTPConduit) conduit, URI.create(address));
        }
    }

    /**
     * Sets the credentials among the headers for a policy that requires them. The headers are not sent, since the
     * session is authenticated.
     */
    private static void showCredentials(Message out, HTTPConduit http, URI address) {
        HttpAuthSupplier supplier = http.getAuthSupplier() == null ? BASIC : http.getAuthSupplier();
        String shown = supplier.getAuthorization(http.getEffectiveAuthPolicy(out), address, out, null);
        if (shown != null) {
            new Headers(out).setAuthorization(shown);
        }
    }

    @Override
    public void accept(int status, Message out, Conduit conduit) throws IOException {
        if (status < HttpURLConnection.HTTP_BAD_REQUEST) {
            return;
        }
        if (MessageUtils.getContextualIntegers(
                        out, HTTPConduit.SERVICE_NOT_AVAILABLE_ON_HTTP_STATUS_CODES, NOT_AVAILABLE)
                .contains(status)) {
            out.getExchange().put("org.apache.cxf.transport.service_not_available", true);
        }
        boolean isRead = status == HttpURLConnection.HTTP_INTERNAL_ERROR
                || MessageUtils.getContextualBoolean(out, HTTPConduit.NO_IO_EXCEPTIONS)
                || (status == HttpURLConnection.HTTP_BAD_REQUEST
                        && MessageUtils.getContextualBoolean(out, HTTPConduit.PROCESS_FAULT_ON_HTTP_400));
        if (!isRead || isRefusalOfOneWay(out)) {
            String address = addressOf(out, conduit);
            throw new HTTPException(
                    status,
                    "(POST " + address + ") " + status,
                    URI.create(address).toURL());
        }
    }

    /** Returns whether the response refuses a one-way call, whose client only sees the status. */
    private static boolean isRefusalOfOneWay(Message out) {
        return out.getExchange().isOneWay()
                && !MessageUtils.getContextualBoolean(out, Message.ROBUST_ONEWAY, false)
                && MessageUtils.getContextualBoolean(out, Message.PROCESS_202_RESPONSE_ONEWAY_OR_PARTIAL, true);
    }

    private static String addressOf(Message out, Conduit conduit) {
        Object own = out.get(Message.ENDPOINT_ADDRESS);
        return own instanceof String address
                ? address
                : conduit.getTarget().getAddress().getValue();
    }

    @Override
    public void complete(Message in, Conduit conduit) {}

    /**
     * Creates a conduit with the same configuration by name, then copies the settings made in code. The time limit is
     * set on the message.
     */
    @Override
    public Conduit another(
            Conduit original, EndpointInfo endpoint, EndpointReferenceType target, Bus bus, Duration time)
            throws IOException {
        ConduitInitiatorManager initiators = bus.getExtension(ConduitInitiatorManager.class);
        HTTPConduit like = (HTTPConduit) original;
        try {
            HTTPConduit conduit = (HTTPConduit)
                    initiators.getConduitInitiator(endpoint.getTransportId()).getConduit(endpoint, target, bus);
            conduit.setAuthorization(like.getAuthorization());
            conduit.setProxyAuthorization(like.getProxyAuthorization());
            conduit.setTlsClientParameters(like.getTlsClientParameters());
            conduit.setTrustDecider(like.getTrustDecider());
            conduit.setAuthSupplier(SuppliedCredentials.elsewhere(like));
            conduit.setProxyAuthSupplier(like.getProxyAuthSupplier());
            conduit.setClient(like.getClient());
            return conduit;
        } catch (BusException e) {
            throw new IOException("no conduit for " + endpoint.getTransportId(), e);
        }
    }

    @Override
    public Optional<Route> route(Conduit conduit) {
        return Optional.empty();
    }

    @Override
    public Optional<Route> route(Destination destination) {
        return Optional.empty();
    }

    /**
     * Identity of TLS settings, which determine a client by its keys. Compared by reference and retained, so that the
     * reference cannot be reused. Comparing the contents would take longer than a call.
     */
    private static final class TlsSettings {
        private final Object settings;

        TlsSettings(TLSClientParameters settings) {
            this.settings = settings;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof TlsSettings same && settings == same.settings;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(settings);
        }
    }
}
