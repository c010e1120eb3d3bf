package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import org.jspecify.annotations.Nullable;

/**
 * Target of a connection attempt.
 *
 * @param tls null for none
 * @param upgrade null for a plain stream
 */
record Destination(
        Address address,
        ChannelSettings settings,
        @Nullable TlsMaker tls,
        @Nullable UpgradeRequest upgrade) {
    /** Returns the address to connect to: the proxy's, if there is one. */
    Address first() {
        return upgrade == null || upgrade.proxy() == null
                ? address
                : upgrade.proxy().address();
    }
}
