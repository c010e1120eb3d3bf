package io.parley.cxf.carrier;

import io.parley.channel.ChannelProvider;
import java.util.function.Supplier;

/**
 * Route of a carrier's own channel for one endpoint.
 *
 * @param place equal for endpoints that may share a provider
 * @param host name of listeners for this endpoint; clients know it from the address that they call
 * @param provider makes a provider; the caller closes it, if it can be closed
 */
public record Route(Object place, String host, Supplier<ChannelProvider> provider) {}
