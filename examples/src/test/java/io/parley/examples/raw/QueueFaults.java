package io.parley.examples.raw;

import io.parley.conformance.jms.JmsPacket;
import io.parley.examples.raw.FaultyBroker.Fault;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Broken rules of section 1.1, by the titles of the cases that test them. */
final class QueueFaults {
    private static final int WINDOW = 1 << 21;
    private static final int FLAGS_OF_PREAMBLE = JmsPacket.HEADER + 7;

    /** Replaces the body of a message. */
    interface Change {
        byte @Nullable [] of(byte[] body);
    }

    private static final Map<String, Fault> FAULTS = Map.ofEntries(
            Map.entry(
                    "the answer has one address, with a port and without a host",
                    answered(text -> text.replaceAll(" host=\"[^\"]*\"", "")
                            .replaceAll("(<\\w+:address)", "$1 host=\"elsewhere\""))),
            Map.entry(
                    "the answer has the security none and no certificate",
                    answered(text -> text.replaceAll("(security>)none", "$1tls"))),
            Map.entry("an offer of tls alone is refused", asked(text -> text.replaceAll("(security>)tls", "$1none"))),
            Map.entry(
                    "CONNECT is answered by ACCEPT, with a window and a temporary queue",
                    came(JmsPacket.ACCEPT, body -> FaultyBroker.renumbered(body, JmsPacket.ACCEPT, 0))),
            Map.entry("ACCEPT has no properties", property(JmsPacket.ACCEPT)),
            Map.entry(
                    "properties of CONNECT are not read",
                    came(JmsPacket.ACCEPT, body -> FaultyBroker.renumbered(body, JmsPacket.REFUSE, 0))),
            Map.entry("two connections have two queues", oneQueue()),
            Map.entry("nothing is sent to a reply address that is no temporary queue", answersEverybody()),
            Map.entry("FRAMES with a repeated number are dropped", anyNumber(body -> body)),
            Map.entry("CLOSE with a repeated number is dropped", anyNumber(body -> body)),
            Map.entry("CONNECT at the queue of a connection is dropped", keeps()),
            Map.entry("ACCEPT at the queue of a connection is dropped", keeps()),
            Map.entry("REFUSE at the queue of a connection is dropped", keeps()),
            Map.entry("FRAMES that skip a number end the connection", anyNumber(body -> body)),
            Map.entry("CLOSE that skips a number ends the connection", sent(JmsPacket.CLOSE, body -> null)),
            Map.entry(
                    "FRAMES without a frame end the connection",
                    anyNumber(body -> body.length == JmsPacket.HEADER ? null : body)),
            Map.entry("CREDIT for what was not sent ends the connection", sent(JmsPacket.CREDIT, body -> null)),
            Map.entry("CREDIT of 0 ends the connection", sent(JmsPacket.CREDIT, body -> null)),
            Map.entry("CREDIT below 0 ends the connection", sent(JmsPacket.CREDIT, body -> null)),
            Map.entry("CREDIT that does not grow ends the connection", sent(JmsPacket.CREDIT, body -> null)),
            Map.entry(
                    "payloads of the server have checksums",
                    came(JmsPacket.FRAMES, body -> changed(body, FLAGS_OF_PREAMBLE, 1))),
            Map.entry(
                    "a preamble and several frames may stand in one message",
                    sent(JmsPacket.FRAMES, body -> changed(body, body.length - 1, 1))),
            Map.entry(
                    "a part of a frame ends the session",
                    sent(
                            JmsPacket.FRAMES,
                            body -> body.length == JmsPacket.HEADER + 31
                                    ? Arrays.copyOf(body, body.length - 31)
                                    : body)),
            Map.entry(
                    "messages of the server are numbered from 1, and have whole frames",
                    came(JmsPacket.FRAMES, body -> Arrays.copyOf(body, body.length - 1))),
            Map.entry("CLOSE is answered by CLOSE", came(JmsPacket.CLOSE, body -> null)),
            Map.entry(
                    "a window of 1 byte is used for one message",
                    sent(JmsPacket.CONNECT, body -> FaultyBroker.renumbered(body, JmsPacket.CONNECT, WINDOW))),
            Map.entry("with credit more messages come", sent(JmsPacket.CREDIT, body -> null)),
            Map.entry("CREDIT comes for what was handed over", came(JmsPacket.CREDIT, body -> null)));

    private QueueFaults() {}

    /** Returns the fault for a case by its title; those about dead letters share one. */
    static Fault of(String title) {
        Fault fault = FAULTS.get(title);
        if (fault == null && !title.contains("to the dead letters")) {
            throw new IllegalStateException("expected a rule that is broken for the case: " + title);
        }
        return fault == null ? otherDeadLetters() : fault;
    }

    private static byte[] changed(byte[] body, int at, int bits) {
        byte[] changed = body.clone();
        changed[at] ^= (byte) bits;
        return changed;
    }

    private static Fault answered(UnaryOperator<String> change) {
        return new Fault() {
            @Override
            public Message came(Message message, Session session) throws JMSException {
                return message instanceof TextMessage text
                        ? session.createTextMessage(change.apply(text.getText()))
                        : message;
            }
        };
    }

    private static Fault asked(UnaryOperator<String> change) {
        return new Fault() {
            @Override
            public Message sent(Message message, Session session) throws JMSException {
                if (message instanceof TextMessage text) {
                    text.setText(change.apply(text.getText()));
                }
                return message;
            }
        };
    }

    private static @Nullable Message changed(Message message, Session session, int kind, Change change)
            throws JMSException {
        if (FaultyBroker.kind(message) != kind) {
            return message;
        }
        byte[] body = change.of(JmsPacket.bytes((BytesMessage) message));
        return body == null ? null : FaultyBroker.with(body, message, session);
    }

    static Fault came(int kind, Change change) {
        return new Fault() {
            @Override
            public @Nullable Message came(Message message, Session session) throws JMSException {
                return changed(message, session, kind, change);
            }
        };
    }

    static Fault sent(int kind, Change change) {
        return new Fault() {
            @Override
            public @Nullable Message sent(Message message, Session session) throws JMSException {
                return changed(message, session, kind, change);
            }
        };
    }

    static Fault property(int kind) {
        return new Fault() {
            @Override
            public Message came(Message message, Session session) throws JMSException {
                if (FaultyBroker.kind(message) != kind) {
                    return message;
                }
                Message other = FaultyBroker.with(JmsPacket.bytes((BytesMessage) message), message, session);
                other.setStringProperty("node", "7");
                ((BytesMessage) other).reset();
                return other;
            }
        };
    }

    private static Fault oneQueue() {
        AtomicReference<@Nullable Destination> first = new AtomicReference<>();
        return new Fault() {
            @Override
            public Message came(Message message, Session session) throws JMSException {
                first.compareAndSet(null, message.getJMSReplyTo());
                message.setJMSReplyTo(first.get());
                return message;
            }
        };
    }

    static Fault answersEverybody() {
        return new Fault() {
            @Override
            public Message sent(Message message, Session session) throws JMSException {
                Destination replyTo = message.getJMSReplyTo();
                if (replyTo != null && !(replyTo instanceof TemporaryQueue)) {
                    session.createProducer(replyTo).send(session.createBytesMessage());
                }
                return message;
            }
        };
    }

    /** Returns a fault that ignores numbers. */
    private static Fault anyNumber(Change change) {
        AtomicLong last = new AtomicLong();
        return new Fault() {
            @Override
            public @Nullable Message sent(Message message, Session session) throws JMSException {
                int kind = FaultyBroker.kind(message);
                if (kind != JmsPacket.FRAMES && kind != JmsPacket.CLOSE) {
                    return message;
                }
                byte[] body = change.of(JmsPacket.bytes((BytesMessage) message));
                return body == null
                        ? null
                        : FaultyBroker.with(
                                FaultyBroker.renumbered(body, kind, last.incrementAndGet()), message, session);
            }
        };
    }

    /** Returns a fault that dead-letters messages to be dropped: their version is changed, which has that effect. */
    private static Fault keeps() {
        return new Fault() {
            @Override
            public Message sent(Message message, Session session) throws JMSException {
                if (message.getJMSCorrelationID() == null) {
                    return message;
                }
                byte[] body = JmsPacket.bytes((BytesMessage) message);
                return FaultyBroker.with(changed(body, 4, 2), message, session);
            }
        };
    }

    private static Fault otherDeadLetters() {
        return new Fault() {
            @Override
            public Message dead(Message message, Session session) throws JMSException {
                if (!(message instanceof TextMessage)) {
                    return session.createTextMessage("another");
                }
                BytesMessage other = session.createBytesMessage();
                other.reset();
                return other;
            }
        };
    }
}
