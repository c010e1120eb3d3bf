/**
 * The channel SPI: transports of opaque frames. Public: {@link io.parley.channel.ChannelProvider} and the types it
 * uses, {@code Protection} by TLS, and the in-process channel. Thread rule: a {@code Connection} may be used from any
 * thread; a {@code ConnectionHandler} is called by one thread at a time and must not block.
 */
@NullMarked
package io.parley.channel;

import org.jspecify.annotations.NullMarked;
