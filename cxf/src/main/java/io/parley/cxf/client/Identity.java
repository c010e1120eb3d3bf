package io.parley.cxf.client;

import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.transport.HeaderNames;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.SessionKey;
import io.parley.soap.TraceHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;

/**
 * Identity of a call's user, and the call's transport headers. Credentials are part of the session key, so calls of
 * different users use different sessions. Other headers are not, since a header that changes with each call would cause
 * a negotiation each time; a call whose other headers differ from those that its session was negotiated with is sent by
 * SOAP. Headers for tracing are sent with the call ({@link TraceHeaders}).
 *
 * @param caller key, without a proposal, of the sessions that may be used for the call
 * @param headers other transport headers of the call, by lower-case name
 */
record Identity(SessionKey caller, Map<String, List<String>> headers) {
    private static final Set<String> CREDENTIALS = HeaderNames.of("authorization", "proxy-authorization", "cookie");
    /** Headers that CXF or the HTTP client sets regardless of the caller. */
    private static final Set<String> NEUTRAL = HeaderNames.of(
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

    static Identity of(Message message, ClientEndpoint client, String address, Carrier carrier, Conduit conduit) {
        Map<String, List<String>> credentials = Map.of();
        Map<String, List<String>> others = Map.of();
        for (Map.Entry<String, List<String>> header : headersOf(message).entrySet()) {
            String name = header.getKey();
            if (CREDENTIALS.contains(name)) {
                credentials = with(credentials, name, header.getValue());
            } else if (!NEUTRAL.contains(name) && !TraceHeaders.contains(name)) {
                others = with(others, name, header.getValue());
            }
        }
        CredentialsIdentity who = carrier.credentials(message, conduit).and(CredentialsIdentity.ofHeaders(credentials));
        SessionKey caller = SessionKey.of(
                client.busId(),
                address,
                message.getExchange().getEndpoint().getEndpointInfo().getName(),
                who,
                carrier.protection(message, conduit));
        return new Identity(caller, others);
    }

    private static Map<String, List<String>> headersOf(Message message) {
        Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        return headers == null ? Map.of() : headers;
    }

    /** Adds a header; creates the map on demand, since most calls have no such header. */
    private static Map<String, List<String>> with(Map<String, List<String>> headers, String name, List<String> values) {
        Map<String, List<String>> more = headers.isEmpty() ? new TreeMap<>() : headers;
        more.put(name.toLowerCase(Locale.ROOT), List.copyOf(values));
        return more;
    }

    /** Returns the key without the headers, any of which may be a secret. */
    @Override
    public String toString() {
        return caller.toString();
    }
}
