package io.parley.conformance;

import static io.parley.conformance.raw.RawFrameType.BEGIN;
import static io.parley.conformance.raw.RawFrameType.END;
import static io.parley.conformance.raw.RawFrameType.REQUEST;

import io.parley.conformance.jms.BrokerTalk;
import io.parley.conformance.jms.JmsPacket;
import io.parley.conformance.jms.JmsPipe;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawConnection;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.XmlTree;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.io.IOException;
import java.util.Enumeration;
import java.util.List;

/** Section 1.1: agreements on the jms channel, its connections, their messages and their windows. */
final class JmsCases {
    /** Time within which nothing must arrive, where no message is expected. */
    static final int MOMENT_MILLIS = 200;

    private static final int MANY_PROPERTIES = 2_000;
    private static final int MOST_PORT = 65_535;
    private static final int FRAGMENT = 65_536;
    private static final int LONG_MESSAGE = 1_048_576;
    private static final long MOST_WINDOW = 16L * 1_048_576;

    private JmsCases() {}

    static void add(Catalogue<Server> to) {
        JmsSessions<Server> in = new JmsSessions<>(to, JmsCases::open);
        answers(to);
        acceptances(to);
        JmsStrangerCases.add(to);
        JmsConnectionCases.add(in);
        bodies(to);
        windows(to, in);
    }

    /**
     * Returns an agreement on this channel.
     *
     * @throws NotApplicable if the server is not at a queue
     */
    static Agreed agree(Server server) throws IOException {
        server.queue();
        Agreed agreed = server.agree();
        if (!agreed.term("channel").equals("jms")) {
            throw new Mismatch("the only channel that was offered", agreed.term("channel"));
        }
        return agreed;
    }

    private static void answers(Catalogue<Server> to) {
        to.add("1.1", "the answer has one address, with a port and without a host", server -> {
            List<XmlTree> addresses = agree(server).answer().all("address");
            int port =
                    addresses.isEmpty() ? 0 : Integer.parseInt(addresses.get(0).attribute("port"));
            if (addresses.size() != 1
                    || !addresses.get(0).attribute("host").isEmpty()
                    || port < 1
                    || port > MOST_PORT) {
                throw new Mismatch("one address with a port alone", addresses.toString());
            }
        });
        to.add("1.1", "the answer has the security none and no certificate", server -> {
            XmlTree answer = agree(server).answer();
            if (!answer.one("security").equals("none")
                    || !answer.texts("certificate").isEmpty()) {
                throw new Mismatch("none", answer.one("security") + " " + answer.texts("certificate"));
            }
        });
        refused(
                to,
                "1.1",
                "an offer of tls alone is refused",
                server -> server.suited(Wish.USUAL).with("security", "tls"));
        refused(to, "13.1", "an offer of the stream alone to a queue is refused", server -> Wish.USUAL);
        to.add("13.1", "an offer in a BytesMessage is answered", server -> {
            agree(server);
            String offer = server.suited(Wish.USUAL).xml(Wish.USUAL.newId(), Server.NO_PARTS);
            try (BrokerTalk talk = server.queue().talk()) {
                Message response = server.queue().ask(talk, Wish.envelope(offer), true);
                if (response == null
                        || QueueExchange.reply(response).tree().find("answer").isEmpty()) {
                    throw new Mismatch("an answer", response == null ? "nothing in time" : "another response");
                }
            }
        });
    }

    private interface Choice {
        Wish of(Server server);
    }

    private static void refused(Catalogue<Server> to, String section, String title, Choice choice) {
        to.add(section, title, server -> {
            agree(server);
            String offer = choice.of(server).xml(Wish.USUAL.newId(), Server.NO_PARTS);
            XmlTree reply = server.exchange(Wish.envelope(offer)).tree();
            if (reply.find("refusal").isEmpty()) {
                throw new Mismatch("a refusal", reply.find("answer").isPresent() ? "an answer" : reply.name());
            }
        });
    }

    private static void acceptances(Catalogue<Server> to) {
        connected(to, "CONNECT is answered by ACCEPT, with a window and a temporary queue", pipe -> {
            BytesMessage acceptance = (BytesMessage) pipe.opening();
            if (acceptance.getBodyLength() != JmsPacket.HEADER) {
                throw new Mismatch("32 bytes", acceptance.getBodyLength() + " bytes");
            }
        });
        connected(to, "ACCEPT has no properties", pipe -> {
            Enumeration<?> names = pipe.opening().getPropertyNames();
            while (names.hasMoreElements()) {
                String name = String.valueOf(names.nextElement());
                if (!name.startsWith("JMS")) { // those are the broker's
                    throw new Mismatch("no property", name);
                }
            }
        });
        to.add("1.1", "properties of CONNECT are not read", server -> {
            ListenerAddress.AtBroker listener = agree(server).listener().atBroker();
            try (BrokerTalk talk = listener.service().talk()) {
                BytesMessage connect = talk.bytes(JmsPipe.connect(JmsPipe.newId(), JmsPipe.WINDOW));
                for (int i = 0; i < MANY_PROPERTIES; i++) {
                    connect.setStringProperty("p" + i, "an unused text");
                }
                JmsPipe.open(talk, listener.queue(), connect).close();
            }
        });
        to.add("1.1", "two connections have two queues", server -> {
            ListenerAddress.AtBroker listener = agree(server).listener().atBroker();
            try (JmsPipe one = JmsPipe.open(listener.service(), listener.port());
                    JmsPipe other = JmsPipe.open(listener.service(), listener.port())) {
                String name = ((Queue) one.opening().getJMSReplyTo()).getQueueName();
                if (name.equals(((Queue) other.opening().getJMSReplyTo()).getQueueName())) {
                    throw new Mismatch("two queues", "one");
                }
            }
        });
    }

    private static void bodies(Catalogue<Server> to) {
        to.add("1.1", "payloads of the server have checksums", server -> {
            Agreed agreed = agree(server);
            try (Line line = Line.to(agreed.listener())) {
                line.preamble().unnumbered(RawFrameType.OPEN, Session.opening(agreed));
                byte[] preamble = line.readPreamble();
                if ((preamble[Line.PREAMBLE - 1] & 1) == 0) {
                    throw new Mismatch("PAYLOAD_CHECKSUM", "none");
                }
            }
        });
        to.add("1.1", "a preamble and several frames may stand in one message", server -> {
            Agreed agreed = agree(server);
            byte[] open = RawFrameType.OPEN.write(0, Session.opening(agreed));
            try (Line line = Line.to(agreed.listener())) {
                line.bytes(new ByteOutput()
                        .bytes(RawConnection.preamble())
                        .bytes(new RawFrame(RawFrameType.OPEN.number(), 0, 0, 0, open).encode(true))
                        .bytes(ping())
                        .toBytes());
                line.readPreamble();
                expect(RawFrameType.ACCEPT, line.read());
                expect(RawFrameType.PONG, line.read());
            }
        });
        to.add("1.1", "messages of the server are numbered from 1, and have whole frames", server -> {
            Agreed agreed = agree(server);
            try (Session session = Session.open(agreed)) {
                for (int i = 0; i < 3; i++) {
                    session.expectOutcome(session.message(REQUEST, agreed.request()));
                }
            }
        });
    }

    private static void windows(Catalogue<Server> to, JmsSessions<Server> in) {
        small(to, "a window of 1 byte is used for one message", (line, pipe) -> {
            pipe.takeAll(MOMENT_MILLIS);
        });
        small(to, "with credit more messages come", (line, pipe) -> {
            pipe.giveCredit();
            expect(RawFrameType.ACCEPT, line.read());
            expect(RawFrameType.PONG, line.read());
        });
        in.opened("CREDIT comes for what was handed over", (session, pipe) -> {
            if (pipe.theirWindow() > MOST_WINDOW) {
                throw new NotApplicable("the server's window is above 16 MiB");
            }
            while (pipe.sentBytes() < 2 * pipe.theirWindow()) {
                session.expectOutcome(junk(session));
            }
            session.expectAlive();
        });
    }

    /** Sends a long request with invalid content and returns its stream. */
    private static int junk(Session session) throws IOException {
        int stream = session.newStream();
        byte[] fragment = new byte[FRAGMENT];
        fragment[0] = 1;
        for (int at = 0; at < LONG_MESSAGE; at += FRAGMENT) {
            int flags = (at == 0 ? BEGIN | REQUEST : 0) | (at + FRAGMENT == LONG_MESSAGE ? END : 0);
            session.data(flags, stream, LONG_MESSAGE, fragment);
        }
        return stream;
    }

    private interface Talk {
        void of(Line line, JmsPipe pipe) throws IOException;
    }

    /**
     * Adds a case with a receive window of one byte, which is used up, in which the session must be accepted and a PING
     * answered.
     */
    private static void small(Catalogue<Server> to, String title, Talk talk) {
        to.add("1.1", title, server -> {
            Agreed agreed = agree(server);
            ListenerAddress.AtBroker listener = agreed.listener().atBroker();
            try (JmsPipe pipe = JmsPipe.open(listener.service(), listener.port(), 1);
                    Line line = Line.on(pipe)) {
                pipe.withholdCredit();
                line.preamble().unnumbered(RawFrameType.OPEN, Session.opening(agreed));
                line.readPreamble();
                line.bytes(ping());
                talk.of(line, pipe);
            }
        });
    }

    static byte[] ping() {
        return new RawFrame(RawFrameType.PING.number(), 0, 0, 0, new byte[Long.BYTES]).encode(true);
    }

    static void expect(RawFrameType type, RawFrame frame) {
        if (!Session.is(frame, type)) {
            throw new Mismatch(type.name(), RawFrameType.of(frame.type()) + " " + Line.fields(frame));
        }
    }

    private interface Use {
        void of(JmsPipe pipe) throws IOException, JMSException;
    }

    private static void connected(Catalogue<Server> to, String title, Use use) {
        to.add("1.1", title, server -> {
            ListenerAddress.AtBroker listener = agree(server).listener().atBroker();
            try (JmsPipe pipe = JmsPipe.open(listener.service(), listener.port())) {
                use.of(pipe);
            }
        });
    }

    /** Returns a session over a connection with a listener. */
    private static JmsSessions.Opened open(Server server) throws IOException {
        Agreed agreed = agree(server);
        ListenerAddress.AtBroker listener = agreed.listener().atBroker();
        JmsPipe pipe = JmsPipe.open(listener.service(), listener.port());
        return new JmsSessions.Opened(Session.open(agreed, Line.on(pipe)), pipe, agreed::limit);
    }
}
