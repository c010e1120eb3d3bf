package io.parley.negotiation;

import java.util.Locale;

/**
 * An address as offers and answers carry it. Nothing is resolved here. A peer's address is hostile input:
 * it must pass the client's rule for addresses before anything connects to it.
 *
 * @param host a name or IP literal without brackets; empty stands for the host of the service's own address
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

    /** Returns that port on whatever host the service itself was reached by. */
    public static HostPort ownHost(int port) {
        return new HostPort("", port);
    }

    /** Returns whether the host is that of the service's own address. */
    public boolean isOwnHost() {
        return host.isEmpty();
    }

    /** {@code host:port}, an IPv6 literal in brackets. */
    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
