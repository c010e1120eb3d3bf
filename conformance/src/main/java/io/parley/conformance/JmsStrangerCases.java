package io.parley.conformance;

import io.parley.conformance.jms.BrokerTalk;
import io.parley.conformance.jms.JmsPacket;
import io.parley.conformance.jms.JmsPipe;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Section 1.1: messages that are not of the channel must go to the dead letters unchanged, without other effects. */
final class JmsStrangerCases {
    private static final String TEXT = "conformance";
    private static final int VERSION = 4;
    private static final int KIND = 5;
    private static final int ZERO = 6;
    private static final int CONNECTION = 8;
    private static final int LAST_OF_NUMBER = 31;
    private static final int MOST_FRAMES = 4_194_304;

    private static final List<Class<? extends Message>> TYPES =
            List.of(BytesMessage.class, TextMessage.class, MapMessage.class, StreamMessage.class, ObjectMessage.class);

    /** Creates a message. */
    interface Making {
        /**
         * Creates the message.
         *
         * @param body of a message that would be valid
         */
        Message by(BrokerTalk talk, byte[] body) throws JMSException;
    }

    /** A message that is not of the channel, wherever it arrives. */
    record Stranger(String what, Making making) {}

    private JmsStrangerCases() {}

    static void add(Catalogue<Server> to) {
        for (Stranger each : anywhere()) {
            atListener(to, each.what(), each.making());
        }
        kinds(to);
        addresses(to);
    }

    /** Adds the cases at the queue of a connection, for both of its sides. */
    static void add(JmsSessions<?> in) {
        for (Stranger each : anywhere()) {
            atConnection(in, each.what(), (pipe, frames) -> each.making().by(pipe.talk(), frames));
        }
        atConnections(in);
    }

    /** Returns messages of other types, and with other bodies. */
    static List<Stranger> anywhere() {
        return List.of(
                new Stranger("a TextMessage", (talk, body) -> talk.session().createTextMessage(TEXT)),
                new Stranger("a MapMessage", (talk, body) -> {
                    MapMessage map = talk.session().createMapMessage();
                    map.setString(TEXT, TEXT);
                    return map;
                }),
                new Stranger("a StreamMessage", (talk, body) -> {
                    StreamMessage stream = talk.session().createStreamMessage();
                    stream.writeString(TEXT);
                    return stream;
                }),
                new Stranger("an ObjectMessage", (talk, body) -> talk.session().createObjectMessage(TEXT)),
                new Stranger(
                        "a message without a body",
                        (talk, body) -> talk.session().createMessage()),
                body("another magic", bytes -> changed(bytes, 3, 'X')),
                body("another version", bytes -> changed(bytes, VERSION, 2)),
                body("the kind 0", bytes -> changed(bytes, KIND, 0)),
                body("the kind 7", bytes -> changed(bytes, KIND, 7)),
                body("a byte other than 0 after the kind", bytes -> changed(bytes, ZERO, 1)),
                body("31 bytes", bytes -> Arrays.copyOf(bytes, JmsPacket.HEADER - 1)),
                body("no bytes", bytes -> new byte[0]));
    }

    private static Stranger body(String what, UnaryOperator<byte[]> change) {
        return new Stranger("a message with " + what, (talk, body) -> talk.bytes(change.apply(body)));
    }

    static byte[] changed(byte[] bytes, int at, int value) {
        byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        return changed;
    }

    /** Adds kinds and numbers that are invalid at a listener's queue. */
    private static void kinds(Catalogue<Server> to) {
        for (int kind = JmsPacket.ACCEPT; kind <= JmsPacket.CLOSE; kind++) {
            int other = kind;
            atListener(to, "a message of kind " + kind, (talk, connect) -> talk.bytes(changed(connect, KIND, other)));
        }
        atListener(
                to,
                "CONNECT with a trailing byte",
                (talk, connect) -> talk.bytes(Arrays.copyOf(connect, connect.length + 1)));
        atListener(
                to, "CONNECT with a window of 0", (talk, connect) -> talk.bytes(JmsPipe.connect(JmsPipe.newId(), 0)));
        atListener(
                to,
                "CONNECT with a window below 0",
                (talk, connect) -> talk.bytes(JmsPipe.connect(JmsPipe.newId(), -1)));
    }

    private static void addresses(Catalogue<Server> to) {
        to.add("1.1", "CONNECT without a reply address goes to the dead letters", server -> {
            try (BrokerTalk talk = server.queue().talk()) {
                expectDead(JmsCases.agree(server).listener().atBroker(), talk, connect(talk), null);
            }
        });
        to.add("1.1", "CONNECT with a topic as reply address goes to the dead letters", server -> {
            try (BrokerTalk talk = server.queue().talk()) {
                Destination topic = talk.session().createTopic(foreign());
                expectDead(JmsCases.agree(server).listener().atBroker(), talk, connect(talk), topic);
            }
        });
        to.add("1.1", "nothing is sent to a reply address that is no temporary queue", server -> {
            try (BrokerTalk talk = server.queue().talk()) {
                Destination queue = talk.session().createQueue(foreign());
                try (MessageConsumer consumer = talk.session().createConsumer(queue)) {
                    expectDead(JmsCases.agree(server).listener().atBroker(), talk, connect(talk), queue);
                    if (consumer.receive(JmsCases.MOMENT_MILLIS) != null) {
                        throw new Mismatch("nothing on a queue that a stranger named", "a message");
                    }
                }
            }
        });
    }

    private static Message connect(BrokerTalk talk) throws JMSException {
        return talk.bytes(JmsPipe.connect(JmsPipe.newId(), JmsPipe.WINDOW));
    }

    static String foreign() {
        return "parley.conformance." + UUID.randomUUID().toString().substring(0, 8);
    }

    private static <T> void atConnections(JmsSessions<T> in) {
        atConnection(
                in,
                "a message of another connection",
                (pipe, frames) -> pipe.talk().bytes(changed(frames, CONNECTION, frames[CONNECTION] ^ 1)));
        atConnection(
                in,
                "CREDIT with a trailing byte",
                (pipe, frames) -> pipe.packet(JmsPacket.CREDIT, pipe.receivedBytes(), (byte) 0));
        atConnection(
                in,
                "CLOSE with a trailing byte",
                (pipe, frames) -> pipe.packet(JmsPacket.CLOSE, frames[LAST_OF_NUMBER], (byte) 0));
        in.to().add("1.1", "FRAMES of more than 4 MiB go to the dead letters, and the connection goes on", judged -> {
            try (JmsSessions.Opened opened = in.opener().open(judged)) {
                if (opened.limit().applyAsLong("frame-bytes") > MOST_FRAMES) {
                    throw new NotApplicable("frames may be longer than 4 MiB");
                }
                JmsPipe pipe = opened.pipe();
                Message frames = pipe.packet(JmsPacket.FRAMES, pipe.lastNumber() + 1, new byte[MOST_FRAMES + 1]);
                expectDead(pipe, frames);
                opened.session().expectAlive();
            }
        });
    }

    /** Adds a case at the listener's queue, after which the listener must still accept connections. */
    private static void atListener(Catalogue<Server> to, String what, Making stranger) {
        to.add("1.1", what + " at the listener's queue goes to the dead letters", server -> {
            ListenerAddress.AtBroker listener =
                    JmsCases.agree(server).listener().atBroker();
            try (BrokerTalk talk = listener.service().talk()) {
                byte[] connect = JmsPipe.connect(JmsPipe.newId(), JmsPipe.WINDOW);
                expectDead(listener, talk, stranger.by(talk, connect), talk.inbox());
            }
        });
    }

    private static void expectDead(
            ListenerAddress.AtBroker listener, BrokerTalk talk, Message message, @Nullable Destination replyTo)
            throws JMSException, IOException {
        String id = UUID.randomUUID().toString();
        message.setJMSCorrelationID(id);
        talk.send(talk.session().createQueue(listener.queue()), message, replyTo);
        expectDead(talk, message, id);
        JmsPipe.open(listener.service(), listener.port()).close();
        if (talk.receive(1) != null) {
            throw new Mismatch("no answer to a stranger", "one");
        }
    }

    private interface StrangerInside {
        Message of(JmsPipe pipe, byte[] frames) throws JMSException;
    }

    /** Adds a case at the queue of a connection, which must continue. */
    private static void atConnection(JmsSessions<?> in, String what, StrangerInside stranger) {
        in.opened(what + " at the queue of a connection goes to the dead letters", (session, pipe) -> {
            session.expectAlive();
            byte[] frames =
                    JmsPacket.encode(JmsPacket.FRAMES, pipe.connection(), pipe.lastNumber() + 1, JmsCases.ping());
            expectDead(pipe, stranger.of(pipe, frames));
            session.expectAlive();
        });
    }

    /** Sends a message to the queue of the peer, which must put it among the dead letters. */
    static void expectDead(JmsPipe pipe, Message message) throws JMSException, IOException {
        String id = UUID.randomUUID().toString();
        message.setJMSCorrelationID(id);
        pipe.send(message);
        expectDead(pipe.talk(), message, id);
    }

    private static void expectDead(BrokerTalk talk, Message sent, String id) throws JMSException {
        Message dead = talk.takeDead(id, BrokerTalk.PATIENCE_MILLIS);
        if (dead == null) {
            throw new Mismatch("the message among the dead letters", "it is not there in time");
        }
        for (Class<? extends Message> type : TYPES) {
            if (type.isInstance(sent) != type.isInstance(dead)) {
                throw new Mismatch("the message as it was sent", "one of another type");
            }
        }
        if (!content(sent).equals(content(dead))) {
            throw new Mismatch("the message as it was sent", "one with another body");
        }
    }

    /** Returns the body of a message in a form that can be compared. */
    private static Object content(Message message) throws JMSException {
        if (message instanceof BytesMessage bytes) {
            return ByteBuffer.wrap(JmsPacket.bytes(bytes));
        }
        return message instanceof TextMessage text ? text.getText() : "";
    }
}
