package io.parley.peer;

import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;

/**
 * Key of shared sessions: calls with equal keys may use one session, others never do. Contains no secret: the user
 * information and query of an address are only part of the credentials' identity. Immutable.
 *
 * @param bus the bus or runtime that the proxy belongs to
 * @param address the effective address of the call, without user information and query
 * @param endpoint the service endpoint's qualified name
 * @param credentials identity of the credentials of the call
 * @param tls settings of the transport's TLS, key and trust material, compared by {@code equals}; {@link #NO_TLS} for
 *     none
 * @param proposal the contract and the terms of the client
 */
public record SessionKey(
        String bus, String address, QName endpoint, CredentialsIdentity credentials, Object tls, Proposal proposal) {
    /** Value of {@code tls} for a call without TLS settings. */
    public static final Object NO_TLS = "";

    /** Returns the key of a call to an address, by a client with {@link Proposal#ONLY one} proposal. */
    public static SessionKey of(
            String bus, String address, QName endpoint, CredentialsIdentity credentials, Object tls) {
        if (address.indexOf('@') < 0 && address.indexOf('?') < 0 && address.indexOf('#') < 0) {
            return new SessionKey(bus, address, endpoint, credentials, tls, Proposal.ONLY);
        }
        int end = endOfPath(address);
        int authority = startOfAuthority(address, end);
        String shown = address.substring(0, authority) + address.substring(startOfHost(address, authority, end), end);
        if (shown.length() == address.length()) {
            return new SessionKey(bus, address, endpoint, credentials, tls, Proposal.ONLY);
        }
        CredentialsIdentity hidden = CredentialsIdentity.ofHeaders(Map.of("address", List.of(address)));
        return new SessionKey(bus, shown, endpoint, credentials.and(hidden), tls, Proposal.ONLY);
    }

    /** Returns the key of the same caller with another proposal. */
    public SessionKey with(Proposal other) {
        return new SessionKey(bus, address, endpoint, credentials, tls, other);
    }

    /** Returns whether this is a key of the same caller, with any proposal. */
    boolean isOf(SessionKey caller) {
        return address.equals(caller.address)
                && bus.equals(caller.bus)
                && endpoint.equals(caller.endpoint)
                && credentials.equals(caller.credentials)
                && tls.equals(caller.tls);
    }

    /** {@inheritDoc} Not the derived one, for which a JVM makes classes: 7 ms of the start of a short program. */
    @Override
    public int hashCode() {
        int caller = 31 * (31 * bus.hashCode() + address.hashCode()) + endpoint.hashCode();
        return 31 * (31 * (31 * caller + credentials.hashCode()) + tls.hashCode()) + proposal.hashCode();
    }

    @Override
    public String toString() {
        return address + " " + endpoint + " as " + credentials + (tls.equals(NO_TLS) ? "" : " over TLS");
    }

    private static int endOfPath(String address) {
        int query = address.indexOf('?');
        int fragment = address.indexOf('#');
        int end = query < 0 ? address.length() : query;
        return fragment < 0 ? end : Math.min(end, fragment);
    }

    private static int startOfAuthority(String address, int end) {
        int separator = address.indexOf("://");
        return separator < 0 || separator + 3 > end ? 0 : separator + 3;
    }

    /**
     * Returns the index after the last {@code @} of the authority, so that no part of a password is taken for the host.
     */
    private static int startOfHost(String address, int authority, int end) {
        int slash = address.indexOf('/', authority);
        int authorityEnd = slash < 0 ? end : Math.min(slash, end);
        int at = address.substring(authority, authorityEnd).lastIndexOf('@');
        return authority + at + 1;
    }
}
