/**
 * Endpoints of programs without CXF, for any transport: a contract of operations without a WSDL, the handlers of its
 * messages, the client, and the conversion of messages to bytes and back, by SOAP and in sessions. Public:
 * {@link io.parley.endpoint.Contract}, {@link io.parley.endpoint.Operation}, {@link io.parley.endpoint.OperationFault},
 * {@link io.parley.endpoint.EndpointServer}, {@link io.parley.endpoint.EndpointClient}; for transports {@link
 * io.parley.endpoint.Handlers}, {@link io.parley.endpoint.Streamer}, {@link io.parley.endpoint.SoapText} and their
 * parts. Thread rule: contracts, operations and handlers are immutable; builders are confined to one thread; handlers
 * run where their messages are dispatched.
 */
@NullMarked
package io.parley.endpoint;

import org.jspecify.annotations.NullMarked;
