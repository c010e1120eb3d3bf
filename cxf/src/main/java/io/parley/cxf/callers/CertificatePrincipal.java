package io.parley.cxf.callers;

import java.security.Principal;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.cxf.Bus;
import org.apache.cxf.feature.AbstractFeature;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.security.transport.TLSSessionInfo;

/**
 * Feature that makes the subject of a client's TLS certificate the principal of its calls, returned by {@code
 * WebServiceContext.getUserPrincipal}, unless they already have one. CXF reads the certificate but sets no principal.
 * Certificates are validated by the server's trust managers before this feature sees them.
 */
public final class CertificatePrincipal extends AbstractFeature {
    /** Returns the subject of the client certificate of that request; empty if there is none. */
    public static Optional<Principal> of(Message request) {
        TLSSessionInfo session = request.get(TLSSessionInfo.class);
        Certificate[] chain = session == null ? null : session.getPeerCertificates();
        return chain != null && chain.length > 0 && chain[0] instanceof X509Certificate certificate
                ? Optional.of(certificate.getSubjectX500Principal())
                : Optional.empty();
    }

    /** Returns the earliest expiry of the client's certificate chain; empty if there is none. */
    public static Optional<Instant> expiry(Message request) {
        TLSSessionInfo session = request.get(TLSSessionInfo.class);
        Certificate[] chain = session == null ? null : session.getPeerCertificates();
        return chain == null
                ? Optional.empty()
                : Stream.of(chain)
                        .filter(X509Certificate.class::isInstance)
                        .map(each -> ((X509Certificate) each).getNotAfter().toInstant())
                        .min(Comparator.naturalOrder());
    }

    @Override
    protected void initializeProvider(InterceptorProvider endpoint, Bus bus) {
        endpoint.getInInterceptors().add(new Naming());
    }

    private static final class Naming extends AbstractPhaseInterceptor<Message> {
        Naming() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            SecurityContext known = message.get(SecurityContext.class);
            if (known == null || known.getUserPrincipal() == null) {
                of(message).ifPresent(name -> message.put(SecurityContext.class, new Certified(name)));
            }
        }
    }

    /** Security context with a name and no roles. */
    private record Certified(Principal name) implements SecurityContext {
        @Override
        public Principal getUserPrincipal() {
            return name;
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }
    }
}
