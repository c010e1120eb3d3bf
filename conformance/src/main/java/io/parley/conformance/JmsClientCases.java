package io.parley.conformance;

import io.parley.conformance.jms.JmsPacket;
import io.parley.conformance.jms.JmsPipe;
import io.parley.conformance.jms.QueueListener;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;

/** Section 1.1 for clients: offers to queues, the connecting side of connections, and their windows. */
final class JmsClientCases {
    private static final int MANY_PROPERTIES = 2_000;
    private static final String ELSEWHERE = "conformance.elsewhere";
    private static final int LONG_NAME = 150;
    private static final int FRAGMENT = 65_536;
    private static final long MOST_WINDOW = 16L * 1_048_576;
    private static final Reply RESUMABLE = Reply.answering(AnswerCases.with("reliability", "resume"));

    private JmsClientCases() {}

    static void add(Catalogue<Clients> to) {
        offers(to);
        addresses(to);
        requests(to);
        JmsClientStrangerCases.add(to);
        JmsSessions<Clients> in = new JmsSessions<>(to, clients -> open(clients, JmsPipe.WINDOW));
        JmsConnectionCases.add(in);
        bodies(to, in);
        windows(to, in);
        ends(to);
        losses(to);
    }

    private static void offers(Catalogue<Clients> to) {
        to.add("13.1", "the only channel that is offered at a queue is jms", clients -> {
            List<String> channels = atQueue(clients.usual()).offer().texts("channel");
            if (!channels.equals(List.of("jms"))) {
                throw new Mismatch("jms", channels.toString());
            }
        });
        to.add("13.1", "the offer has the properties of SOAP over JMS", clients -> {
            Visit visit = atQueue(clients.usual());
            if (!visit.header("Binding").equals("1.0")
                    || !visit.header("Request-URI").startsWith("jms:")) {
                throw new Mismatch(
                        "SOAPJMS_bindingVersion 1.0 and SOAPJMS_requestURI",
                        visit.header("Binding") + " and " + visit.header("Request-URI"));
            }
        });
        to.add("13.1", "the offer expires when its answer is no longer awaited", clients -> {
            if (atQueue(clients.usual()).header("Expiration").equals("0")) {
                throw new Mismatch("an offer that expires", "one that does not");
            }
        });
    }

    private static Visit atQueue(Visit visit) {
        visit.queue();
        return visit;
    }

    private static void addresses(Catalogue<Clients> to) {
        to.add("1.1", "an answer with the host of another queue leads to no listener there", clients -> {
            Reply reply =
                    Reply.answering(answer -> answer.replace("<p:address ", "<p:address host=\"" + ELSEWHERE + "\" "));
            try (QueueListener elsewhere = clients.listenElsewhere(ELSEWHERE);
                    Visit visit = clients.visitQueue("", reply)) {
                visit.expectRefused();
                if (elsewhere.next(1) != null) {
                    throw new Mismatch("nothing at the listener of another queue", "a message");
                }
            }
        });
        named(to, "with characters that no host has", "/a+b");
        named(to, "of more than 128 characters", "-" + "q".repeat(LONG_NAME));
    }

    /** Adds a case with a queue whose listeners have a derived name. */
    private static void named(Catalogue<Clients> to, String which, String suffix) {
        to.add("1.1", "the listener of a queue " + which + " is found", clients -> {
            try (Visit visit = clients.visitQueue(suffix, Reply.USUAL)) {
                visit.opened().close();
            }
        });
    }

    private static void requests(Catalogue<Clients> to) {
        requested(to, "CONNECT has 32 bytes, a window and a temporary queue", pipe -> {
            BytesMessage connect = (BytesMessage) pipe.opening();
            if (connect.getBodyLength() != JmsPacket.HEADER) {
                throw new Mismatch("32 bytes", connect.getBodyLength() + " bytes");
            }
        });
        requested(to, "CONNECT has no properties", pipe -> {
            Enumeration<?> names = pipe.opening().getPropertyNames();
            while (names.hasMoreElements()) {
                String name = String.valueOf(names.nextElement());
                if (!name.startsWith("JMS")) { // those are the broker's
                    throw new Mismatch("no property", name);
                }
            }
        });
        requested(to, "CONNECT expires", pipe -> {
            if (pipe.opening().getJMSExpiration() == 0) {
                throw new Mismatch("CONNECT that expires", "one that does not");
            }
        });
        to.add("1.1", "two connections have two ids", clients -> {
            try (Visit one = clients.visitQueue("", Reply.USUAL);
                    Visit other = clients.visitQueue("", Reply.USUAL);
                    JmsPipe first = one.queue().request(JmsPipe.WINDOW);
                    JmsPipe second = other.queue().request(JmsPipe.WINDOW)) {
                if (Arrays.equals(first.connection(), second.connection())) {
                    throw new Mismatch("two ids", "one");
                }
            }
        });
        requested(to, "properties of ACCEPT are not read", (visit, pipe) -> {
            BytesMessage accept = pipe.acceptance();
            for (int i = 0; i < MANY_PROPERTIES; i++) {
                accept.setStringProperty("p" + i, "an unused text");
            }
            pipe.send(accept);
            visit.opened(Line.on(pipe));
        });
        requested(to, "REFUSE ends the attempt: no frames come, and the call goes on or ends", (visit, pipe) -> {
            pipe.send(pipe.packet(JmsPacket.REFUSE, 0));
            visit.expectOver();
            pipe.takeAll(JmsCases.MOMENT_MILLIS);
            if (pipe.receivedBytes() > 0) {
                throw new Mismatch("no frames after REFUSE", pipe.receivedBytes() + " bytes");
            }
        });
    }

    private static void requested(Catalogue<Clients> to, String title, JmsSessions.Use use) {
        requested(to, title, (visit, pipe) -> use.of(pipe));
    }

    /** Code that uses a connection that was requested and is not accepted yet. */
    interface Answering {
        void of(Visit visit, JmsPipe pipe) throws IOException, JMSException;
    }

    static void requested(Catalogue<Clients> to, String title, Answering answering) {
        to.add("1.1", title, clients -> {
            try (Visit visit = clients.visitQueue("", Reply.USUAL);
                    JmsPipe pipe = visit.queue().request(JmsPipe.WINDOW)) {
                answering.of(visit, pipe);
            }
        });
    }

    /** Returns the session of a client whose request has arrived. */
    private static JmsSessions.Opened open(Clients clients, long window) throws IOException {
        return open(clients.visitQueue("", Reply.USUAL), window);
    }

    private static JmsSessions.Opened open(Visit visit, long window) throws IOException {
        JmsPipe pipe = QueueDoor.accepted(visit.queue().request(window));
        Line line = visit.opened(Line.on(pipe));
        Visit.accept(line, visit.digest());
        Session session = new Session(line, false);
        visit.takeRequest(session);
        return new JmsSessions.Opened(session, pipe, visit::limit);
    }

    private static void bodies(Catalogue<Clients> to, JmsSessions<Clients> in) {
        requested(to, "a preamble and several frames may stand in one message", (visit, pipe) -> {
            QueueDoor.accepted(pipe);
            Line line = visit.opened(Line.on(pipe));
            line.bytes(new ByteOutput()
                    .bytes(visit.acceptance())
                    .bytes(JmsCases.ping())
                    .toBytes());
            RawFrame frame = line.read();
            while (Session.is(frame, RawFrameType.DATA)) {
                frame = line.read();
            }
            JmsCases.expect(RawFrameType.PONG, frame);
        });
        in.opened("messages of the client are numbered from 1, and have whole frames", (session, pipe) -> {
            session.expectAlive();
            session.expectAlive();
        });
    }

    private static void windows(Catalogue<Clients> to, JmsSessions<Clients> in) {
        small(to, "a window of 1 byte is used for one message", (visit, pipe) -> {
            pipe.giveCredit();
            Line line = visit.opened(Line.on(pipe));
            pipe.withholdCredit();
            Visit.accept(line, visit.digest());
            pipe.takeAll(JmsCases.MOMENT_MILLIS);
            line.bytes(JmsCases.ping());
            pipe.takeAll(JmsCases.MOMENT_MILLIS);
        });
        small(to, "with credit more messages come", (visit, pipe) -> {
            pipe.giveCredit();
            Session session = new Session(visit.opened(Line.on(pipe)), false);
            Visit.accept(session.line(), visit.digest());
            visit.takeRequest(session);
        });
        to.add("1.1", "CREDIT comes for what was handed over", clients -> {
            try (JmsSessions.Opened opened = in.opener().open(clients)) {
                if (opened.pipe().theirWindow() > MOST_WINDOW) {
                    throw new NotApplicable("the client's window is above 16 MiB");
                }
                flood(opened);
            }
        });
    }

    /** Sends one-way messages with invalid content, twice as much as the peer's window. */
    private static void flood(JmsSessions.Opened opened) throws IOException {
        Session session = opened.session();
        byte[] fragment = new byte[FRAGMENT];
        long credit = opened.limit().applyAsLong("session-credit");
        while (opened.pipe().sentBytes() < 2 * opened.pipe().theirWindow()) {
            while (credit < FRAGMENT) {
                RawFrame more = session.await(
                        "CREDIT of the session", each -> Session.is(each, RawFrameType.CREDIT) && each.stream() == 0);
                credit += Long.parseLong(Line.fields(more).get("bytes"));
            }
            session.message(RawFrameType.ONE_WAY, fragment);
            session.expectAlive();
            credit -= FRAGMENT;
        }
    }

    /** Adds a case in which the client is accepted with a window of one byte, which its first message uses up. */
    private static void small(Catalogue<Clients> to, String title, Answering talk) {
        to.add("1.1", title, clients -> {
            try (Visit visit = clients.visitQueue("", Reply.USUAL);
                    JmsPipe pipe = visit.queue().request(1)) {
                pipe.withholdCredit();
                QueueDoor.accepted(pipe);
                talk.of(visit, pipe);
            }
        });
    }

    private static void ends(Catalogue<Clients> to) {
        to.add("1.1", "a client that ends its session sends CLOSE as its last message", clients -> {
            try (Visit visit = clients.visitQueue("", Reply.USUAL);
                    JmsSessions.Opened opened = open(visit, JmsPipe.WINDOW)) {
                opened.session().abort(1, Code.INTERNAL.number());
                visit.ended();
                expectEnd(opened.session());
                opened.pipe().takeAll(JmsCases.MOMENT_MILLIS);
            }
        });
        to.add("7", "a call on a queue ends where its request is aborted", clients -> {
            try (Visit visit = clients.visitQueue("", Reply.USUAL);
                    JmsSessions.Opened opened = open(visit, JmsPipe.WINDOW)) {
                opened.session().abort(1, Code.INTERNAL.number());
                visit.expectOver();
            }
        });
        to.add("7", "a call on a queue ends, and its connection, with GOAWAY", clients -> {
            try (Visit visit = clients.visitQueue("", Reply.USUAL);
                    JmsSessions.Opened opened = open(visit, JmsPipe.WINDOW)) {
                opened.session().goaway(0, Code.INTERNAL.number(), 1);
                opened.pipe().finish();
                visit.expectOver();
                expectEnd(opened.session());
            }
        });
    }

    private static void expectEnd(Session session) throws IOException {
        try {
            while (true) {
                session.next();
            }
        } catch (EOFException e) {
            return;
        }
    }

    private static void losses(Catalogue<Clients> to) {
        to.add("1.1", "the call ends where the broker is lost", clients -> {
            try (Visit visit = clients.visitQueue("", Reply.USUAL);
                    JmsSessions.Opened opened = open(visit, JmsPipe.WINDOW)) {
                lose(opened.pipe());
                visit.expectOver();
            }
        });
        to.add("1.1", "a session that can be resumed returns after the broker was lost", clients -> {
            try (Visit visit = clients.visitQueue("", RESUMABLE)) {
                visit.queue();
                if (!visit.offer().texts("reliability").contains("resume")) {
                    throw new NotApplicable("the client does not offer to resume sessions");
                }
                JmsPipe pipe = QueueDoor.accepted(visit.queue().request(JmsPipe.WINDOW));
                try (Line line = visit.opened(Line.on(pipe))) {
                    ResumeClientCases.accept(line, visit, 0, ResumeClientCases.secret(1));
                    visit.takeRequest(new Session(line, false));
                    lose(pipe);
                    try (Line next = visit.line()) {
                        ResumeClientCases.resume(next);
                    }
                }
            }
        });
    }

    /** Cuts the client's connection to the broker. */
    private static void lose(JmsPipe pipe) throws IOException, JMSException {
        Message connect = pipe.opening();
        if (!pipe.talk().closeConnectionsTo((Queue) connect.getJMSReplyTo())) {
            throw new NotApplicable("the broker does not close connections for this user");
        }
    }
}
