/**
 * Stream channel on Netty TCP, and the same connections in WebSockets. Public: {@link
 * io.parley.transport.stream.StreamConnectionFactory}, its provider; {@link io.parley.transport.stream.WebSockets},
 * {@link io.parley.transport.stream.UpgradeRequest}, {@link io.parley.transport.stream.SocketTransport} and {@link
 * io.parley.transport.stream.OneHandshake} for HTTP servers and clients; {@link
 * io.parley.transport.stream.ContainerSocket} for containers that hand over connections; event loops, name look-ups,
 * certificates and {@link io.parley.transport.stream.FramedChannel} for the QUIC channel. Thread rule: a connection
 * belongs to one event loop, on which its handler is called; calls from other threads only queue.
 */
@NullMarked
package io.parley.transport.stream;

import org.jspecify.annotations.NullMarked;
