package io.parley.conformance;

import static io.parley.conformance.raw.RawFrameType.BEGIN;
import static io.parley.conformance.raw.RawFrameType.DRAIN;
import static io.parley.conformance.raw.RawFrameType.END;
import static io.parley.conformance.raw.RawFrameType.ONE_WAY;
import static io.parley.conformance.raw.RawFrameType.REQUEST;
import static io.parley.conformance.raw.RawFrameType.RESPONSE;

import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/** Sections 3, 5 and 7: rows S of section 9. */
final class StreamCases {
    private StreamCases() {}

    static void add(Catalogue<Server> to) {
        Sessions<Server> in = new Sessions<>(to, server -> Session.open(server.agree()));
        beginnings(in);
        both(in);
        MessageCases.session(to, "9.S5", "a fragment after END ends the session", (agreed, session) -> {
            byte[] content = agreed.request();
            byte[] whole = RawFrameType.DATA.write(
                    BEGIN | END,
                    Map.of(
                            "declared",
                            String.valueOf(content.length),
                            "content",
                            HexFormat.of().formatHex(content)));
            session.line()
                    .bytes(new ByteOutput()
                            .bytes(new RawFrame(9, BEGIN | END, 1, 1, whole).encode(true))
                            .bytes(new RawFrame(9, END, 2, 1, new byte[] {1}).encode(true))
                            .toBytes());
            session.expectEndUnlessAnswered(1, Code.PROTOCOL);
        });
        in.ended("9.S7", "a response on a stream that this side began ends the session", Code.PROTOCOL, session -> {
            int stream = session.unfinished(REQUEST);
            session.data(BEGIN | END | RESPONSE, stream, 1, (byte) 1);
        });
        closed(to);
        to.add("9.S10", "one stream more than agreed ends the session", server -> {
            Agreed agreed = server.agree(Wish.USUAL.limit("streams", 2));
            try (Session session = Session.open(agreed)) {
                for (long i = 0; i <= agreed.limit("streams"); i++) {
                    session.unfinished(REQUEST);
                }
                session.expectEnd(Code.FLOW_CONTROL);
            }
        });
        in.ended("9.S12", "a request after the sender's own GOAWAY ends the session", Code.PROTOCOL, session -> {
            session.unfinished(REQUEST);
            session.goaway(DRAIN, Code.GOING_AWAY.number(), 0).unfinished(REQUEST);
        });
        in.ended(
                "9.S12", "a one-way message after the sender's own GOAWAY ends the session", Code.PROTOCOL, session -> {
                    session.unfinished(REQUEST);
                    session.goaway(DRAIN, Code.GOING_AWAY.number(), 0).unfinished(ONE_WAY);
                });
        endings(to);
    }

    /** Adds the cases that apply to both sides. */
    static void both(Sessions<?> in) {
        in.ended(
                "9.S4",
                "a later fragment of nothing ends the session",
                Code.PROTOCOL,
                session -> session.data(END, session.newStream(), 0, (byte) 1));
        in.ended(
                "9.S4",
                "credit for a stream that never began ends the session",
                Code.PROTOCOL,
                session -> session.credit(session.newStream(), 1));
        in.ended(
                "9.S4",
                "ABORT of a stream that never began ends the session",
                Code.PROTOCOL,
                session -> session.abort(session.newStream(), 24));
        in.lives("9.S8", "a fragment for a stream that was aborted is ignored", session -> {
            int stream = session.unfinished();
            session.abort(stream, Code.CANCELLED.number()).data(END, stream, 0, (byte) 1);
        });
        in.lives("9.S8", "credit for a stream that was aborted is ignored", session -> {
            int stream = session.unfinished();
            session.abort(stream, Code.CANCELLED.number()).credit(stream, 1);
        });
        in.lives("9.S8", "a second ABORT is ignored", session -> {
            int stream = session.unfinished();
            session.abort(stream, Code.CANCELLED.number()).abort(stream, Code.CANCELLED.number());
        });
        in.ended("9.S9", "a fragment without content, BEGIN and END ends the session", Code.PROTOCOL, session -> {
            int stream = session.unfinished();
            session.frame(9, 0, session.nextSequence(), stream);
        });
        in.ended("9.S13", "a second GOAWAY with DRAIN ends the session", Code.PROTOCOL, session -> {
            session.unfinished();
            session.goaway(DRAIN, Code.GOING_AWAY.number(), 1).goaway(DRAIN, Code.GOING_AWAY.number(), 1);
        });
    }

    private static void beginnings(Sessions<?> in) {
        for (int kind : new int[] {REQUEST, ONE_WAY}) {
            String what = kind == REQUEST ? "a request" : "a one-way message";
            in.ended(
                    "9.S1",
                    what + " with an even id ends the session",
                    Code.PROTOCOL,
                    session -> session.data(BEGIN | END | kind, 2, 1, (byte) 1));
            in.ended("9.S2", what + " with an id below the last ends the session", Code.PROTOCOL, session -> {
                session.newStream();
                session.unfinished(ONE_WAY);
                session.data(BEGIN | kind, 1, 2, (byte) 1);
            });
            in.ended("9.S2", what + " with the id of the last ends the session", Code.PROTOCOL, session -> {
                int stream = session.unfinished(REQUEST);
                session.data(BEGIN | kind, stream, 2, (byte) 1);
            });
        }
        in.lives("3", "ids may be passed over", session -> {
            session.newStream();
            session.newStream();
            session.unfinished(REQUEST);
        });
    }

    private static void closed(Catalogue<Server> to) {
        to.add("9.S8", "ABORT of a request that was answered is ignored", server -> {
            Agreed agreed = server.agree();
            try (Session session = Session.open(agreed)) {
                int stream = session.message(REQUEST, agreed.request());
                session.expectOutcome(stream);
                session.abort(stream, Code.CANCELLED.number()).expectAlive();
            }
        });
    }

    private static void endings(Catalogue<Server> to) {
        to.add("7", "a session without streams that drains is closed", server -> {
            try (Session session = Session.open(server.agree())) {
                session.goaway(DRAIN, Code.GOING_AWAY.number(), 0);
                expectClosed(session);
            }
        });
        to.add("7", "a request under way is answered before a drained session is closed", server -> {
            Agreed agreed = server.agree();
            try (Session session = Session.open(agreed)) {
                byte[] content = agreed.request();
                int stream = session.newStream();
                session.data(BEGIN | REQUEST, stream, content.length, content[0]);
                session.goaway(DRAIN, Code.GOING_AWAY.number(), 0);
                session.data(END, stream, 0, Arrays.copyOfRange(content, 1, content.length));
                session.expectOutcome(stream);
                expectClosed(session);
            }
        });
        to.add("7", "GOAWAY without DRAIN closes the connection", server -> {
            try (Session session = Session.open(server.agree())) {
                session.unfinished(REQUEST);
                session.goaway(0, Code.GOING_AWAY.number(), 0);
                expectClosed(session);
            }
        });
    }

    /** Expects the end of the connection, possibly after GOAWAY. */
    private static void expectClosed(Session session) throws IOException {
        try {
            while (true) {
                RawFrame frame = session.next();
                if (!Session.is(frame, RawFrameType.GOAWAY) && !Session.is(frame, RawFrameType.CREDIT)) {
                    throw new Mismatch(
                            "the end of the session",
                            RawFrameType.of(frame.type()).name());
                }
            }
        } catch (EOFException e) {
            return;
        }
    }
}
