package io.parley.transport.stream;

import io.parley.channel.Address;
import java.net.URI;

/** Service URL, split into the parts of an HTTP/1.1 request. */
record ServiceUrl(URI url) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** Returns whether the URL requires TLS. */
    boolean isSecure() {
        return "https".equalsIgnoreCase(url.getScheme());
    }

    /** Returns the address that the URL names; an IPv6 literal without its brackets. */
    Address address() {
        int port = url.getPort() >= 0 ? url.getPort() : isSecure() ? HTTPS_PORT : HTTP_PORT;
        String host = url.getHost();
        return new Address(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
    }

    /** Returns the value of the {@code Host} header. */
    String host() {
        return url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
    }

    /** Returns the request target: path and query. */
    String target() {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }
}
