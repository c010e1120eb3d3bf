package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.channel.websocket.KeepAlive;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for a WebSocket at a service's URL (docs/protocol/channels.md, section 15).
 *
 * @param headers besides those of any upgrade, in their order
 * @param keepAlive longest time for which this side of the WebSocket is silent; it learns when it was cut while silent
 * @param proxy of HTTP that the way leads through by CONNECT; null for none
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
     * A proxy.
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

    /** Returns whether the URL wants TLS. */
    public boolean isSecure() {
        return new ServiceUrl(url).isSecure();
    }

    /** Returns the address that the URL names; of IPv6 without the brackets. */
    public Address address() {
        return new ServiceUrl(url).address();
    }

    /** Returns the address as HTTP writes it. */
    String authority() {
        return url.getHost() + ":" + address().port();
    }

    /** Returns the target without headers, which have secrets. */
    @Override
    public String toString() {
        return "upgrade of " + url.getHost() + ":" + address().port();
    }
}
