/**
 * Channel {@code jms} on Jakarta Messaging, and an embedded broker. Public: {@link
 * io.parley.transport.jms.JmsChannelProvider}, {@link io.parley.transport.jms.BrokerAccess}, {@link
 * io.parley.transport.jms.JmsSettings}, {@link io.parley.transport.jms.GuardedFactory} and {@link
 * io.parley.transport.jms.EmbeddedBroker}. Thread rule: a connection's handler is called by one thread at a time, that
 * of its inbox or one of this package; since sending to a broker may block, only threads of this package send, unless
 * the broker is known not to block.
 */
@NullMarked
package io.parley.transport.jms;

import org.jspecify.annotations.NullMarked;
