package io.parley.conformance;

import static io.parley.conformance.raw.RawFrameType.BEGIN;
import static io.parley.conformance.raw.RawFrameType.END;
import static io.parley.conformance.raw.RawFrameType.ONE_WAY;
import static io.parley.conformance.raw.RawFrameType.REQUEST;

import io.parley.conformance.quic.QuicClose;
import io.parley.conformance.quic.QuicHello;
import io.parley.conformance.quic.QuicStreams;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Section 17: the tracks of {@code parley/2}, their frames and their ends. */
final class TrackCases {
    private static final long STREAM_DATA_OF_ONE_DIRECTION = 0x07;
    private static final long STREAMS_OF_ONE_DIRECTION = 0x09;
    private static final int FIRST_WINDOW = 262_144;
    private static final int STREAMS = 64;
    private static final int STREAM_LIMIT_ERROR = 4;
    private static final int MOST_AHEAD = 1 << 20;
    private static final int FEW = 4;
    private static final int SMALL = 4_096;
    private static final int MOMENT_MILLIS = 300;
    private static final int NUMBER_BYTES = 8;
    private static final int FRAMES = TrackSession.FRAMES;
    private static final int TRACK = TrackSession.TRACK;

    private TrackCases() {}

    static void add(Catalogue<Server> to) {
        protocols(to);
        answers(to);
        orders(to);
        numbers(to);
        counts(to);
        kinds(to);
        losses(to);
        ends(to);
        ports(to);
        resuming(to);
    }

    private static QuicStreams connect(Server server, Agreed agreed) throws IOException {
        ListenerAddress listener = agreed.listener();
        try {
            return server.dialer().open(listener.address(), QuicHello.withTracks(listener.serverName()));
        } catch (EOFException e) {
            if (String.valueOf(e.getMessage()).contains("the alert 120")) {
                throw new NotApplicable("the server has no tracks: it does not accept parley/2");
            }
            throw e;
        }
    }

    private interface Use {
        void of(TrackSession session) throws IOException;
    }

    private interface Talk {
        void of(TrackSession session, Agreed agreed) throws IOException;
    }

    /** Adds a case before a session. */
    private static void connected(Catalogue<Server> to, String title, Use use) {
        to.add("17", title, server -> {
            try (TrackSession session = new TrackSession(connect(server, QuicCases.agree(server)))) {
                use.of(session);
            }
        });
    }

    private static void opened(Catalogue<Server> to, String title, Talk talk) {
        to.add("17", title, server -> {
            Agreed agreed = QuicCases.agree(server);
            try (TrackSession session = TrackSession.open(agreed, connect(server, agreed))) {
                talk.of(session, agreed);
            }
        });
    }

    private static void protocols(Catalogue<Server> to) {
        connected(to, "the application protocol is parley/2 where it is the only one", session -> {
            if (!session.quic().protocol().equals(QuicHello.PARLEY_2)) {
                throw new Mismatch(QuicHello.PARLEY_2, session.quic().protocol());
            }
        });
        parameter(to, "with parley/2 each side may open 64 tracks", STREAMS_OF_ONE_DIRECTION, STREAMS);
        parameter(to, "a track has a window of 262,144 bytes at first", STREAM_DATA_OF_ONE_DIRECTION, FIRST_WINDOW);
        opened(to, "a session with tracks is opened on stream 0", (session, agreed) -> session.expectAlive());
        opened(to, "no track is opened without a frame for it", (session, agreed) -> {
            session.expectAlive();
            if (session.isOverWithin(MOMENT_MILLIS) || session.incoming().opened() > 0) {
                throw new Mismatch(
                        "no stream besides stream 0", session.incoming().opened() + " of them");
            }
        });
    }

    private static void parameter(Catalogue<Server> to, String title, long number, long wanted) {
        connected(to, title, session -> {
            long found = session.quic().parameter(number);
            if (found != wanted) {
                throw new Mismatch(String.valueOf(wanted), String.valueOf(found));
            }
        });
    }

    private static void answers(Catalogue<Server> to) {
        for (int track : new int[] {2, 5, 63}) {
            opened(to, "a request on track " + track + " is answered on track " + track, (session, agreed) -> {
                session.request(track, TrackSession.request(1, 1, agreed.request()));
                session.expectAnswer(1);
                session.expectAlive();
            });
        }
        opened(to, "consecutive exchanges share a track, which stays open", (session, agreed) -> {
            for (int i = 1; i <= 3; i++) {
                session.request(7, TrackSession.request(i, 2 * i - 1, agreed.request()));
                session.expectAnswer(2 * i - 1);
            }
            session.expectAlive();
            if (session.incoming().isEnded(7)) {
                throw new Mismatch("track 7 open", "its end");
            }
        });
        to.add("17", "CREDIT of a request comes on the track of its answer", server -> {
            QuicCases.agree(server);
            Agreed agreed = server.agree(QuicCases.wish(server).limit("stream-credit", SMALL));
            try (TrackSession session = TrackSession.open(agreed, connect(server, agreed))) {
                byte[] fragment = Arrays.copyOf(agreed.request(), (int) agreed.limit("stream-credit"));
                session.request(9, TrackSession.data(1, BEGIN | REQUEST, 1, 2L * fragment.length, fragment));
                session.await(
                        "CREDIT of the request", each -> Session.is(each, RawFrameType.CREDIT) && each.stream() == 1);
                session.expectAlive();
            }
        });
        opened(to, "one-way messages are read from track 1", (session, agreed) -> {
            session.frame(1, TrackSession.data(1, BEGIN | END | ONE_WAY, 1, 1, (byte) 1));
            session.frame(1, TrackSession.data(2, BEGIN | END | ONE_WAY, 3, 1, (byte) 1));
            session.request(2, TrackSession.request(3, 5, agreed.request()));
            session.expectAnswer(5);
            session.expectAlive();
        });
    }

    private static void orders(Catalogue<Server> to) {
        opened(to, "a frame may overtake one of another track", (session, agreed) -> {
            session.request(3, TrackSession.request(2, 3, agreed.request()));
            session.expectAnswer(3);
            session.request(2, TrackSession.request(1, 1, agreed.request()));
            session.expectAnswer(1);
            session.expectAlive();
        });
        opened(to, "the bytes of a track are read in order, however they arrive", (session, agreed) -> {
            byte[] frame = TrackSession.request(1, 1, agreed.request()).encode(true);
            int half = frame.length / 2;
            session.writeSwapped(2, Arrays.copyOf(frame, half), Arrays.copyOfRange(frame, half, frame.length));
            session.expectAnswer(1);
        });
        opened(to, "borders of STREAM frames mean nothing on a track", (session, agreed) -> {
            for (byte each : TrackSession.request(1, 1, agreed.request()).encode(true)) {
                session.write(2, each);
            }
            session.expectAnswer(1);
        });
        opened(to, "GOAWAY waits for the frames before it", (session, agreed) -> {
            session.frame(0, TrackSession.goaway(2, RawFrameType.DRAIN, Code.GOING_AWAY, 0));
            session.expectAlive();
            if (session.isOverWithin(MOMENT_MILLIS)) {
                throw new Mismatch("a session that waits for number 1", "its end");
            }
            session.request(2, TrackSession.request(1, 1, agreed.request()));
            session.expectAnswer(1);
            session.expectOver();
        });
    }

    private static void numbers(Catalogue<Server> to) {
        opened(to, "a number up to 2^20 ahead of a missing one is accepted", (session, agreed) -> {
            session.request(2, TrackSession.request(1 + MOST_AHEAD, 1, agreed.request()));
            session.expectAnswer(1);
            session.expectAlive();
        });
        ended(to, "a number more than 2^20 ahead of a missing one", Code.PROTOCOL, (session, agreed) -> {
            session.request(2, TrackSession.request(2 + MOST_AHEAD, 1, agreed.request()));
        });
        ended(to, "a number that came on another track", Code.PROTOCOL, (session, agreed) -> {
            session.request(2, TrackSession.request(1, 1, agreed.request()));
            session.expectAnswer(1);
            session.request(3, TrackSession.request(1, 3, agreed.request()));
        });
        ended(to, "an id that was used on another track", Code.PROTOCOL, (session, agreed) -> {
            session.request(2, TrackSession.request(1, 1, agreed.request()));
            session.expectAnswer(1);
            session.frame(3, TrackSession.request(2, 1, agreed.request()));
        });
        ended(to, "an id more than 2^20 streams ahead of a missing one", Code.PROTOCOL, (session, agreed) -> {
            session.request(2, TrackSession.request(1, 2 * MOST_AHEAD + 3, agreed.request()));
        });
    }

    private static void ended(Catalogue<Server> to, String what, Code code, Talk talk) {
        opened(to, what + " ends the session with " + code, (session, agreed) -> {
            talk.of(session, agreed);
            session.expectEnd(code);
        });
    }

    private static void counts(Catalogue<Server> to) {
        to.add("17", "requests above twice the agreed number are refused with NOT_DISPATCHED", server -> {
            Agreed agreed = few(server);
            int most = (int) agreed.limit("streams");
            try (TrackSession session = TrackSession.open(agreed, connect(server, agreed))) {
                unfinished(session, 2 * most + 1);
                RawFrame abort = session.await("ABORT", each -> Session.is(each, RawFrameType.ABORT));
                Line.expectCode("ABORT", Integer.parseInt(Line.fields(abort).get("code")), Code.NOT_DISPATCHED);
                session.expectAlive();
            }
        });
        to.add("17", "requests up to three times the agreed number leave the session", server -> {
            Agreed agreed = few(server);
            try (TrackSession session = TrackSession.open(agreed, connect(server, agreed))) {
                unfinished(session, 3 * (int) agreed.limit("streams"));
                session.expectAlive();
            }
        });
        to.add("17", "more than three times as many one-way messages end the session with FLOW_CONTROL", server -> {
            Agreed agreed = few(server);
            try (TrackSession session = TrackSession.open(agreed, connect(server, agreed))) {
                for (int i = 0; i <= 3 * (int) agreed.limit("streams"); i++) {
                    session.frame(1, TrackSession.data(1 + i, BEGIN | ONE_WAY, 1 + 2 * i, 2, (byte) 1));
                }
                session.expectEnd(Code.FLOW_CONTROL);
            }
        });
    }

    /** Returns an agreement on few requests at a time. */
    private static Agreed few(Server server) throws IOException {
        QuicCases.agree(server);
        Agreed agreed = server.agree(QuicCases.wish(server).limit("streams", FEW));
        if (agreed.limit("streams") > STREAMS / 4) {
            throw new NotApplicable("more streams are agreed than there are tracks for this case");
        }
        return agreed;
    }

    /** Begins requests on tracks of their own. */
    private static void unfinished(TrackSession session, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            session.request(2 + i, TrackSession.data(1 + i, BEGIN | REQUEST, 1 + 2 * i, 2, (byte) 1));
        }
    }

    private static void kinds(Catalogue<Server> to) {
        for (int kind : new int[] {0, FRAMES, 2, TRACK, 192, 255}) {
            closes(to, "a unidirectional stream of kind " + kind, session -> session.stream(false, kind));
        }
        connected(to, "stream 0 that begins as a track ends the connection with PROTOCOL", session -> {
            session.quic().send(0, 0, new byte[] {TRACK + 1}, false);
            session.expectClose(Code.PROTOCOL.number());
        });
        closes(to, "a track that exists", session -> {
            session.stream(false, TRACK + 2);
            session.stream(false, TRACK + 2);
        });
        connected(to, "a track before ACCEPT ends the connection with PROTOCOL", session -> {
            session.stream(false, TRACK + 2);
            session.expectClose(Code.PROTOCOL.number());
        });
        limited(to, "a second bidirectional stream", 4);
        limited(to, "a 65th unidirectional stream", 2 + 4 * STREAMS);
    }

    private static void closes(Catalogue<Server> to, String what, Use use) {
        opened(to, what + " ends the connection with PROTOCOL", (session, agreed) -> {
            use.of(session);
            session.expectClose(Code.PROTOCOL.number());
        });
    }

    private static void limited(Catalogue<Server> to, String what, long stream) {
        opened(to, what + " of parley/2 ends the connection", (session, agreed) -> {
            session.quic().send(stream, 0, new byte[] {TRACK + 2}, false);
            QuicClose close = session.awaitClose();
            if (close.code() != (close.byApplication() ? Code.PROTOCOL.number() : STREAM_LIMIT_ERROR)) {
                throw new Mismatch("STREAM_LIMIT_ERROR, or PROTOCOL", close.toString());
            }
        });
    }

    private static void losses(Catalogue<Server> to) {
        for (Code code : List.of(Code.INTERNAL, Code.CANCELLED)) {
            lost(to, "RESET_STREAM with " + code + " for a track", (session, agreed) -> session.reset(2, code));
            lost(to, "STOP_SENDING with " + code + " for a track", (session, agreed) -> session.stopSending(2, code));
        }
        lost(to, "the end of a track within a frame", (session, agreed) -> {
            byte[] frame = TrackSession.request(2, 3, agreed.request()).encode(true);
            session.write(2, Arrays.copyOf(frame, frame.length - 1));
            session.finish(2);
        });
    }

    /** Adds a case in which the connection is lost after an exchange on track 2. */
    private static void lost(Catalogue<Server> to, String what, Talk talk) {
        opened(to, what + " ends the connection", (session, agreed) -> {
            session.request(2, TrackSession.request(1, 1, agreed.request()));
            session.expectAnswer(1);
            talk.of(session, agreed);
            session.expectOver();
        });
    }

    private static void ends(Catalogue<Server> to) {
        opened(to, "a side that closes ends its tracks, tells their number and ends stream 0", (session, agreed) -> {
            session.request(2, TrackSession.request(1, 1, agreed.request()));
            session.request(3, TrackSession.request(2, 3, agreed.request()));
            session.expectAnswer(1);
            session.expectAnswer(3);
            session.frame(0, TrackSession.goaway(3, RawFrameType.DRAIN, Code.GOING_AWAY, 0));
            session.expectOver();
            session.isOverWithin(MOMENT_MILLIS);
            IncomingTracks theirs = session.incoming();
            if (theirs.announced() != theirs.tracks() || !theirs.areAllEnded()) {
                throw new Mismatch(
                        "the number " + theirs.tracks() + ", and all tracks ended", "the number " + theirs.announced());
            }
            session.finishAll();
            session.expectClose(0);
        });
        opened(to, "the other side ends stream 0 when all tracks have ended", (session, agreed) -> {
            session.request(2, TrackSession.request(1, 1, agreed.request()));
            session.expectAnswer(1);
            session.finishAll();
            session.expectOver();
            session.expectClose(0);
        });
        opened(to, "the end of stream 0 waits for the number of tracks", (session, agreed) -> {
            session.request(2, TrackSession.request(1, 1, agreed.request()));
            session.expectAnswer(1);
            session.finish(0);
            if (session.isOverWithin(MOMENT_MILLIS)) {
                throw new Mismatch("a connection that waits for its tracks", "its end");
            }
            session.finishTracks();
            session.expectOver();
        });
    }

    private static void ports(Catalogue<Server> to) {
        opened(to, "a new port is asked by a datagram of 2 and 8 bytes, until it has answered", (session, agreed) -> {
            session.expectAlive();
            session.quic().rebind();
            byte[] first = asked(session);
            session.quic().datagram(answer(first, 1));
            byte[] second = asked(session);
            session.quic().datagram(answer(second, 0));
            session.expectAlive();
        });
        opened(to, "an answer that nobody asked for is dropped", (session, agreed) -> {
            session.quic().datagram(answer(new byte[1 + NUMBER_BYTES], 0));
            session.expectAlive();
        });
    }

    /** Sends something from the current port until it is asked for, and returns the question. */
    private static byte[] asked(TrackSession session) throws IOException {
        for (int i = 0; i < TrackSession.PATIENCE_MILLIS / MOMENT_MILLIS; i++) {
            session.quic().datagram((byte) 0);
            byte[] question = session.datagram(2, MOMENT_MILLIS);
            if (question != null && question.length == 1 + NUMBER_BYTES) {
                return question;
            }
        }
        throw new Mismatch("a datagram of 2 and 8 bytes", "none in time");
    }

    /** Returns the answer to a question, with bits changed in its last byte. */
    private static byte[] answer(byte[] question, int bits) {
        byte[] answer = question.clone();
        answer[0] = 3;
        answer[answer.length - 1] ^= (byte) bits;
        return answer;
    }

    private static void resuming(Catalogue<Server> to) {
        resumed(to, "RESUME is answered with the number up to which all frames arrived", (session, agreed) -> {
            String received = String.valueOf(session.accepted().get("received"));
            if (!received.equals("1")) {
                throw new Mismatch("ACCEPT with 1 received", received);
            }
            session.request(4, TrackSession.request(2, 3, agreed.request()));
            session.frame(3, TrackSession.request(3, 5, agreed.request()));
            session.expectAnswer(3);
            session.expectAlive();
        });
        resumed(to, "frames that did not arrive come again on their tracks", (session, agreed) -> {
            session.expectAnswer(1);
            session.expectAnswer(5);
            session.expectAlive();
        });
    }

    /** Adds a case in a resumed session: 1 and 3 of this side's frames arrived, and none of the other side's. */
    private static void resumed(Catalogue<Server> to, String title, Talk talk) {
        to.add("17", title, server -> {
            QuicCases.agree(server);
            Agreed agreed = server.agree(QuicCases.wish(server).with("reliability", "resume"));
            TrackSession first = TrackSession.open(agreed, connect(server, agreed));
            try (first) {
                first.request(2, TrackSession.request(1, 1, agreed.request()));
                first.request(3, TrackSession.request(3, 5, agreed.request()));
                first.expectAnswer(1);
                first.expectAnswer(5);
            }
            try (TrackSession next = first.resumedOn(connect(server, agreed), agreed)) {
                talk.of(next, agreed);
            }
        });
    }
}
