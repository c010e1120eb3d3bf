package io.parley.negotiation;

import java.util.Locale;

/**
 * An address in an offer or answer. Nothing is resolved here. An address from a peer is untrusted: it must pass the
 * client's {@link AddressRule} before it is connected to.
 *
 * @param host a name or IP literal without brackets; empty for the host of the service's own address
 * @param port 1 to 65535
 */
public record HostPort(String host, int port) {
    private static final int MAX_HOST = 253;

    public HostPort {
        if (host.length() > MAX_HOST || port < 1 || port > 65_535) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "expected a host of at most %d characters and a port of 1 to 65535, found %d characters and %d",
                    MAX_HOST,
                    host.length(),
                    port));
        }
    }

    /** Returns an address with that port on the service's own host. */
    public static HostPort ownHost(int port) {
        return new HostPort("", port);
    }

    /** Returns whether the host is that of the service's own address. */
    public boolean isOwnHost() {
        return host.isEmpty();
    }

    /** Returns {@code host:port}, with an IPv6 literal in brackets. */
    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
