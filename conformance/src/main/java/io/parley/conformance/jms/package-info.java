/**
 * The connecting side of the jms channel, and SOAP over JMS, for test cases: written from docs/protocol/channels.md,
 * section 1.1, on Jakarta Messaging, so that messages may be invalid. Public: {@link
 * io.parley.conformance.jms.ServedQueue}, which callers provide; {@link io.parley.conformance.jms.JmsPipe}, {@link
 * io.parley.conformance.jms.BrokerTalk} and {@link io.parley.conformance.jms.JmsPacket} for cases.
 * Thread rule: one thread at a time.
 */
@NullMarked
package io.parley.conformance.jms;

import org.jspecify.annotations.NullMarked;
