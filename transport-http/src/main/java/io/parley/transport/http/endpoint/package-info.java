/**
 * Service and client without CXF or WSDL: plain SOAP over HTTP, from which sessions are negotiated. Public: {@link
 * io.parley.transport.http.endpoint.HttpEndpoint}, {@link io.parley.transport.http.endpoint.HttpEndpointClient}. Thread
 * rule: all types are thread-safe once built; handlers run on worker threads, calls on their callers' threads,
 * asynchronous calls on the channel's threads or on threads of their own.
 */
@NullMarked
package io.parley.transport.http.endpoint;

import org.jspecify.annotations.NullMarked;
