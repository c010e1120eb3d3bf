package io.parley.cxf.carrier;

import io.parley.peer.CredentialsIdentity;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.auth.CustomAuthSupplier;
import org.apache.cxf.transport.http.auth.DefaultBasicAuthSupplier;
import org.apache.cxf.transport.http.auth.DigestAuthSupplier;
import org.apache.cxf.transport.http.auth.HttpAuthHeader;
import org.apache.cxf.transport.http.auth.HttpAuthSupplier;
import org.apache.cxf.transport.http.auth.SpnegoAuthSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Credentials from the application's own supplier for a call over HTTP. The supplier may return other credentials for
 * each call and thread, so it is queried on the call's thread; the result is part of the call's identity and is sent
 * with its negotiation. CXF's suppliers use the call's policy and are not queried. Immutable.
 */
final class SuppliedCredentials {
    private static final Set<Class<?>> BY_POLICY = Set.of(
            DefaultBasicAuthSupplier.class,
            DigestAuthSupplier.class,
            CustomAuthSupplier.class,
            SpnegoAuthSupplier.class);

    private static final String AUTHORIZATION = "Authorization";
    /** Property with a delegated credential, which CXF's Kerberos supplier uses instead of the policy. */
    private static final String DELEGATED = "org.ietf.jgss.GSSCredential";

    private final @Nullable String header;

    private SuppliedCredentials(@Nullable String header) {
        this.header = header;
    }

    /** Queries the supplier, and returns the reason why the call's user cannot be determined, if any. */
    static Optional<String> obstacle(Message call, HTTPConduit http, String address) {
        AuthorizationPolicy policy = http.getEffectiveAuthPolicy(call);
        if (HttpAuthHeader.AUTH_TYPE_NEGOTIATE.equals(policy.getAuthorizationType())
                && call.getContextualProperty(DELEGATED) != null) {
            return Optional.of("its Kerberos credential is a delegated one");
        }
        HttpAuthSupplier supplier = ownSupplier(http);
        if (supplier == null) {
            return Optional.empty();
        }
        SuppliedCredentials supplied = ask(supplier, policy, call, address);
        call.put(SuppliedCredentials.class, supplied);
        return supplied.header == null
                ? Optional.of("its credentials are not known before "
                        + supplier.getClass().getName() + " is challenged")
                : Optional.empty();
    }

    /** Returns the identity from the application's supplier; none if there is no such supplier. */
    static CredentialsIdentity identity(Message call, HTTPConduit http, String address) {
        return CredentialsIdentity.ofHeaders(headers(call, http, address));
    }

    /** Returns the header from the application's supplier; empty if there is no such supplier. */
    static Map<String, List<String>> headers(Message call, HTTPConduit http, String address) {
        HttpAuthSupplier supplier = ownSupplier(http);
        if (supplier == null) {
            return Map.of();
        }
        SuppliedCredentials cached = call.get(SuppliedCredentials.class);
        SuppliedCredentials supplied =
                cached == null ? ask(supplier, http.getEffectiveAuthPolicy(call), call, address) : cached;
        return supplied.header == null ? Map.of() : Map.of(AUTHORIZATION, List.of(supplied.header));
    }

    /**
     * Returns the supplier for a copy of a conduit that is used on other threads, where the application's supplier does
     * not know the call.
     */
    static HttpAuthSupplier elsewhere(HTTPConduit http) {
        return ownSupplier(http) == null ? http.getAuthSupplier() : new NoSupplier();
    }

    private static @Nullable HttpAuthSupplier ownSupplier(HTTPConduit http) {
        HttpAuthSupplier supplier = http.getAuthSupplier();
        return supplier == null || BY_POLICY.contains(supplier.getClass()) ? null : supplier;
    }

    private static SuppliedCredentials ask(
            HttpAuthSupplier supplier, AuthorizationPolicy policy, Message call, String address) {
        return new SuppliedCredentials(supplier.getAuthorization(policy, URI.create(address), call, null));
    }

    /** Returns whether there are credentials, without the secret. */
    @Override
    public String toString() {
        return header == null ? "no credentials" : "credentials";
    }

    /** Supplier that adds nothing to the headers of a message. */
    private static final class NoSupplier implements HttpAuthSupplier {
        @Override
        public boolean requiresRequestCaching() {
            return false;
        }

        @Override
        public @Nullable String getAuthorization(
                AuthorizationPolicy policy, URI uri, Message message, @Nullable String challenge) {
            return null;
        }
    }
}
