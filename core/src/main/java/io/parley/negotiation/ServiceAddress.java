package io.parley.negotiation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * The parts of a service's SOAP address that the negotiation needs.
 *
 * @param host as in the address, an IPv6 literal in brackets; empty if the address has none
 * @param secure true if calls to it are protected by TLS
 */
public record ServiceAddress(String host, boolean secure) {
    /**
     * Parses a URL. Schemes other than http and https have no host that a stream could connect to.
     *
     * @throws IllegalArgumentException if it is not a URI
     */
    public static ServiceAddress of(String url) {
        try {
            URI uri = new URI(url);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            boolean http = scheme.equals("http") || scheme.equals("https");
            return new ServiceAddress(http && uri.getHost() != null ? uri.getHost() : "", scheme.equals("https"));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("expected the address of a service as a URI: " + e.getReason(), e);
        }
    }
}
