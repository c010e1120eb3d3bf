package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.channel.websocket.KeepAlive;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Request for a WebSocket at a service's URL (docs/protocol/channels.md, section 15).
 *
 * @param headers in addition to those of every upgrade, in order
 * @param keepAlive longest time for which this side of the WebSocket is silent; adapts when an idle connection was cut
 * @param proxy HTTP proxy to tunnel through by CONNECT; null for none
 */
public record UpgradeRequest(
        URI url,
        Map<String, String> headers,
        KeepAlive keepAlive,
        @Nullable Proxy proxy) {
    public UpgradeRequest {
        headers = new LinkedHashMap<>(headers);
    }

    /**
     * HTTP proxy.
     *
     * @param authorization value of {@code Proxy-Authorization}; empty for none
     */
    public record Proxy(Address address, String authorization) {
        /** Returns the address without the secret. */
        @Override
        public String toString() {
            return "proxy " + address;
        }
    }

    /** Returns whether the URL requires TLS. */
    public boolean isSecure() {
        return new ServiceUrl(url).isSecure();
    }

    /** Returns the address that the URL names; an IPv6 literal without its brackets. */
    public Address address() {
        return new ServiceUrl(url).address();
    }

    /** Returns host and port as in the request of a CONNECT. */
    String authority() {
        return url.getHost() + ":" + address().port();
    }

    /** Returns a description without the headers, which contain secrets. */
    @Override
    public String toString() {
        return "upgrade of " + url.getHost() + ":" + address().port();
    }
}
