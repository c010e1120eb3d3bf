package io.parley.transport.stream;

import io.parley.channel.Address;
import java.net.URI;

/** A service's URL, taken apart as a request of HTTP/1.1 needs it. */
record ServiceUrl(URI url) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** Returns whether it wants TLS. */
    boolean isSecure() {
        return "https".equalsIgnoreCase(url.getScheme());
    }

    /** Returns the address that it names; of IPv6 without the brackets. */
    Address address() {
        int port = url.getPort() >= 0 ? url.getPort() : isSecure() ? HTTPS_PORT : HTTP_PORT;
        String host = url.getHost();
        return new Address(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
    }

    /** Returns the value of {@code Host}. */
    String host() {
        return url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
    }

    /** Returns the target of a request: path and query. */
    String target() {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }
}
