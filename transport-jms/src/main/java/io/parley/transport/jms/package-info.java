/**
 * The jms channel on Jakarta Messaging, and an embedded broker. Public: {@link io.parley.transport.jms.JmsChannelProvider},
 * {@link io.parley.transport.jms.BrokerAccess}, {@link io.parley.transport.jms.JmsSettings}, {@link
 * io.parley.transport.jms.GuardedFactory} and {@link
 * io.parley.transport.jms.EmbeddedBroker}.
 * Thread rule: a connection's handler is called by one thread at a time, that of its inbox or one of this room's; only
 * this room's threads send, since sending to a broker may block.
 */
@NullMarked
package io.parley.transport.jms;

import org.jspecify.annotations.NullMarked;
