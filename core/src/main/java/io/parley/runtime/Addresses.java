package io.parley.runtime;

import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.negotiation.HostPort;
import java.util.List;

/**
 * The way by addresses that were agreed on, best first.
 *
 * @param settings their connect limit holds for all addresses together
 */
record Addresses(ChannelProvider provider, List<HostPort> addresses, ChannelSettings settings, Timers timers)
        implements Way {
    @Override
    public void connect(Wire wire) {
        new Connecting(this, timers, wire).start();
    }
}
