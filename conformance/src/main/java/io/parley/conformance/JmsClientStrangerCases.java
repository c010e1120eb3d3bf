package io.parley.conformance;

import io.parley.conformance.jms.BrokerTalk;
import io.parley.conformance.jms.JmsPacket;
import io.parley.conformance.jms.JmsPipe;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.TemporaryQueue;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Section 1.1 for clients: messages at the queue of a connection that is not accepted yet. Those that are not of the
 * channel must go to the dead letters unchanged, and the connection must still be accepted afterwards.
 */
final class JmsClientStrangerCases {
    private static final int CONNECTION = 8;

    private JmsClientStrangerCases() {}

    static void add(Catalogue<Clients> to) {
        for (JmsStrangerCases.Stranger each : JmsStrangerCases.anywhere()) {
            dead(to, each.what(), pipe -> each.making().by(pipe.talk(), JmsPacket.bytes(pipe.acceptance())));
        }
        dead(to, "ACCEPT of another connection", pipe -> {
            byte[] accept = JmsPacket.bytes(pipe.acceptance());
            return answering(pipe, JmsStrangerCases.changed(accept, CONNECTION, accept[CONNECTION] ^ 1));
        });
        dead(to, "ACCEPT with a trailing byte", pipe -> {
            byte[] accept = JmsPacket.bytes(pipe.acceptance());
            return answering(pipe, Arrays.copyOf(accept, accept.length + 1));
        });
        dead(to, "REFUSE with a trailing byte", pipe -> pipe.packet(JmsPacket.REFUSE, 0, (byte) 0));
        dead(to, "ACCEPT with a window of 0", pipe -> window(pipe, 0));
        dead(to, "ACCEPT with a window below 0", pipe -> window(pipe, -1));
        dead(to, "ACCEPT without a reply address", pipe -> pipe.packet(JmsPacket.ACCEPT, JmsPipe.WINDOW));
        dead(to, "ACCEPT with a topic as reply address", pipe -> {
            Destination topic = pipe.talk().session().createTopic(JmsStrangerCases.foreign());
            return replyingTo(topic, pipe.packet(JmsPacket.ACCEPT, JmsPipe.WINDOW));
        });
        others(to);
    }

    private static void others(Catalogue<Clients> to) {
        JmsClientCases.requested(to, "nothing is sent to an accepting queue that is not temporary", (visit, pipe) -> {
            BrokerTalk talk = pipe.talk();
            Destination queue = talk.session().createQueue(JmsStrangerCases.foreign());
            try (MessageConsumer consumer = talk.session().createConsumer(queue)) {
                JmsStrangerCases.expectDead(pipe, replyingTo(queue, pipe.packet(JmsPacket.ACCEPT, JmsPipe.WINDOW)));
                if (consumer.receive(JmsCases.MOMENT_MILLIS) != null) {
                    throw new Mismatch("nothing on a queue that a stranger named", "a message");
                }
            }
            expectAccepted(visit, pipe);
        });
        JmsClientCases.requested(to, "CONNECT before ACCEPT is dropped", (visit, pipe) -> {
            BytesMessage connect = pipe.packet(JmsPacket.CONNECT, JmsPipe.WINDOW);
            pipe.send(replyingTo(pipe.talk().inbox(), connect));
            expectAccepted(visit, pipe);
        });
        JmsClientCases.requested(to, "a second ACCEPT is dropped", (visit, pipe) -> {
            BrokerTalk talk = pipe.talk();
            TemporaryQueue other = talk.session().createTemporaryQueue();
            try (MessageConsumer consumer = talk.session().createConsumer(other)) {
                QueueDoor.accepted(pipe);
                pipe.send(replyingTo(other, pipe.packet(JmsPacket.ACCEPT, JmsPipe.WINDOW)));
                Line line = visit.opened(Line.on(pipe));
                Visit.accept(line, visit.digest());
                visit.takeRequest(new Session(line, false));
                if (consumer.receive(1) != null) {
                    throw new Mismatch("nothing at the queue of a second ACCEPT", "a message");
                }
            }
        });
    }

    private static BytesMessage window(JmsPipe pipe, long window) throws JMSException {
        return replyingTo(pipe.talk().inbox(), pipe.packet(JmsPacket.ACCEPT, window));
    }

    private static BytesMessage answering(JmsPipe pipe, byte[] body) throws JMSException {
        return replyingTo(pipe.talk().inbox(), pipe.talk().bytes(body));
    }

    private static BytesMessage replyingTo(@Nullable Destination queue, BytesMessage message) throws JMSException {
        message.setJMSReplyTo(queue);
        return message;
    }

    private interface Stranger {
        Message of(JmsPipe pipe) throws JMSException;
    }

    /** Adds a case with a message that is not of the channel. */
    private static void dead(Catalogue<Clients> to, String what, Stranger stranger) {
        JmsClientCases.requested(to, what + " before ACCEPT goes to the dead letters", (visit, pipe) -> {
            JmsStrangerCases.expectDead(pipe, stranger.of(pipe));
            expectAccepted(visit, pipe);
        });
    }

    /** Accepts a connection, which must then be used. */
    private static void expectAccepted(Visit visit, JmsPipe pipe) throws IOException {
        QueueDoor.accepted(pipe);
        visit.opened(Line.on(pipe));
    }
}
