/**
 * The channel SPI: how opaque frames travel. Public: {@link io.parley.channel.ChannelProvider} and what it hands out,
 * {@code Protection} by TLS, the in-process channel.
 * Thread rule: {@code Connection} may be used from any thread; a {@code ConnectionHandler} is called by one thread at a
 * time and must not block.
 */
@NullMarked
package io.parley.channel;

import org.jspecify.annotations.NullMarked;
