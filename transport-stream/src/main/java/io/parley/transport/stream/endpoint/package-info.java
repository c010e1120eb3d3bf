/**
 * Service and client on the stream channel alone, without CXF or SOAP over HTTP. Public: {@link
 * io.parley.transport.stream.endpoint.StreamEndpoint}, {@link io.parley.transport.stream.endpoint.StreamClient}, {@link
 * io.parley.transport.stream.endpoint.Invitation}, {@link io.parley.transport.stream.endpoint.UnfinishedCall}. Thread
 * rule: all types are thread-safe once built; handlers run on worker threads, non-blocking ones on event loops.
 */
@NullMarked
package io.parley.transport.stream.endpoint;

import org.jspecify.annotations.NullMarked;
