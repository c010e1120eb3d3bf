package io.parley.negotiation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * The address by which a service is called over SOAP, as far as the negotiation must know it.
 *
 * @param host as it stands in the address, an IPv6 literal in brackets; empty if the address has none
 * @param secure whether calls to it are protected by TLS
 */
public record ServiceAddress(String host, boolean secure) {
    /**
     * Reads a URL. Other schemes than http and https have no host that a stream could be reached by.
     *
     * @throws IllegalArgumentException if it is no URI
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
