package io.parley.transport.stream;

import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import org.jspecify.annotations.Nullable;

/**
 * Target of a connect.
 *
 * @param tls null for none
 * @param greeting null for a stream
 */
record Destination(
        Address address,
        ChannelSettings settings,
        @Nullable TlsMaker tls,
        @Nullable Greeting greeting) {}
