package io.parley.cxf.carrier;

import io.parley.channel.ChannelProvider;
import java.util.function.Supplier;

/**
 * Route of a carrier's own channel for one endpoint.
 *
 * @param place key that is equal for endpoints that may share a provider
 * @param host host name of listeners for this endpoint, which clients derive from the service's address
 * @param provider creates a provider, to be closed by the caller if it is closeable
 */
public record Route(Object place, String host, Supplier<ChannelProvider> provider) {}
