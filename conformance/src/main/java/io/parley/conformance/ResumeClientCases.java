package io.parley.conformance;

import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Section 12 for clients: behaviour after the connection of a resumable session is lost. */
final class ResumeClientCases {
    private static final HexFormat HEX = HexFormat.of();
    private static final Reply RESUMABLE = Reply.answering(AnswerCases.with("reliability", "resume"));
    private static final int SECRET = 40;

    private ResumeClientCases() {}

    static void add(Catalogue<Clients> to) {
        resuming(to);
        secrets(to);
        refusals(to);
        to.add("12.4.R6", "ACCEPT with a secret of 15 bytes is not accepted", clients -> {
            try (Visit visit = visited(clients);
                    Line line = visit.opened()) {
                accept(line, visit, 0, new byte[15]);
                line.expectCut();
            }
        });
        cut(to, "12.4.R7", "ACK of a number that was never sent ends the session", (visit, session) -> {
            session.line().unnumbered(RawFrameType.ACK, Map.of("received", "1000"));
            session.expectEnd(Code.PROTOCOL);
        });
    }

    private static void resuming(Catalogue<Clients> to) {
        cut(
                to,
                "12.2",
                "a lost connection is followed by RESUME with secret, digest and what was received",
                (visit, session) -> {
                    session.close();
                    try (Line next = visit.line()) {
                        Map<String, String> said = resume(next);
                        equal("secret", HEX.formatHex(secret(1)), said);
                        equal("digest", HEX.formatHex(visit.digest()), said);
                        equal("received", "0", said);
                    }
                });
        cut(to, "12.2", "frames that did not arrive come again, with their numbers", (visit, session) -> {
            List<RawFrame> request = visit.request();
            session.close();
            try (Line next = visit.line()) {
                resume(next);
                accept(next, visit, 0, secret(2));
                RawFrame frame = next.read();
                while (!Session.is(frame, RawFrameType.DATA)) {
                    frame = next.read();
                }
                RawFrame first = request.get(0);
                if (frame.sequence() != first.sequence() || frame.stream() != first.stream()) {
                    throw new Mismatch("the frame " + first.sequence() + " once more", "frame " + frame.sequence());
                }
            }
        });
        cut(
                to,
                "12.2",
                "frames that arrived do not come again, and both sides say what they have",
                (visit, session) -> {
                    long received = session.received();
                    session.close();
                    try (Line next = visit.line()) {
                        resume(next);
                        accept(next, visit, received, secret(2));
                        RawFrame frame = next.read();
                        if (!Session.is(frame, RawFrameType.ACK)) {
                            throw new Mismatch(
                                    "ACK first", RawFrameType.of(frame.type()).name());
                        }
                    }
                });
    }

    private static void secrets(Catalogue<Clients> to) {
        cut(to, "12.2", "the newest secret is shown", (visit, session) -> {
            long received = session.received();
            session.close();
            try (Line next = visit.line()) {
                resume(next);
                accept(next, visit, received, secret(2));
                next.read();
            }
            try (Line third = visit.line()) {
                equal("secret", HEX.formatHex(secret(2)), resume(third));
            }
        });
        cut(to, "12.2", "a connection on which RESUME is not answered is followed by another", (visit, session) -> {
            session.close();
            try (Line next = visit.line()) {
                resume(next);
            }
            try (Line third = visit.line()) {
                equal("secret", HEX.formatHex(secret(1)), resume(third));
            }
        });
        cut(to, "12.4.R9", "an invalid frame is answered by a cut, and RESUME", (visit, session) -> {
            byte[] ping = new RawFrame(6, 0, 0, 0, new byte[8]).encode(true);
            ping[16] ^= 1;
            session.line().bytes(ping);
            try (Line next = visit.line()) {
                resume(next);
            }
        });
    }

    private static void refusals(Catalogue<Clients> to) {
        for (Code code : List.of(Code.TOKEN_REFUSED, Code.WRONG_NODE, Code.PROTOCOL, Code.DIGEST_MISMATCH)) {
            cut(to, "12.3", "the session is over where RESUME is refused with " + code, (visit, session) -> {
                session.close();
                refuse(visit, code);
                visit.expectNoConnection();
            });
        }
        for (Code code : List.of(Code.BUDGET, Code.OPEN_TIMEOUT, Code.CONTEXT_UNAVAILABLE)) {
            cut(to, "12.3", "RESUME that is refused with " + code + " is tried again", (visit, session) -> {
                session.close();
                refuse(visit, code);
                try (Line next = visit.line()) {
                    equal("secret", HEX.formatHex(secret(1)), resume(next));
                }
            });
        }
    }

    private static void refuse(Visit visit, Code code) throws IOException {
        try (Line line = visit.line()) {
            resume(line);
            line.preamble().unnumbered(RawFrameType.REFUSE, Map.of("code", String.valueOf(code.number()), "text", ""));
        }
    }

    static Map<String, String> resume(Line line) throws IOException {
        line.readPreamble();
        RawFrame frame = line.read();
        if (!Session.is(frame, RawFrameType.RESUME)) {
            throw new Mismatch("RESUME", RawFrameType.of(frame.type()).name());
        }
        return Line.fields(frame);
    }

    static void accept(Line line, Visit visit, long received, byte[] secret) throws IOException {
        line.preamble()
                .unnumbered(
                        RawFrameType.ACCEPT,
                        Map.of(
                                "digest",
                                HEX.formatHex(visit.digest()),
                                "received",
                                String.valueOf(received),
                                "secret",
                                HEX.formatHex(secret)));
    }

    private static void equal(String field, String expected, Map<String, String> found) {
        if (!expected.equals(found.get(field))) {
            throw new Mismatch(field + " " + expected, String.valueOf(found.get(field)));
        }
    }

    /** Returns a secret in the format of this implementation. */
    static byte[] secret(int number) {
        byte[] secret = new byte[SECRET];
        secret[SECRET - 1] = (byte) number;
        return secret;
    }

    private interface Action {
        void in(Visit visit, Session session) throws IOException;
    }

    /** Adds a case in a session whose request arrived and was not acknowledged. */
    private static void cut(Catalogue<Clients> to, String section, String title, Action action) {
        to.add(section, title, clients -> {
            try (Visit visit = visited(clients)) {
                Line line = visit.opened();
                accept(line, visit, 0, secret(1));
                try (Session session = new Session(line, false)) {
                    visit.takeRequest(session);
                    action.in(visit, session);
                }
            }
        });
    }

    private static Visit visited(Clients clients) throws IOException {
        Visit visit = clients.visit(RESUMABLE);
        if (!visit.offer().texts("reliability").contains("resume")) {
            visit.close();
            throw new NotApplicable("the client does not offer to resume sessions");
        }
        return visit;
    }
}
