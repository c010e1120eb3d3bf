package io.parley.cxf.carrier;

import io.parley.channel.http.HttpFrames;
import io.parley.negotiation.ServiceAddress;
import io.parley.runtime.CredentialsIdentity;
import io.parley.runtime.SessionKey;
import java.io.IOException;
import java.time.Duration;
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
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.EndpointReferenceType;

/** SOAP over HTTP. */
final class HttpCarrier implements Carrier {
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
        return method != null && !"POST".equals(method) ? Optional.of("the HTTP method is set") : Optional.empty();
    }

    @Override
    public CredentialsIdentity credentials(Message call, Conduit conduit) {
        HTTPConduit http = (HTTPConduit) conduit;
        return user(http.getEffectiveAuthPolicy(call)).and(proxyUser(http.getProxyAuthorization()));
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
        HTTPClientPolicy policy = ((HTTPConduit) conduit).getClient(call);
        return policy != null && policy.getProxyServer() != null;
    }

    @Override
    public Duration receiveTimeout(Message call, Conduit conduit) {
        HTTPClientPolicy policy = ((HTTPConduit) conduit).getClient(call);
        return Duration.ofMillis(
                policy == null ? new HTTPClientPolicy().getReceiveTimeout() : policy.getReceiveTimeout());
    }

    @Override
    public void prepare(Message out) {
        out.putIfAbsent(Message.HTTP_REQUEST_METHOD, "POST");
    }

    @Override
    public void complete(Message in, Conduit conduit) {}

    /** Configured by name like the application's and then made alike; the time is the message's to say. */
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
            conduit.setAuthSupplier(like.getAuthSupplier());
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
     * TLS settings say by their keys who a client is. They are the same only if they are the same object, which this keeps from
     * being mistaken for a later one. What they hold is not compared: that would take longer than a call.
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
