package io.parley.conformance;

import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** Sections 7 and 10: rows C and E of section 9. */
final class ControlCases {
    private static final int MOST_PINGS = 16;
    private static final int MOST_TEXT = 512;

    private ControlCases() {}

    static void add(Sessions<?> in) {
        in.lives("7", "16 PINGs are answered in their order", session -> {
            for (int i = 0; i < MOST_PINGS; i++) {
                session.line().unnumbered(RawFrameType.PING, Map.of("body", String.valueOf(i)));
                if (i % 4 == 3) {
                    for (int j = i - 3; j <= i; j++) {
                        expectPong(session, j);
                    }
                }
            }
        });
        in.ended(
                "9.C1",
                "an unsolicited PONG ends the session",
                Code.PROTOCOL,
                session -> session.line().unnumbered(RawFrameType.PONG, Map.of("body", "1")));
        in.ended("9.C3", "64 PINGs at once end the session", Code.ENHANCE_CALM, session -> {
            ByteOutput pings = new ByteOutput();
            for (int i = 0; i < 4 * MOST_PINGS; i++) {
                pings.bytes(new RawFrame(6, 0, 0, 0, new byte[8]).encode(true));
            }
            session.line().bytes(pings.toBytes());
        });
        in.lives(
                "9.E1",
                "ABORT with an unknown code leaves the session",
                session -> session.abort(session.unfinished(), 200));
        in.ended("9.E2", "ABORT with a text above 512 bytes ends the session", Code.MALFORMED_FRAME, session -> {
            int stream = session.unfinished();
            session.frame(11, 0, session.nextSequence(), stream, text(MOST_TEXT + 1, 24));
        });
        in.ended(
                "9.E2",
                "GOAWAY with a text above 512 bytes ends the session",
                Code.MALFORMED_FRAME,
                session -> session.frame(8, 1, session.nextSequence(), 0, text(4 + MOST_TEXT + 1, 12)));
        in.lives("9.E2", "a text of 512 bytes is accepted", session -> {
            int stream = session.unfinished();
            session.frame(11, 0, session.nextSequence(), stream, text(MOST_TEXT, 24));
        });
        in.lives("9.E3", "a text that is not UTF-8 is accepted", session -> {
            int stream = session.unfinished();
            session.frame(11, 0, session.nextSequence(), stream, new byte[] {24, (byte) 0xff, (byte) 0xfe, 10});
        });
    }

    private static void expectPong(Session session, int body) throws IOException {
        RawFrame pong = session.await("a PONG", frame -> Session.is(frame, RawFrameType.PONG));
        String found = String.valueOf(Line.fields(pong).get("body"));
        if (!found.equals(String.valueOf(body))) {
            throw new Mismatch("the PONG to " + body, found);
        }
    }

    private static byte[] text(int length, int code) {
        byte[] payload = new byte[length + 1];
        Arrays.fill(payload, (byte) 'a');
        payload[0] = (byte) code;
        return payload;
    }
}
