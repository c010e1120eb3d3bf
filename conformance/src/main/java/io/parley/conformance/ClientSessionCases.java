package io.parley.conformance;

import static io.parley.conformance.raw.RawFrameType.BEGIN;
import static io.parley.conformance.raw.RawFrameType.DRAIN;
import static io.parley.conformance.raw.RawFrameType.END;
import static io.parley.conformance.raw.RawFrameType.ONE_WAY;
import static io.parley.conformance.raw.RawFrameType.REQUEST;
import static io.parley.conformance.raw.RawFrameType.RESPONSE;

import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Violations of section 9 by a server, before and after it has accepted OPEN, which a client must handle. */
final class ClientSessionCases {
    private ClientSessionCases() {}

    static void add(Catalogue<Clients> to) {
        openings(to);
        Sessions<Clients> in = new Sessions<>(to, Clients::opened);
        FrameCases.add(new Catalogue<>(), in);
        StreamCases.both(in);
        FlowCases.windows(in);
        ControlCases.add(in);
        in.ended(
                "9.S1",
                "a one-way message with an odd id ends the session",
                Code.PROTOCOL,
                session -> session.data(BEGIN | END | ONE_WAY, 101, 1, (byte) 1));
        in.ended(
                "9.S3",
                "a request of the accepting side ends the session",
                Code.PROTOCOL,
                session -> session.data(BEGIN | END | REQUEST, session.newStream(), 1, (byte) 1));
        in.ended(
                "9.S4",
                "a response to nothing ends the session",
                Code.PROTOCOL,
                session -> session.data(END, 101, 1, (byte) 1));
        in.lives("7", "a client drains on request", session -> {
            session.unfinished();
            session.goaway(DRAIN, Code.GOING_AWAY.number(), 1);
        });
        in.lives("5", "a response that is begun anew is accepted", session -> {
            session.data(BEGIN | RESPONSE, 1, 100, (byte) 1);
            session.data(BEGIN | RESPONSE, 1, 200, (byte) 1);
        });
        aborted(
                to,
                "9.M3",
                "more content of a response than declared is aborted",
                Code.MALFORMED_MESSAGE,
                session -> session.data(BEGIN | RESPONSE, 1, 1, new byte[2]));
        aborted(
                to,
                "9.M4",
                "less content of a response than declared is aborted",
                Code.MALFORMED_MESSAGE,
                session -> session.data(BEGIN | END | RESPONSE, 1, 3, new byte[2]));
        aborted(
                to,
                "9.M1",
                "a response that declares more than agreed is aborted",
                Code.LIMIT,
                session -> session.data(BEGIN | RESPONSE, 1, 1L << 40, (byte) 1));
    }

    /** Adds a case in which the call fails, and the client may close its session afterwards. */
    private static void aborted(
            Catalogue<Clients> to, String section, String title, Code code, Sessions.Action action) {
        to.add(section, title, clients -> {
            try (Session session = clients.opened()) {
                action.in(session);
                RawFrame abort = session.await("ABORT " + code, frame -> Session.is(frame, RawFrameType.ABORT));
                Line.expectCode("ABORT", Integer.parseInt(Line.fields(abort).get("code")), code);
            }
        });
    }

    private static void openings(Catalogue<Clients> to) {
        preambles(to);
        firstFrames(to);
        brokenFrames(to);
        refusals(to);
    }

    private static void preambles(Catalogue<Clients> to) {
        closed(
                to,
                "9.P1",
                "bytes that are no preamble close the connection",
                line -> line.bytes("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        closed(to, "9.P2", "another version closes the connection", line -> line.preamble(2, 0, 1));
        closed(to, "9.P3", "an unknown feature bit closes the connection", line -> line.preamble(1, 0, 3));
        closed(to, "9.P4", "a byte 5 that is not zero closes the connection", line -> line.preamble(1, 1, 1));
    }

    private static void firstFrames(Catalogue<Clients> to) {
        closed(
                to,
                "9.O6",
                "PING before ACCEPT closes the connection",
                line -> line.preamble().unnumbered(RawFrameType.PING, Map.of("body", "1")));
        closed(
                to,
                "9.O6",
                "DATA before ACCEPT closes the connection",
                line -> line.preamble().frame(new RawFrame(9, 0x13, 1, 2, new byte[9])));
        closed(
                to,
                "9.O6",
                "OPEN before ACCEPT closes the connection",
                line -> line.preamble()
                        .unnumbered(
                                RawFrameType.OPEN,
                                Map.of("token", "00".repeat(40), "digest", "00".repeat(32), "terms", "00".repeat(16))));
        closed(
                to,
                "9.O7",
                "ACCEPT with another digest closes the connection",
                line -> Visit.accept(line, new byte[32]));
    }

    private static void brokenFrames(Catalogue<Clients> to) {
        closed(
                to,
                "9.H1",
                "a frame of 2,049 bytes before ACCEPT closes the connection",
                line -> line.preamble().frame(new RawFrame(2, 0, 0, 0, new byte[2_025])));
        closed(to, "9.H2", "a wrong header checksum before ACCEPT closes the connection", line -> {
            byte[] frame = new RawFrame(2, 0, 0, 0, new byte[41]).encode(true);
            frame[16] ^= 1;
            line.preamble().bytes(frame);
        });
        closed(
                to,
                "9.H3",
                "an unknown type before ACCEPT closes the connection",
                line -> line.preamble().frame(new RawFrame(12, 0, 0, 0, new byte[0])));
        closed(to, "9.H5", "a wrong payload checksum before ACCEPT closes the connection", line -> {
            byte[] frame = new RawFrame(2, 0, 0, 0, new byte[41]).encode(true);
            frame[frame.length - 1] ^= 1;
            line.preamble().bytes(frame);
        });
        closed(
                to,
                "9.H8",
                "ACCEPT that is too short closes the connection",
                line -> line.preamble().frame(new RawFrame(2, 0, 0, 0, new byte[10])));
    }

    private static void refusals(Catalogue<Clients> to) {
        closed(
                to,
                "4",
                "REFUSE closes the connection",
                line -> line.preamble().unnumbered(RawFrameType.REFUSE, Map.of("code", "17", "text", "full")));
        closed(
                to,
                "9.E1",
                "REFUSE with an unknown code closes the connection",
                line -> line.preamble().unnumbered(RawFrameType.REFUSE, Map.of("code", "200", "text", "")));
    }

    private interface Harm {
        void on(Line line) throws IOException;
    }

    /** Adds a case in which the client closes without sending anything, since ACCEPT has not arrived. */
    private static void closed(Catalogue<Clients> to, String section, String title, Harm harm) {
        to.add(section, title, clients -> {
            try (Visit visit = clients.visit(Reply.USUAL);
                    Line line = visit.opened()) {
                harm.on(line);
                line.expectCut();
            }
        });
    }
}
