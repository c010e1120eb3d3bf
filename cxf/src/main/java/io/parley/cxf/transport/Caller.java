package io.parley.cxf.transport;

import io.parley.cxf.callers.CertificatePrincipal;
import io.parley.soap.TraceHeaders;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.security.Principal;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.security.transport.TLSSessionInfo;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.jspecify.annotations.Nullable;

/**
 * Caller who negotiated a session, and the endpoint's address: what the HTTP transport knew of the request with the
 * offer. Every message of the session shows the same, so that interceptors and the service treat it like a message by
 * HTTP. Immutable and thread-safe.
 */
public final class Caller {
    /**
     * Property with the {@link Instant} at which the caller's credentials expire. Set by an interceptor that
     * authenticates callers, also on the message with the offer; the default is the expiry of the client's certificate.
     * No message of the session is accepted after it.
     */
    public static final String EXPIRES = "parley.caller-expires";

    /** Property of CXF's HTTP destination, whose constant is not public. */
    private static final String HTTP_BASE_PATH = "http.base.path";

    private static final String TLS = TLSSessionInfo.class.getName();

    /**
     * Copied properties, including the TLS session: interceptors that check the client's certificate find it with every
     * message.
     */
    private static final List<String> PLACE = List.of(
            Message.REQUEST_URI,
            Message.REQUEST_URL,
            Message.BASE_PATH,
            Message.PATH_INFO,
            Message.QUERY_STRING,
            Message.ACCEPT_CONTENT_TYPE,
            AbstractHTTPDestination.HTTP_CONTEXT_MATCH_STRATEGY,
            Message.HTTP_REQUEST_METHOD,
            HTTP_BASE_PATH,
            TLS);

    private static final int MAX_CERTIFICATE_BYTES = 65_536;

    /** Headers with credentials; lower case. */
    private static final Set<String> SECRETS = Set.of("authorization", "proxy-authorization", "cookie");

    private final Map<String, Object> place;
    private final Map<String, List<String>> headers;
    private final @Nullable AuthorizationPolicy credentials;
    private final String cameAs;
    private final SecurityContext security;
    private final Optional<Instant> expires;

    private Caller(
            Map<String, Object> place,
            Map<String, List<String>> headers,
            @Nullable AuthorizationPolicy credentials,
            String cameAs,
            SecurityContext security,
            Optional<Instant> expires) {
        this.place = place;
        this.headers = headers;
        this.credentials = credentials;
        this.cameAs = cameAs;
        this.security = security;
        this.expires = expires;
    }

    /** Returns the caller of a request that is being handled. */
    public static Caller of(Message in) {
        Map<String, Object> place = new HashMap<>();
        for (String key : PLACE) {
            Object value = in.get(key);
            if (value != null) {
                place.put(key, value);
            }
        }
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Map<String, List<String>> sent = CastUtils.cast((Map<?, ?>) in.get(Message.PROTOCOL_HEADERS));
        if (sent != null) {
            sent.forEach((name, values) -> {
                if (!Heads.isHop(name) && !TraceHeaders.contains(name)) {
                    headers.put(name, List.copyOf(values));
                }
            });
        }
        SecurityContext live = in.get(SecurityContext.class);
        return new Caller(
                place,
                headers,
                in.get(AuthorizationPolicy.class),
                nameOf(in),
                new Fixed(live == null ? null : live.getUserPrincipal()),
                in.get(EXPIRES) instanceof Instant set ? Optional.of(set) : CertificatePrincipal.expiry(in));
    }

    /** Returns when the caller's credentials expire, if known. */
    public Optional<Instant> expires() {
        return expires;
    }

    /** Returns the caller's name for quotas and logs; empty if the request has none. */
    public String name() {
        Principal principal = security.getUserPrincipal();
        return principal == null ? cameAs : principal.getName();
    }

    /** Returns the name under which the transport authenticated the request, see {@link #nameOf}. */
    public String cameAs() {
        return cameAs;
    }

    /**
     * Returns the name under which the transport authenticated a request: of the container's principal, otherwise of
     * the credentials sent with it, otherwise of the client's certificate; empty if there is none.
     */
    public static String nameOf(Message in) {
        if (in.get(AbstractHTTPDestination.HTTP_REQUEST) instanceof HttpServletRequest request
                && request.getUserPrincipal() != null) {
            return request.getUserPrincipal().getName();
        }
        AuthorizationPolicy sent = in.get(AuthorizationPolicy.class);
        return sent != null && sent.getUserName() != null
                ? sent.getUserName()
                : CertificatePrincipal.of(in).map(Principal::getName).orElse("");
    }

    /** Returns whether nothing identifies the caller: no credentials, expiry, principal or certificate. */
    public boolean isAnonymous() {
        return hasNoSecrets()
                && expires.isEmpty()
                && name().isEmpty()
                && certificates().isEmpty();
    }

    /** Returns whether the caller is identified by a certificate and by nothing else. */
    public boolean isCertified() {
        return hasNoSecrets()
                && certificates().isPresent()
                && subject().isPresent()
                && cameAs.equals(subject().get().getName())
                && (security.getUserPrincipal() == null
                        || security.getUserPrincipal().equals(subject().get()));
    }

    /** Returns whether the caller has no password, ticket or cookie. */
    private boolean hasNoSecrets() {
        return credentials == null
                && headers.keySet().stream().noneMatch(name -> SECRETS.contains(name.toLowerCase(Locale.ROOT)))
                && place.entrySet().stream()
                        .allMatch(each -> each.getValue() instanceof String
                                || each.getKey().equals(TLS));
    }

    private Optional<TLSSessionInfo> tls() {
        return Optional.ofNullable((TLSSessionInfo) place.get(TLS));
    }

    /** Returns the client's certificate chain, its own certificate first; empty if there is none. */
    private Optional<List<Certificate>> certificates() {
        return tls().map(TLSSessionInfo::getPeerCertificates)
                .filter(chain -> chain.length > 0)
                .map(List::of);
    }

    private Optional<Principal> subject() {
        return certificates()
                .filter(chain -> chain.stream().allMatch(X509Certificate.class::isInstance))
                .map(chain -> ((X509Certificate) chain.get(0)).getSubjectX500Principal());
    }

    /** Returns a copy that expires at that time or earlier. */
    public Caller until(Instant end) {
        Instant sooner = expires.filter(end::isAfter).orElse(end);
        return new Caller(place, headers, credentials, cameAs, security, Optional.of(sooner));
    }

    /**
     * Writes an {@linkplain #isAnonymous anonymous} or {@linkplain #isCertified certified} caller. Of the TLS session
     * only the cipher suite and the certificates are written.
     */
    public void write(DataOutput out) throws IOException {
        out.writeInt(place.containsKey(TLS) ? place.size() - 1 : place.size());
        for (Map.Entry<String, Object> each : place.entrySet()) {
            if (each.getValue() instanceof String text) {
                out.writeUTF(each.getKey());
                out.writeUTF(text);
            }
        }
        out.writeUTF(tls().map(TLSSessionInfo::getCipherSuite).orElse(""));
        List<Certificate> chain = certificates().orElse(List.of());
        out.writeInt(chain.size());
        for (Certificate certificate : chain) {
            byte[] encoded = encoded(certificate);
            out.writeInt(encoded.length);
            out.write(encoded);
        }
        out.writeBoolean(security.getUserPrincipal() != null);
        out.writeLong(expires.map(Instant::toEpochMilli).orElse(Long.MAX_VALUE));
        out.writeInt(headers.size());
        for (Map.Entry<String, List<String>> each : headers.entrySet()) {
            out.writeUTF(each.getKey());
            out.writeInt(each.getValue().size());
            for (String value : each.getValue()) {
                out.writeUTF(value);
            }
        }
    }

    /** Reads a caller written by {@link #write}. */
    public static Caller read(DataInput in) throws IOException {
        Map<String, Object> place = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            place.put(in.readUTF(), in.readUTF());
        }
        String suite = in.readUTF();
        List<X509Certificate> chain = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            chain.add(certificate(in));
        }
        if (!suite.isEmpty()) {
            place.put(
                    TLS,
                    chain.isEmpty()
                            ? new TLSSessionInfo(suite)
                            : new TLSSessionInfo(suite, null, chain.toArray(Certificate[]::new)));
        }
        Principal subject = chain.isEmpty() ? null : chain.get(0).getSubjectX500Principal();
        boolean isPrincipal = in.readBoolean();
        long end = in.readLong();
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            List<String> values = new ArrayList<>();
            for (int more = in.readInt(); more > 0; more--) {
                values.add(in.readUTF());
            }
            headers.put(name, List.copyOf(values));
        }
        return new Caller(
                place,
                headers,
                null,
                subject == null ? "" : subject.getName(),
                new Fixed(isPrincipal ? subject : null),
                end == Long.MAX_VALUE ? Optional.empty() : Optional.of(Instant.ofEpochMilli(end)));
    }

    private static byte[] encoded(Certificate certificate) throws IOException {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IOException("failed to encode the caller's certificate", e);
        }
    }

    private static X509Certificate certificate(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 1 || length > MAX_CERTIFICATE_BYTES) {
            throw new IOException(
                    "expected a certificate of 1 to " + MAX_CERTIFICATE_BYTES + " bytes, found " + length);
        }
        byte[] encoded = new byte[length];
        in.readFully(encoded);
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (CertificateException e) {
            throw new IOException("expected a certificate, found other content", e);
        }
    }

    /** Returns the transport headers of the request that apply to its messages. */
    Map<String, List<String>> headers() {
        return headers;
    }

    void applyTo(Message in) {
        in.putAll(place);
        in.put(SecurityContext.class, security);
        if (credentials != null) {
            in.put(AuthorizationPolicy.class, credentials);
        }
    }

    /**
     * Security context of the caller after the HTTP request has ended. Only the request knew the roles, so there are
     * none; authenticating interceptors of the endpoint replace this context by their own.
     */
    private record Fixed(@Nullable Principal principal) implements SecurityContext {
        @Override
        public @Nullable Principal getUserPrincipal() {
            return principal;
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }
    }
}
