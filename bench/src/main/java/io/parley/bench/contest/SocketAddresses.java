package io.parley.bench.contest;

import java.net.InetSocketAddress;

/** Addresses as {@code HOST:PORT}. */
public final class SocketAddresses {
    private SocketAddresses() {}

    static String text(String host, int port) {
        return host + ":" + port;
    }

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException if the text is not an address
     */
    public static InetSocketAddress of(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("expected HOST:PORT, found " + text);
        }
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }
}
