/**
 * A service and its client that need neither CXF nor a WSDL: plain SOAP over HTTP, out of which a session is negotiated.
 * Public: {@link io.parley.transport.http.endpoint.HttpEndpoint}, {@link
 * io.parley.transport.http.endpoint.HttpEndpointClient}. Thread rule: all types are thread-safe once built; handlers run on
 * workers, calls on their callers' threads, those that return futures on the channel's or on threads of their own.
 */
@NullMarked
package io.parley.transport.http.endpoint;

import org.jspecify.annotations.NullMarked;
