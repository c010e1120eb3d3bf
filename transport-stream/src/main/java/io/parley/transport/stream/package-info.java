/**
 * The stream channel on Netty TCP. Public: {@link io.parley.transport.stream.StreamConnectionFactory}, its provider.
 * Thread rule: a connection belongs to one event loop, on which its handler is called; what others call only queues.
 */
@NullMarked
package io.parley.transport.stream;

import org.jspecify.annotations.NullMarked;
