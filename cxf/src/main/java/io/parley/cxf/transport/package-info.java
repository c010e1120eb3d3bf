/**
 * Implementations of CXF's transport interfaces over conversations: the conduit that a client's message is redirected
 * to, and the destination that passes a session's messages to the service's own chain. Public: {@link
 * io.parley.cxf.transport.ParleyConduit}, {@link io.parley.cxf.transport.ServiceSession} and their parts. Thread rule:
 * a conduit belongs to one call; chains run on the caller's thread or on work queues, never on I/O threads.
 */
@NullMarked
package io.parley.cxf.transport;

import org.jspecify.annotations.NullMarked;
