package io.parley.conformance;

import static io.parley.conformance.raw.RawFrameType.BEGIN;
import static io.parley.conformance.raw.RawFrameType.END;
import static io.parley.conformance.raw.RawFrameType.REQUEST;

import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Section 6: credit, and rows F of section 9. */
final class FlowCases {
    private static final int SMALL = 4_096;
    private static final long MOST_WINDOW = (1L << 31) - 1;

    private FlowCases() {}

    static void add(Catalogue<Server> to) {
        Sessions<Server> in = new Sessions<>(to, server -> Session.open(server.agree()));
        windows(in);
        in.ended(
                "9.F4",
                "a stream's window above 2^31 - 1 ends the session",
                Code.FLOW_CONTROL,
                session -> session.credit(session.unfinished(), MOST_WINDOW));
        to.add("9.F1", "a fragment beyond the stream's credit ends the session", server -> {
            Agreed agreed = server.agree(Wish.USUAL.limit("stream-credit", SMALL));
            try (Session session = Session.open(agreed)) {
                int length = (int) agreed.limit("stream-credit") + 1;
                session.data(BEGIN | REQUEST, session.newStream(), length + 1, new byte[length]);
                session.expectEnd(Code.FLOW_CONTROL);
            }
        });
        to.add("9.F2", "a fragment beyond the session's credit ends the session", server -> {
            Agreed agreed = server.agree(Wish.USUAL.limit("session-credit", SMALL));
            try (Session session = Session.open(agreed)) {
                int length = (int) agreed.limit("session-credit") + 1;
                session.data(BEGIN | REQUEST, session.newStream(), length + 1, new byte[length]);
                session.expectEnd(Code.FLOW_CONTROL);
            }
        });
        MessageCases.session(to, "6", "credit is granted for what was stored", (agreed, session) -> {
            long window = agreed.limit("stream-credit");
            long length = Math.min(window + 100_000, agreed.limit("message-bytes"));
            send(session, length, window, agreed.limit("session-credit"));
            session.expectAlive();
        });
        to.add("6", "no more content comes than the session has credit for", server -> {
            Agreed agreed = server.agree(Wish.USUAL.limit("session-credit", SMALL));
            try (Session session = Session.open(agreed)) {
                starve(agreed, session);
            }
        });
    }

    /** Adds the cases that apply to both sides. */
    static void windows(Sessions<?> in) {
        in.ended("9.F3", "CREDIT of 0 ends the session", Code.MALFORMED_FRAME, session -> session.credit(0, 0));
        in.ended(
                "9.F3",
                "CREDIT of 2^31 ends the session",
                Code.MALFORMED_FRAME,
                session -> session.credit(0, MOST_WINDOW + 1));
        in.ended(
                "9.F4",
                "a session's window above 2^31 - 1 ends the session",
                Code.FLOW_CONTROL,
                session -> session.credit(0, MOST_WINDOW));
    }

    /** Sends a message as fast as credit allows; its invalid content is detected by its END at the latest. */
    private static void send(Session session, long length, long streamCredit, long sessionCredit) throws IOException {
        Map<Integer, Long> credit = new HashMap<>();
        int stream = session.newStream();
        credit.put(stream, streamCredit);
        credit.put(0, sessionCredit);
        byte[] fragment = new byte[65_536];
        fragment[0] = 1;
        for (long at = 0; at < length; ) {
            int next = (int) Math.min(fragment.length, length - at);
            while (credit.get(stream) < next || credit.get(0) < next) {
                RawFrame frame = session.await(
                        "CREDIT for what was stored",
                        each -> Session.is(each, RawFrameType.CREDIT) || Session.is(each, RawFrameType.ABORT));
                if (Session.is(frame, RawFrameType.ABORT)) {
                    return;
                }
                credit.merge(frame.stream(), Long.valueOf(Line.fields(frame).get("bytes")), Long::sum);
            }
            int flags = (at == 0 ? BEGIN | REQUEST : 0) | (at + next == length ? END : 0);
            session.data(flags, stream, length, Arrays.copyOf(fragment, next));
            credit.merge(stream, (long) -next, Long::sum);
            credit.merge(0, (long) -next, Long::sum);
            at += next;
        }
    }

    private static void starve(Agreed agreed, Session session) throws IOException {
        byte[] request = agreed.request();
        long credit = agreed.limit("session-credit");
        int requests = (int) Math.min(SMALL / request.length, agreed.limit("streams"));
        for (int i = 0; i < requests; i++) {
            session.message(REQUEST, request);
        }
        session.expectAlive();
        long content = 0;
        for (RawFrame frame : session.leftOver()) {
            if (Session.is(frame, RawFrameType.DATA)) {
                content += Line.contentLength(frame);
            }
        }
        if (content > credit) {
            throw new Mismatch("at most " + credit + " bytes of content", content + " bytes");
        }
    }
}
