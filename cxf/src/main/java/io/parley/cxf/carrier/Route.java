package io.parley.cxf.carrier;

import io.parley.channel.ChannelProvider;
import java.util.function.Supplier;

/**
 * Where a carrier's own channel goes for one endpoint.
 *
 * @param place equal for endpoints that may share a provider
 * @param host what listeners for this endpoint are called; clients know it from the address that they call
 * @param provider makes a provider; whoever asks for one closes it, if it can be closed
 */
public record Route(Object place, String host, Supplier<ChannelProvider> provider) {}
