package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import org.jspecify.annotations.Nullable;

/**
 * Target of a connect.
 *
 * @param tls null for none
 * @param upgrade null for a stream
 */
record Destination(
        Address address,
        ChannelSettings settings,
        @Nullable TlsMaker tls,
        @Nullable UpgradeRequest upgrade) {
    /** What takes the connection: the proxy, if there is one. */
    Address first() {
        return upgrade == null || upgrade.proxy() == null
                ? address
                : upgrade.proxy().address();
    }
}
