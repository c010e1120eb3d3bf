/**
 * What clients and services have in common: the channels of an endpoint, the byte interceptors that keep it on SOAP,
 * what it counts, its switches, and the texts of a negotiation. Public: {@link
 * io.parley.cxf.endpoint.EndpointChannels}, {@link io.parley.cxf.endpoint.Ledger}, and what {@code client} and {@code
 * service} need besides. Thread rule: everything is thread-safe, but a channel opens connections on its caller's
 * thread.
 */
@NullMarked
package io.parley.cxf.endpoint;

import org.jspecify.annotations.NullMarked;
