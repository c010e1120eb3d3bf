package io.parley.examples.raw;

import io.parley.conformance.jms.JmsPacket;
import io.parley.examples.raw.FaultyBroker.Fault;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Rules that clients of queues break, by the titles of the cases that test them. */
final class QueueClientFaults {
    private static final int WINDOW = 1 << 21;

    /** Cases of what a call must do at last, which one that never ends breaks. */
    private static final Set<String> ENDINGS = Set.of(
            "REFUSE ends the attempt: no frames come, and the call goes on or ends",
            "the call ends where the broker is lost",
            "a call on a queue ends where its request is aborted",
            "a call on a queue ends, and its connection, with GOAWAY");

    private static final Map<String, Fault> FAULTS = Map.ofEntries(
            Map.entry("the only channel that is offered at a queue is jms", offered(offer -> {
                String text = offer.getText();
                offer.clearBody();
                offer.setText(text.replaceAll("(<\\w+:channel>)jms", "$1stream"));
            })),
            Map.entry("the offer has the properties of SOAP over JMS", offered(Message::clearProperties)),
            Map.entry(
                    "the offer expires when its answer is no longer awaited",
                    offered(message -> message.setJMSExpiration(0))),
            Map.entry("an answer with the host of another queue leads to no listener there", goesElsewhere()),
            Map.entry("the listener of a queue with characters that no host has is found", lost(JmsPacket.CONNECT, 1)),
            Map.entry("the listener of a queue of more than 128 characters is found", lost(JmsPacket.CONNECT, 1)),
            Map.entry(
                    "CONNECT has 32 bytes, a window and a temporary queue",
                    QueueFaults.came(JmsPacket.CONNECT, body -> FaultyBroker.renumbered(body, JmsPacket.CONNECT, 0))),
            Map.entry("CONNECT has no properties", QueueFaults.property(JmsPacket.CONNECT)),
            Map.entry("CONNECT expires", QueueFaults.came(JmsPacket.CONNECT, body -> body)),
            Map.entry(
                    "two connections have two ids",
                    QueueFaults.came(
                            JmsPacket.CONNECT,
                            body -> JmsPacket.encode(JmsPacket.CONNECT, new byte[JmsPacket.ID], WINDOW))),
            Map.entry("properties of ACCEPT are not read", QueueFaults.sent(JmsPacket.ACCEPT, body -> null)),
            Map.entry("CONNECT before ACCEPT is dropped", QueueFaults.sent(JmsPacket.ACCEPT, body -> null)),
            Map.entry("nothing is sent to an accepting queue that is not temporary", QueueFaults.answersEverybody()),
            Map.entry("a second ACCEPT is dropped", answersEachAcceptance()),
            Map.entry(
                    "messages of the client are numbered from 1, and have whole frames",
                    QueueFaults.came(JmsPacket.FRAMES, body -> Arrays.copyOf(body, body.length - 1))),
            Map.entry(
                    "a window of 1 byte is used for one message",
                    QueueFaults.sent(
                            JmsPacket.ACCEPT, body -> FaultyBroker.renumbered(body, JmsPacket.ACCEPT, WINDOW))),
            Map.entry("a client that ends its session sends CLOSE as its last message", lost(JmsPacket.CLOSE, 1)),
            Map.entry("a session that can be resumed returns after the broker was lost", lost(JmsPacket.CONNECT, 2)));

    private QueueClientFaults() {}

    /** Returns whether a case is broken by a call that never ends. */
    static boolean isEnding(String title) {
        return ENDINGS.contains(title);
    }

    /** Returns the fault for a case by its title; those that services have too share theirs. */
    static Fault of(String title) {
        if (isEnding(title)) {
            return new Fault() {};
        }
        Fault fault = FAULTS.get(title);
        return fault == null ? QueueFaults.of(title) : fault;
    }

    private interface Change {
        void of(TextMessage offer) throws JMSException;
    }

    private static Fault offered(Change change) {
        return new Fault() {
            @Override
            public Message came(Message message, Session session) throws JMSException {
                if (message instanceof TextMessage text) {
                    change.of(text);
                }
                return message;
            }
        };
    }

    /** Returns a fault that loses messages of a kind from the client, from one of them on. */
    private static Fault lost(int kind, int first) {
        AtomicInteger count = new AtomicInteger();
        return new Fault() {
            @Override
            public @Nullable Message came(Message message, Session session) throws JMSException {
                return FaultyBroker.kind(message) == kind && count.incrementAndGet() >= first ? null : message;
            }
        };
    }

    private static Fault goesElsewhere() {
        return new Fault() {
            @Override
            public Message sent(Message message, Session session) throws JMSException {
                if (message instanceof TextMessage) {
                    session.createProducer(session.createQueue("parley.conformance.elsewhere.9000"))
                            .send(session.createBytesMessage());
                }
                return message;
            }
        };
    }

    private static Fault answersEachAcceptance() {
        AtomicInteger count = new AtomicInteger();
        return new Fault() {
            @Override
            public Message sent(Message message, Session session) throws JMSException {
                if (FaultyBroker.kind(message) == JmsPacket.ACCEPT && count.incrementAndGet() == 2) {
                    BytesMessage frames = session.createBytesMessage();
                    session.createProducer(message.getJMSReplyTo()).send(frames);
                }
                return message;
            }
        };
    }
}
