package io.parley.conformance;

import io.parley.conformance.raw.Crc32c;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** Sections 3 and 4: rows H of section 9, before and after OPEN. */
final class FrameCases {
    private static final int HEADER = 20;

    private FrameCases() {}

    static void add(Catalogue<Server> to) {
        add(to, new Sessions<>(to, server -> Session.open(server.agree())));
        to.add("9.H1", "a length above the frame limit ends the session", server -> {
            Agreed agreed = server.agree();
            try (Session session = Session.open(agreed)) {
                session.line().bytes(header((int) agreed.limit("frame-bytes") + 1, 9, 3, 1, 1));
                session.expectEnd(Code.MALFORMED_FRAME);
            }
        });
    }

    /** Adds the cases before a session, which apply only to servers, and those within one. */
    static void add(Catalogue<Server> to, Sessions<?> in) {
        lengths(to, in);
        checksums(to, in);
        types(to, in);
        datagrams(in);
        flags(to, in);
        sequences(to, in);
        streams(to, in);
        payloads(to, in);
        rows(in);
    }

    private static void lengths(Catalogue<Server> to, Sessions<?> in) {
        to.add(
                "9.H1",
                "a length of 19 before OPEN is refused",
                server -> before(server, Code.MALFORMED_FRAME, header(19, 1, 0, 0, 0)));
        to.add(
                "9.H1",
                "a length of 2,049 before ACCEPT is refused",
                server -> before(server, Code.MALFORMED_FRAME, header(2_049, 1, 0, 0, 0)));
        in.ended(
                "9.H1",
                "a length of 19 ends the session",
                Code.MALFORMED_FRAME,
                session -> session.line().bytes(header(19, 6, 0, 0, 0)));
        in.ended(
                "9.H1",
                "a length of 0 ends the session",
                Code.MALFORMED_FRAME,
                session -> session.line().bytes(header(0, 6, 0, 0, 0)));
    }

    private static void checksums(Catalogue<Server> to, Sessions<?> in) {
        to.add("9.H2", "a wrong header checksum before OPEN is refused", server -> {
            byte[] frame = new RawFrame(6, 0, 0, 0, new byte[8]).encode(true);
            frame[16] ^= 1;
            before(server, Code.MALFORMED_FRAME, frame);
        });
        in.ended("9.H2", "a wrong header checksum ends the session", Code.MALFORMED_FRAME, session -> {
            byte[] frame = new RawFrame(6, 0, 0, 0, new byte[8]).encode(true);
            frame[19] ^= 1;
            session.line().bytes(frame);
        });
        to.add("9.H5", "a wrong payload checksum before ACCEPT is refused", server -> {
            byte[] frame = new RawFrame(1, 0, 0, 0, new byte[60]).encode(true);
            frame[frame.length - 1] ^= 1;
            before(server, Code.CHECKSUM, frame);
        });
        in.ended("9.H5", "a wrong payload checksum ends the session", Code.CHECKSUM, session -> {
            byte[] frame = new RawFrame(6, 0, 0, 0, new byte[8]).encode(true);
            frame[frame.length - 1] ^= 1;
            session.line().bytes(frame);
        });
        in.ended("9.H5", "a payload that was changed ends the session", Code.CHECKSUM, session -> {
            byte[] frame = new RawFrame(6, 0, 0, 0, new byte[8]).encode(true);
            frame[HEADER] ^= 1;
            session.line().bytes(frame);
        });
    }

    private static void types(Catalogue<Server> to, Sessions<?> in) {
        for (int type : new int[] {0, 13, 255}) {
            to.add(
                    "9.H3",
                    "type " + type + " before OPEN is refused",
                    server -> before(
                            server, Code.MALFORMED_FRAME, new RawFrame(type, 0, 0, 0, new byte[0]).encode(true)));
            in.ended(
                    "9.H3",
                    "type " + type + " ends the session",
                    Code.MALFORMED_FRAME,
                    session -> session.frame(type, 0, 0, 0));
        }
    }

    private static void datagrams(Sessions<?> in) {
        in.ended(
                "5.6",
                "EXPENDABLE among the frames ends the session",
                Code.PROTOCOL,
                session -> session.frame(12, 0, 0, 0, new byte[11]));
    }

    private static void flags(Catalogue<Server> to, Sessions<?> in) {
        to.add(
                "9.H4",
                "OPEN with a flag is refused",
                server -> before(server, Code.MALFORMED_FRAME, new RawFrame(1, 1, 0, 0, new byte[60]).encode(true)));
        in.ended(
                "9.H4",
                "PING with a flag ends the session",
                Code.MALFORMED_FRAME,
                session -> session.frame(6, 1, 0, 0, new byte[8]));
        in.ended(
                "9.H4",
                "CREDIT with a flag ends the session",
                Code.MALFORMED_FRAME,
                session -> session.frame(10, 1, session.nextSequence(), 0, new byte[] {0, 0, 0, 1}));
        in.ended(
                "9.H4",
                "GOAWAY with the flag 0x02 ends the session",
                Code.MALFORMED_FRAME,
                session -> session.frame(8, 2, session.nextSequence(), 0, new byte[5]));
        in.ended("9.H4", "ABORT with the flag 0x02 ends the session", Code.MALFORMED_FRAME, session -> {
            int stream = session.unfinished();
            session.frame(11, 2, session.nextSequence(), stream, new byte[] {24});
        });
        in.ended(
                "9.H4",
                "DATA with the flag 0x80 ends the session",
                Code.MALFORMED_FRAME,
                session -> session.frame(9, 0x83, session.nextSequence(), session.newStream(), new byte[9]));
        in.ended("9.H4", "KIND without BEGIN ends the session", Code.MALFORMED_FRAME, session -> {
            int stream = session.unfinished();
            session.frame(9, 0x12, session.nextSequence(), stream, new byte[] {1});
        });
        for (int kind : new int[] {0x50, 0x60, 0x70}) {
            in.ended(
                    "9.H4",
                    "a KIND of " + kind + " ends the session",
                    Code.MALFORMED_FRAME,
                    session -> session.frame(9, 3 | kind, session.nextSequence(), session.newStream(), new byte[9]));
        }
    }

    private static void sequences(Catalogue<Server> to, Sessions<?> in) {
        to.add(
                "9.H6",
                "OPEN with a sequence number is refused",
                server -> before(server, Code.PROTOCOL, new RawFrame(1, 0, 1, 0, new byte[60]).encode(true)));
        in.ended("9.H6", "a frame that skips a number ends the session", Code.PROTOCOL, session -> {
            session.nextSequence();
            session.credit(0, 1);
        });
        in.ended("9.H6", "a repeated number ends the session", Code.PROTOCOL, session -> {
            session.credit(0, 1);
            session.frame(10, 0, 1, 0, new byte[] {0, 0, 0, 1});
        });
        in.ended(
                "9.H6",
                "DATA without a number ends the session",
                Code.PROTOCOL,
                session -> session.frame(9, 3, 0, session.newStream(), new byte[9]));
        in.ended(
                "9.H6",
                "PING with a number ends the session",
                Code.PROTOCOL,
                session -> session.frame(6, 0, 1, 0, new byte[8]));
    }

    private static void streams(Catalogue<Server> to, Sessions<?> in) {
        to.add(
                "9.H7",
                "OPEN with a stream id is refused",
                server -> before(server, Code.PROTOCOL, new RawFrame(1, 0, 0, 1, new byte[60]).encode(true)));
        in.ended(
                "9.H7",
                "PING with a stream id ends the session",
                Code.PROTOCOL,
                session -> session.frame(6, 0, 0, 1, new byte[8]));
        in.ended(
                "9.H7",
                "GOAWAY with a stream id ends the session",
                Code.PROTOCOL,
                session -> session.frame(8, 1, session.nextSequence(), 1, new byte[] {12, 0, 0, 0, 0}));
        in.ended(
                "9.H7",
                "DATA without a stream id ends the session",
                Code.PROTOCOL,
                session -> session.frame(9, 3, session.nextSequence(), 0, new byte[9]));
        in.ended(
                "9.H7",
                "ABORT without a stream id ends the session",
                Code.PROTOCOL,
                session -> session.frame(11, 0, session.nextSequence(), 0, new byte[] {24}));
        in.ended(
                "3",
                "a stream id above 2^31 - 1 ends the session",
                Code.PROTOCOL,
                session -> session.frame(9, 3, session.nextSequence(), 0x80000001, new byte[9]));
    }

    private static void payloads(Catalogue<Server> to, Sessions<?> in) {
        to.add(
                "9.H8",
                "OPEN whose token is longer than its payload is refused",
                server -> before(
                        server, Code.MALFORMED_FRAME, new RawFrame(1, 0, 0, 0, new byte[] {40, 1, 2}).encode(true)));
        to.add("9.H8", "OPEN with a byte after its terms is refused", server -> {
            byte[] payload = RawFrameType.OPEN.write(0, Session.opening(server.agree()));
            byte[] longer = Arrays.copyOf(payload, payload.length + 1);
            before(server, Code.MALFORMED_FRAME, new RawFrame(1, 0, 0, 0, longer).encode(true));
        });
        to.add(
                "9.H8",
                "OPEN without a payload is refused",
                server -> before(server, Code.MALFORMED_FRAME, new RawFrame(1, 0, 0, 0, new byte[0]).encode(true)));
        shortAndLong(in, "PING", 6, false, 8);
        shortAndLong(in, "CREDIT", 10, true, 4);
        in.ended(
                "9.H8",
                "GOAWAY of 4 bytes ends the session",
                Code.MALFORMED_FRAME,
                session -> session.frame(8, 0, session.nextSequence(), 0, new byte[4]));
        in.ended("9.H8", "ABORT without a payload ends the session", Code.MALFORMED_FRAME, session -> {
            int stream = session.unfinished();
            session.frame(11, 0, session.nextSequence(), stream);
        });
        in.ended(
                "9.H8",
                "DATA with half of its length ends the session",
                Code.MALFORMED_FRAME,
                session -> session.frame(9, 0x13, session.nextSequence(), session.newStream(), new byte[4]));
    }

    private static void shortAndLong(Sessions<?> in, String name, int type, boolean numbered, int size) {
        for (int length : new int[] {size - 1, size + 1}) {
            in.ended(
                    "9.H8",
                    name + " of " + length + " bytes ends the session",
                    Code.MALFORMED_FRAME,
                    session -> session.frame(type, 0, numbered ? session.nextSequence() : 0, 0, new byte[length]));
        }
    }

    private static void rows(Sessions<?> in) {
        in.ended(
                "9.O8",
                "a second OPEN ends the session",
                Code.PROTOCOL,
                session -> session.line()
                        .unnumbered(
                                RawFrameType.OPEN,
                                Map.of("token", "00".repeat(40), "digest", "00".repeat(32), "terms", "00".repeat(16))));
        in.ended(
                "9.O8",
                "ACCEPT ends the session",
                Code.PROTOCOL,
                session -> session.line()
                        .unnumbered(
                                RawFrameType.ACCEPT, Map.of("digest", "00".repeat(32), "received", "0", "secret", "")));
        in.ended(
                "9.O8",
                "REFUSE ends the session",
                Code.PROTOCOL,
                session -> session.line().unnumbered(RawFrameType.REFUSE, Map.of("code", "1", "text", "")));
        in.ended(
                "9.O8",
                "RESUME ends the session",
                Code.PROTOCOL,
                session -> session.line()
                        .unnumbered(
                                RawFrameType.RESUME,
                                Map.of("secret", "00".repeat(40), "digest", "00".repeat(32), "received", "0")));
        in.ended(
                "9.O9",
                "ACK without the term ends the session",
                Code.PROTOCOL,
                session -> session.line().unnumbered(RawFrameType.ACK, Map.of("received", "0")));
    }

    /** Returns a header with a correct checksum. */
    private static byte[] header(int length, int type, int flags, long sequence, int stream) {
        byte[] header = new RawFrame(type, flags, sequence, stream, new byte[0]).encode(false);
        header[0] = (byte) (length >>> 24);
        header[1] = (byte) (length >>> 16);
        header[2] = (byte) (length >>> 8);
        header[3] = (byte) length;
        int sum = Crc32c.of(header, 0, 16);
        for (int i = 0; i < 4; i++) {
            header[16 + i] = (byte) (sum >>> (24 - 8 * i));
        }
        return header;
    }

    private static void before(Server server, Code code, byte[] frame) throws IOException {
        try (Line line = Line.to(server.listener())) {
            line.preamble().bytes(frame);
            line.readPreamble();
            line.expectRefuse(code);
        }
    }
}
