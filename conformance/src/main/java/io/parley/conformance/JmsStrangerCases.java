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

    private interface Making {
        Message by(BrokerTalk talk) throws JMSException;
    }

    private JmsStrangerCases() {}

    static void add(Catalogue<Server> to) {
        types(to);
        bodies(to);
        kinds(to);
        addresses(to);
        atConnections(to);
    }

    private static void types(Catalogue<Server> to) {
        type(to, "a TextMessage", talk -> talk.session().createTextMessage(TEXT));
        type(to, "a MapMessage", talk -> {
            MapMessage map = talk.session().createMapMessage();
            map.setString(TEXT, TEXT);
            return map;
        });
        type(to, "a StreamMessage", talk -> {
            StreamMessage stream = talk.session().createStreamMessage();
            stream.writeString(TEXT);
            return stream;
        });
        type(to, "an ObjectMessage", talk -> talk.session().createObjectMessage(TEXT));
        type(to, "a message without a body", talk -> talk.session().createMessage());
    }

    private static void type(Catalogue<Server> to, String what, Making making) {
        atListener(to, what, (talk, connect) -> making.by(talk));
        atConnection(to, what, (pipe, frames) -> making.by(pipe.talk()));
    }

    private static void bodies(Catalogue<Server> to) {
        body(to, "another magic", bytes -> changed(bytes, 3, 'X'));
        body(to, "another version", bytes -> changed(bytes, VERSION, 2));
        body(to, "the kind 0", bytes -> changed(bytes, KIND, 0));
        body(to, "the kind 7", bytes -> changed(bytes, KIND, 7));
        body(to, "a byte other than 0 after the kind", bytes -> changed(bytes, ZERO, 1));
        body(to, "31 bytes", bytes -> Arrays.copyOf(bytes, JmsPacket.HEADER - 1));
        body(to, "no bytes", bytes -> new byte[0]);
    }

    private static void body(Catalogue<Server> to, String what, UnaryOperator<byte[]> change) {
        atListener(to, "a message with " + what, (talk, connect) -> talk.bytes(change.apply(connect)));
        atConnection(to, "a message with " + what, (pipe, frames) -> pipe.talk().bytes(change.apply(frames)));
    }

    private static byte[] changed(byte[] bytes, int at, int value) {
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

    private static String foreign() {
        return "parley.conformance." + UUID.randomUUID().toString().substring(0, 8);
    }

    private static void atConnections(Catalogue<Server> to) {
        atConnection(
                to,
                "a message of another connection",
                (pipe, frames) -> pipe.talk().bytes(changed(frames, CONNECTION, frames[CONNECTION] ^ 1)));
        atConnection(
                to,
                "CREDIT with a trailing byte",
                (pipe, frames) -> pipe.packet(JmsPacket.CREDIT, pipe.receivedBytes(), (byte) 0));
        atConnection(
                to,
                "CLOSE with a trailing byte",
                (pipe, frames) -> pipe.packet(JmsPacket.CLOSE, frames[LAST_OF_NUMBER], (byte) 0));
        to.add("1.1", "FRAMES of more than 4 MiB go to the dead letters, and the connection goes on", server -> {
            Agreed agreed = JmsCases.agree(server);
            if (agreed.limit("frame-bytes") > MOST_FRAMES) {
                throw new NotApplicable("frames may be longer than 4 MiB");
            }
            ListenerAddress.AtBroker listener = agreed.listener().atBroker();
            try (JmsPipe pipe = JmsPipe.open(listener.service(), listener.port());
                    Session session = Session.open(agreed, Line.on(pipe))) {
                expectDead(
                        pipe, pipe.packet(JmsPacket.FRAMES, pipe.lastNumber() + 1, new byte[MOST_FRAMES + 1]), session);
            }
        });
    }

    private interface Stranger {
        Message of(BrokerTalk talk, byte[] connect) throws JMSException;
    }

    /** Adds a case at the listener's queue, after which the listener must still accept connections. */
    private static void atListener(Catalogue<Server> to, String what, Stranger stranger) {
        to.add("1.1", what + " at the listener's queue goes to the dead letters", server -> {
            ListenerAddress.AtBroker listener =
                    JmsCases.agree(server).listener().atBroker();
            try (BrokerTalk talk = listener.service().talk()) {
                byte[] connect = JmsPipe.connect(JmsPipe.newId(), JmsPipe.WINDOW);
                expectDead(listener, talk, stranger.of(talk, connect), talk.inbox());
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
    private static void atConnection(Catalogue<Server> to, String what, StrangerInside stranger) {
        JmsCases.opened(to, what + " at the queue of a connection goes to the dead letters", (session, pipe) -> {
            session.expectAlive();
            byte[] frames =
                    JmsPacket.encode(JmsPacket.FRAMES, pipe.connection(), pipe.lastNumber() + 1, JmsCases.ping());
            expectDead(pipe, stranger.of(pipe, frames), session);
        });
    }

    private static void expectDead(JmsPipe pipe, Message message, Session session) throws JMSException, IOException {
        String id = UUID.randomUUID().toString();
        message.setJMSCorrelationID(id);
        pipe.send(message);
        expectDead(pipe.talk(), message, id);
        session.expectAlive();
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
