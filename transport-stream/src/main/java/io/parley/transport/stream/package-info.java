/**
 * The stream channel on Netty TCP, and the same connections in WebSockets. Public: {@link
 * io.parley.transport.stream.StreamConnectionFactory}, its provider; {@link io.parley.transport.stream.WebSockets}, {@link
 * io.parley.transport.stream.UpgradeRequest}, {@link io.parley.transport.stream.SocketTransport} and {@link
 * io.parley.transport.stream.OneHandshake} for who speaks HTTP; {@link io.parley.transport.stream.ContainerSocket} for containers that hand
 * connections over; loops, name look-ups, certificates and {@link io.parley.transport.stream.FramedChannel} for the channel on QUIC.
 * Thread rule: a connection belongs to one event loop, on which its handler is called; what others call only queues.
 */
@NullMarked
package io.parley.transport.stream;

import org.jspecify.annotations.NullMarked;
