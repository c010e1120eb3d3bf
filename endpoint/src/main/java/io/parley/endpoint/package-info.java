/**
 * Endpoints of programs without CXF, on whatever channel: a contract of operations without a WSDL, the handlers that take
 * its messages, the client that sends them, and how a message of it becomes bytes and comes back, by SOAP and in a session. Public:
 * {@link io.parley.endpoint.Contract}, {@link io.parley.endpoint.Operation}, {@link io.parley.endpoint.OperationFault}, {@link
 * io.parley.endpoint.EndpointClient}; for transports {@link io.parley.endpoint.Handlers}, {@link io.parley.endpoint.Streamer}, {@link
 * io.parley.endpoint.SoapText} and what they are made of.
 * Thread rule: contracts, operations and handlers are immutable; builders belong to one thread; handlers run where their messages are
 * dispatched.
 */
@NullMarked
package io.parley.endpoint;

import org.jspecify.annotations.NullMarked;
