package io.parley.conformance;

import static io.parley.conformance.raw.RawFrameType.BEGIN;
import static io.parley.conformance.raw.RawFrameType.END;
import static io.parley.conformance.raw.RawFrameType.ONE_WAY;
import static io.parley.conformance.raw.RawFrameType.REQUEST;
import static io.parley.conformance.raw.RawFrameType.SIDE;
import static io.parley.conformance.raw.RawFrameType.SIDES;

import io.parley.conformance.raw.RawFrameType;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;

/** Section 5.1: rows D of section 9. */
final class SideStreamCases {
    private static final HexFormat HEX = HexFormat.of();

    private SideStreamCases() {}

    static void add(Catalogue<Server> to) {
        announcements(to);
        beginnings(to);
    }

    private static void announcements(Catalogue<Server> to) {
        Sessions<Server> in = new Sessions<>(to, server -> Session.open(server.agree()));
        in.ended(
                "9.D1",
                "SIDES without END ends the session",
                Code.MALFORMED_FRAME,
                session -> announce(session, BEGIN | SIDES | REQUEST, session.newStream(), 1, 2, new byte[1]));
        in.ended(
                "9.D1",
                "SIDES with a count of 0 ends the session",
                Code.MALFORMED_FRAME,
                session -> announce(session, BEGIN | END | SIDES | REQUEST, session.newStream(), 0, 1, new byte[1]));
        with(to, "9.D1", "SIDES on a side stream ends the session", (agreed, session) -> {
            int message = announced(agreed, session, 1);
            session.numbered(
                    RawFrameType.DATA,
                    BEGIN | END | SIDES | SIDE,
                    session.newStream(),
                    side(message, 0, 1, 1, new byte[1]));
            session.expectEnd(Code.MALFORMED_FRAME);
        });
        in.ended(
                "9.D2",
                "a side stream of a message that never began ends the session",
                Code.PROTOCOL,
                session -> begin(session, session.newStream(), 99, 0, 1));
        in.ended("9.D3", "a side stream of a message without its END ends the session", Code.PROTOCOL, session -> {
            int message = session.unfinished(REQUEST);
            begin(session, session.newStream(), message, 0, 1);
        });
    }

    private static void beginnings(Catalogue<Server> to) {
        with(to, "9.D4", "a side stream of a message that announced none ends the session", (agreed, session) -> {
            int message = session.message(ONE_WAY, agreed.request());
            begin(session, session.newStream(), message, 0, 1);
            session.expectEnd(Code.PROTOCOL);
        });
        with(to, "9.D5", "a number that is not below the count ends the session", (agreed, session) -> {
            int message = announced(agreed, session, 1);
            begin(session, session.newStream(), message, 1, 1);
            session.expectEnd(Code.PROTOCOL);
        });
        with(to, "9.D6", "a number that was begun ends the session", (agreed, session) -> {
            int message = announced(agreed, session, 2);
            begin(session, session.newStream(), message, 0, 1);
            begin(session, session.newStream(), message, 0, 1);
            session.expectEnd(Code.PROTOCOL);
        });
        with(to, "9.D7", "more side streams than agreed end the session", (agreed, session) -> {
            announced(agreed, session, (int) agreed.limit("sides") + 1);
            session.expectEnd(Code.FLOW_CONTROL);
        });
        with(to, "9.D8", "a side stream of an aborted message is aborted", (agreed, session) -> {
            int message = announced(agreed, session, 1);
            session.abort(message, Code.CANCELLED.number());
            int side = session.newStream();
            begin(session, side, message, 0, 10);
            session.expectAbort(side, Code.CANCELLED);
        });
        with(to, "9.D9", "a side stream that declares more than agreed is aborted", (agreed, session) -> {
            int message = announced(agreed, session, 1);
            int side = session.newStream();
            begin(session, side, message, 0, agreed.limit("side-bytes") + 1);
            session.expectAbort(side, Code.LIMIT, Code.CANCELLED);
        });
        with(to, "9.S1", "a side stream with an even id ends the session", (agreed, session) -> {
            int message = announced(agreed, session, 1);
            begin(session, 2, message, 0, 1);
            session.expectEnd(Code.PROTOCOL);
        });
        with(to, "5.1", "a side stream that cannot be sent is begun and aborted", (agreed, session) -> {
            int message = announced(agreed, session, 1);
            int side = session.newStream();
            begin(session, side, message, 0, 0);
            session.abort(side, 22).expectAlive();
        });
    }

    private static void with(Catalogue<Server> to, String section, String title, MessageCases.Action action) {
        to.add(section, title, server -> {
            Agreed agreed = server.agree();
            if (agreed.limit("sides") == 0) {
                throw new NotApplicable("no side streams were agreed on");
            }
            try (Session session = Session.open(agreed)) {
                action.in(agreed, session);
            }
        });
    }

    private static int announced(Agreed agreed, Session session, int count) throws IOException {
        int message = session.newStream();
        byte[] content = agreed.request();
        announce(session, BEGIN | END | SIDES | REQUEST, message, count, content.length, content);
        return message;
    }

    private static void announce(Session session, int flags, int stream, int count, int declared, byte[] content)
            throws IOException {
        session.numbered(
                RawFrameType.DATA,
                flags,
                stream,
                Map.of(
                        "declared",
                        String.valueOf(declared),
                        "count",
                        String.valueOf(count),
                        "content",
                        HEX.formatHex(content)));
    }

    private static void begin(Session session, int stream, int message, int number, long declared) throws IOException {
        session.numbered(RawFrameType.DATA, BEGIN | SIDE, stream, side(message, number, declared, 0, new byte[0]));
    }

    private static Map<String, String> side(int message, int number, long declared, int count, byte[] content) {
        return Map.of(
                "declared", String.valueOf(declared),
                "message", String.valueOf(message),
                "number", String.valueOf(number),
                "count", String.valueOf(count),
                "content", HEX.formatHex(content));
    }
}
