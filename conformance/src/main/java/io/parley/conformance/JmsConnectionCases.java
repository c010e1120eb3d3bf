package io.parley.conformance;

import io.parley.conformance.jms.JmsPacket;
import io.parley.conformance.jms.JmsPipe;
import jakarta.jms.BytesMessage;
import java.util.Arrays;
import java.util.UUID;

/** Section 1.1: messages at the queue of a connection, for both of its sides. */
final class JmsConnectionCases {
    private JmsConnectionCases() {}

    static void add(JmsSessions<?> in) {
        JmsStrangerCases.add(in);
        repeated(in);
        broken(in);
        bodies(in);
    }

    private static void repeated(JmsSessions<?> in) {
        in.opened("FRAMES with a repeated number are dropped", (session, pipe) -> {
            session.expectAlive();
            pipe.send(pipe.packet(JmsPacket.FRAMES, pipe.lastNumber(), JmsCases.ping()));
            session.expectAlive();
        });
        in.opened("CLOSE with a repeated number is dropped", (session, pipe) -> {
            session.expectAlive();
            pipe.send(pipe.packet(JmsPacket.CLOSE, pipe.lastNumber()));
            session.expectAlive();
        });
        dropped(in, "CONNECT", JmsPacket.CONNECT);
        dropped(in, "ACCEPT", JmsPacket.ACCEPT);
        dropped(in, "REFUSE", JmsPacket.REFUSE);
    }

    private static void dropped(JmsSessions<?> in, String name, int kind) {
        in.opened(name + " at the queue of a connection is dropped", (session, pipe) -> {
            String id = UUID.randomUUID().toString();
            BytesMessage message = pipe.packet(kind, JmsPipe.WINDOW);
            message.setJMSCorrelationID(id);
            message.setJMSReplyTo(pipe.talk().inbox());
            pipe.send(message);
            session.expectAlive();
            if (pipe.talk().takeDead(id, JmsCases.MOMENT_MILLIS) != null) {
                throw new Mismatch("a message that is dropped", "it among the dead letters");
            }
        });
    }

    private static void broken(JmsSessions<?> in) {
        in.ends("FRAMES that skip a number end the connection", pipe -> {
            pipe.send(pipe.packet(JmsPacket.FRAMES, pipe.lastNumber() + 2, JmsCases.ping()));
        });
        in.ends("CLOSE that skips a number ends the connection", pipe -> {
            pipe.send(pipe.packet(JmsPacket.CLOSE, pipe.lastNumber() + 2));
        });
        in.ends("FRAMES without a frame end the connection", pipe -> {
            pipe.send(pipe.packet(JmsPacket.FRAMES, pipe.lastNumber() + 1));
            pipe.send(pipe.packet(JmsPacket.FRAMES, pipe.lastNumber() + 2, JmsCases.ping()));
        });
        credit(in, "CREDIT for what was not sent ends the connection", JmsPipe::receivedBytes, 1);
        credit(in, "CREDIT of 0 ends the connection", pipe -> 0, 0);
        credit(in, "CREDIT below 0 ends the connection", pipe -> -1, 0);
        in.ends("CREDIT that does not grow ends the connection", pipe -> {
            long received = pipe.receivedBytes();
            pipe.send(pipe.packet(JmsPacket.CREDIT, received));
            pipe.send(pipe.packet(JmsPacket.CREDIT, received));
            pipe.send(pipe.packet(JmsPacket.FRAMES, pipe.lastNumber() + 1, JmsCases.ping()));
        });
    }

    private interface Count {
        long of(JmsPipe pipe);
    }

    private static void credit(JmsSessions<?> in, String title, Count count, int more) {
        in.ends(title, pipe -> {
            pipe.send(pipe.packet(JmsPacket.CREDIT, count.of(pipe) + more));
            pipe.send(pipe.packet(JmsPacket.FRAMES, pipe.lastNumber() + 1, JmsCases.ping()));
        });
    }

    private static void bodies(JmsSessions<?> in) {
        in.opened("a part of a frame ends the session", (session, pipe) -> {
            byte[] ping = JmsCases.ping();
            pipe.send(pipe.packet(JmsPacket.FRAMES, pipe.lastNumber() + 1, Arrays.copyOf(ping, ping.length - 1)));
            session.expectEnd(Code.MALFORMED_FRAME);
        });
        in.opened("CLOSE is answered by CLOSE", (session, pipe) -> {
            session.expectAlive();
            pipe.finish();
            pipe.expectClose();
        });
    }
}
