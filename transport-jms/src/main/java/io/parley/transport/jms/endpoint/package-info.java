/**
 * Services and clients of a contract on a queue, without CXF: {@link io.parley.transport.jms.endpoint.JmsEndpoint} and
 * {@link io.parley.transport.jms.endpoint.JmsEndpointClient}.
 */
@NullMarked
package io.parley.transport.jms.endpoint;

import org.jspecify.annotations.NullMarked;
