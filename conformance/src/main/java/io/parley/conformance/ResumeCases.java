package io.parley.conformance;

import static io.parley.conformance.raw.RawFrameType.REQUEST;

import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** Section 12: sessions that move from connection to connection, and rows R of section 12.4. */
final class ResumeCases {
    private static final int LEAST_SECRET = 16;
    private static final int MOST_SECRET = 64;

    private final Catalogue<Server> to;
    private final String reliability;

    private ResumeCases(Catalogue<Server> to, String reliability) {
        this.to = to;
        this.reliability = reliability;
    }

    static void add(Catalogue<Server> to) {
        to.add("4", "without resuming ACCEPT has no secret, and received is 0", server -> {
            try (Session session = Session.open(server.agree())) {
                if (session.secret().length > 0
                        || !"0".equals(session.accepted().get("received"))) {
                    throw new Mismatch(
                            "no secret, received 0", session.accepted().toString());
                }
            }
        });
        to.add("12.4.R1", "RESUME of a session that cannot be resumed is refused", server -> {
            Agreed agreed = server.agree();
            byte[] secret = Arrays.copyOf(agreed.token(), 40);
            Session.open(agreed).close();
            refused(agreed, secret, 0, Code.TOKEN_REFUSED);
        });
        new ResumeCases(to, "resume").add();
        new ResumeCases(to, "durable").add();
    }

    private void add() {
        resumptions();
        refusals();
        connections();
        numbers();
        ends();
    }

    private void resumptions() {
        resumable("12.2", "ACCEPT has a secret of 16 to 64 bytes", (agreed, session) -> {
            int length = session.secret().length;
            if (length < LEAST_SECRET || length > MOST_SECRET) {
                throw new Mismatch("a secret of 16 to 64 bytes", length + " bytes");
            }
        });
        resumable("12.2", "a lost connection is followed by another, with a new secret", (agreed, session) -> {
            try (Session next = resumed(agreed, session)) {
                if (Arrays.equals(next.secret(), session.secret())) {
                    throw new Mismatch("a new secret", "the old one");
                }
                next.expectAlive();
                next.expectOutcome(next.message(REQUEST, agreed.request()));
            }
        });
        resumable("12.2", "an answer that was not acknowledged comes again with its number", (agreed, session) -> {
            int stream = session.message(REQUEST, agreed.request());
            long before = session.received();
            session.expectOutcome(stream);
            session.close();
            try (Session next = new Session(Line.to(agreed.listener()), true)) {
                next.line().preamble();
                next.line().unnumbered(RawFrameType.RESUME, Session.resuming(agreed, session.secret(), before));
                next.line().readPreamble();
                RawFrame frame = next.line().read();
                while (!Session.is(frame, RawFrameType.DATA)) {
                    if (Session.is(frame, RawFrameType.REFUSE)) {
                        throw new Mismatch("ACCEPT", Line.fields(frame).toString());
                    }
                    frame = next.line().read();
                }
                if (frame.stream() != stream) {
                    throw new Mismatch("the answer again", "stream " + frame.stream());
                }
            }
        });
        resumable("12.2", "the last secret stays valid until a frame arrives after ACCEPT", (agreed, session) -> {
            byte[] first = session.secret();
            session.close();
            for (int i = 0; i < 2; i++) {
                try (Line line = Line.to(agreed.listener())) {
                    line.preamble()
                            .unnumbered(RawFrameType.RESUME, Session.resuming(agreed, first, session.received()));
                    line.readPreamble();
                    RawFrame frame = line.read();
                    if (!Session.is(frame, RawFrameType.ACCEPT)) {
                        throw new Mismatch("ACCEPT", RawFrameType.of(frame.type()) + " " + Line.fields(frame));
                    }
                }
            }
        });
    }

    private void refusals() {
        resumable("12.4.R1", "an old secret is refused", (agreed, session) -> {
            try (Session next = resumed(agreed, session)) {
                next.line().unnumbered(RawFrameType.ACK, Map.of("received", String.valueOf(next.received())));
                next.expectAlive();
                refused(agreed, session.secret(), session.received(), Code.TOKEN_REFUSED);
            }
        });
        resumable("12.4.R1", "an unknown secret is refused", (agreed, session) -> {
            byte[] secret = session.secret();
            secret[secret.length - 1] ^= 1;
            refused(agreed, secret, 0, Code.TOKEN_REFUSED);
        });
        resumable(
                "12.4.R1",
                "another digest is refused",
                (agreed, session) -> refused(agreed.withDigest(new byte[32]), session.secret(), 0, Code.TOKEN_REFUSED));
        resumable("12.4.R2", "a secret of another node is refused", (agreed, session) -> {
            byte[] secret = session.secret();
            if (secret.length < 8 || !Arrays.equals(Arrays.copyOf(secret, 8), Arrays.copyOf(agreed.token(), 8))) {
                throw new NotApplicable("secrets of this server do not begin with the name of its node");
            }
            secret[0] ^= 1;
            refused(agreed, secret, 0, Code.WRONG_NODE);
        });
        resumable(
                "12.4.R3",
                "a number that was never sent is refused",
                (agreed, session) -> refused(agreed, session.secret(), 1_000, Code.PROTOCOL));
    }

    private void connections() {
        resumable("12.4.R4", "the earlier connection is cut", (agreed, session) -> {
            Session next = session.resumedOn(Line.to(agreed.listener()), agreed);
            try (next) {
                next.expectAlive();
                try {
                    session.next();
                    throw new Mismatch("the earlier connection cut", "a frame on it");
                } catch (EOFException e) {
                    next.expectAlive();
                }
            }
        });
    }

    private void numbers() {
        resumable("12.4.R7", "ACK of a number that was never sent ends the session", (agreed, session) -> {
            session.line().unnumbered(RawFrameType.ACK, Map.of("received", "1000"));
            session.expectEnd(Code.PROTOCOL);
        });
        resumable("12.4.R7", "ACK that goes back ends the session", (agreed, session) -> {
            session.expectOutcome(session.message(REQUEST, agreed.request()));
            session.line().unnumbered(RawFrameType.ACK, Map.of("received", String.valueOf(session.received())));
            session.line().unnumbered(RawFrameType.ACK, Map.of("received", "0"));
            session.expectEnd(Code.PROTOCOL);
        });
        resumable("12.4.R8", "a frame that comes again on another connection is ignored", (agreed, session) -> {
            session.credit(0, 1).expectAlive();
            try (Session next = resumed(agreed, session)) {
                next.frame(RawFrameType.CREDIT.number(), 0, 1, 0, new byte[] {0, 0, 0, 1});
                next.expectAlive();
            }
        });
        resumable("12.4.R9", "an invalid frame is cut, and the session can be resumed", (agreed, session) -> {
            byte[] ping = new RawFrame(6, 0, 0, 0, new byte[8]).encode(true);
            ping[16] ^= 1;
            session.line().bytes(ping);
            try {
                while (true) {
                    if (Session.is(session.next(), RawFrameType.GOAWAY)) {
                        throw new Mismatch("the connection cut", "GOAWAY");
                    }
                }
            } catch (EOFException e) {
                try (Session next = session.resumedOn(Line.to(agreed.listener()), agreed)) {
                    next.expectAlive();
                }
            }
        });
    }

    private void ends() {
        resumable("12.1", "a drained session ends by GOAWAY without DRAIN", (agreed, session) -> {
            session.goaway(RawFrameType.DRAIN, Code.GOING_AWAY.number(), 0);
            try {
                while (true) {
                    RawFrame frame = session.next();
                    if (Session.is(frame, RawFrameType.GOAWAY) && (frame.flags() & RawFrameType.DRAIN) == 0) {
                        Line.expectCode(
                                "GOAWAY", Integer.parseInt(Line.fields(frame).get("code")), Code.GOING_AWAY);
                        return;
                    }
                    if (frame.type() >= RawFrameType.GOAWAY.number()) {
                        session.line()
                                .unnumbered(RawFrameType.ACK, Map.of("received", String.valueOf(session.received())));
                    }
                }
            } catch (EOFException e) {
                throw new Mismatch("GOAWAY without DRAIN", "the connection was closed without it");
            }
        });
    }

    private void resumable(String section, String title, MessageCases.Action action) {
        resumable(to, reliability, section, title, action);
    }

    /** Adds a case in a session with a reliability, which applies only to servers that agree to it. */
    static void resumable(
            Catalogue<Server> to, String reliability, String section, String title, MessageCases.Action action) {
        String of = reliability.equals("resume") ? "" : "of a durable session: ";
        to.add(section, of + title, server -> {
            Agreed agreed = server.agree(Wish.USUAL.with("reliability", reliability, "none"));
            if (!agreed.term("reliability").equals(reliability)) {
                throw new NotApplicable("the server does not agree to the reliability " + reliability);
            }
            try (Session session = Session.open(agreed)) {
                action.in(agreed, session);
            }
        });
    }

    private static Session resumed(Agreed agreed, Session session) throws IOException {
        session.close();
        return session.resumedOn(Line.to(agreed.listener()), agreed);
    }

    static void refused(Agreed agreed, byte[] secret, long received, Code... codes) throws IOException {
        try (Line line = Line.to(agreed.listener())) {
            line.preamble().unnumbered(RawFrameType.RESUME, Session.resuming(agreed, secret, received));
            line.readPreamble();
            line.expectRefuse(codes);
        }
    }
}
