package io.parley.cxf.control;

import io.parley.runtime.CredentialsIdentity;
import io.parley.runtime.SessionKey;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.configuration.security.ProxyAuthorizationPolicy;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;

/**
 * Whom a call runs as, and which transport headers it brings. Credentials are part of the key, so calls of different
 * users are on different sessions; other headers are not, or a header that changes with each call would cause a
 * negotiation each time. A call whose other headers differ from those that its session was negotiated with goes by
 * SOAP.
 *
 * @param key of the session that may carry the call
 * @param headers other transport headers of the call, by lower-case name
 */
record Identity(SessionKey key, Map<String, List<String>> headers) {
    private static final Set<String> CREDENTIALS = Set.of("authorization", "proxy-authorization", "cookie");
    /** What CXF or the HTTP client sets for the exchange of bytes, whoever calls. */
    private static final Set<String> NEUTRAL = Set.of(
            "accept",
            "accept-encoding",
            "cache-control",
            "connection",
            "content-length",
            "content-type",
            "host",
            "pragma",
            "soapaction",
            "transfer-encoding",
            "user-agent");

    static Identity of(Message message, Endpoint endpoint, String address, HTTPConduit conduit) {
        Map<String, List<String>> credentials = Map.of();
        Map<String, List<String>> others = Map.of();
        for (Map.Entry<String, List<String>> header : headersOf(message).entrySet()) {
            String lower = header.getKey().toLowerCase(Locale.ROOT);
            if (CREDENTIALS.contains(lower)) {
                credentials = with(credentials, lower, header.getValue());
            } else if (!NEUTRAL.contains(lower)) {
                others = with(others, lower, header.getValue());
            }
        }
        CredentialsIdentity who = user(conduit.getEffectiveAuthPolicy(message))
                .and(proxyUser(conduit.getProxyAuthorization()))
                .and(CredentialsIdentity.ofHeaders(credentials));
        SessionKey key = SessionKey.of(
                message.getExchange().getBus().getId(),
                address,
                endpoint.getEndpointInfo().getName(),
                who,
                tls(message, conduit));
        return new Identity(key, others);
    }

    private static Map<String, List<String>> headersOf(Message message) {
        Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        return headers == null ? Map.of() : headers;
    }

    /** Most calls bring none, and need no map for them. */
    private static Map<String, List<String>> with(Map<String, List<String>> headers, String name, List<String> values) {
        Map<String, List<String>> more = headers.isEmpty() ? new TreeMap<>() : headers;
        more.put(name, List.copyOf(values));
        return more;
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

    private static Object tls(Message message, HTTPConduit conduit) {
        TLSClientParameters set = message.get(TLSClientParameters.class);
        TLSClientParameters used = set == null ? conduit.getTlsClientParameters() : set;
        return used == null ? SessionKey.NO_TLS : new TlsSettings(used);
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
