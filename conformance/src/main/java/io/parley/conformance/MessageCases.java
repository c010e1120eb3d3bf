package io.parley.conformance;

import static io.parley.conformance.raw.RawFrameType.AT_MOST;
import static io.parley.conformance.raw.RawFrameType.BEGIN;
import static io.parley.conformance.raw.RawFrameType.END;
import static io.parley.conformance.raw.RawFrameType.ONE_WAY;
import static io.parley.conformance.raw.RawFrameType.REQUEST;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.RawHead;
import io.parley.conformance.raw.WireError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Section 5: messages and their heads, and rows M of section 9. */
final class MessageCases {
    private static final int CLOSED_STREAM_ROUNDS = 20;

    private MessageCases() {}

    static void add(Catalogue<Server> to) {
        shapes(to);
        sizes(to);
        heads(to);
        staticHeaders(to);
        compressed(to);
    }

    private static void shapes(Catalogue<Server> to) {
        requests(to);
        fragments(to);
        ends(to);
    }

    private static void requests(Catalogue<Server> to) {
        session(to, "5", "a request is answered on its stream", (agreed, session) -> {
            session.expectOutcome(session.message(REQUEST, agreed.request()));
            session.expectAlive();
        });
        session(to, "5", "requests that overlap are all answered", (agreed, session) -> {
            int[] streams = new int[CLOSED_STREAM_ROUNDS];
            for (int i = 0; i < streams.length; i++) {
                streams[i] = session.message(REQUEST, agreed.request());
            }
            for (int stream : streams) {
                session.expectOutcome(stream);
            }
        });
        session(to, "5", "a request in fragments of a byte is answered", (agreed, session) -> {
            byte[] content = agreed.request();
            int stream = session.newStream();
            for (int i = 0; i < content.length; i++) {
                int flags = (i == 0 ? BEGIN | REQUEST : 0) | (i == content.length - 1 ? END : 0);
                session.data(flags, stream, content.length, content[i]);
            }
            session.expectOutcome(stream);
        });
        session(to, "5", "fragments of two requests may interleave", (agreed, session) -> {
            byte[] content = agreed.request();
            int one = session.newStream();
            session.data(BEGIN | REQUEST, one, content.length, content[0]);
            int other = session.newStream();
            session.data(BEGIN | REQUEST, other, content.length, content[0]);
            session.data(END, one, 0, rest(content)).data(END, other, 0, rest(content));
            session.expectOutcome(one);
            session.expectOutcome(other);
        });
    }

    private static void fragments(Catalogue<Server> to) {
        session(to, "5", "END may come in a fragment without content", (agreed, session) -> {
            byte[] content = agreed.request();
            int stream = session.newStream();
            session.data(BEGIN | REQUEST, stream, content.length, content).data(END, stream, 0);
            session.expectOutcome(stream);
        });
        session(to, "5", "BEGIN may come in a fragment without content", (agreed, session) -> {
            byte[] content = agreed.request();
            int stream = session.newStream();
            session.data(BEGIN | REQUEST, stream, content.length).data(END, stream, 0, content);
            session.expectOutcome(stream);
        });
        session(to, "5", "a bound above the length is understood", (agreed, session) -> {
            byte[] content = agreed.request();
            int stream = session.newStream();
            session.data(BEGIN | END | AT_MOST | REQUEST, stream, content.length + 1_000, content);
            session.expectOutcome(stream);
        });
        session(to, "5", "a bound that is raised is understood", (agreed, session) -> {
            byte[] content = agreed.request();
            int stream = session.newStream();
            session.data(BEGIN | AT_MOST | REQUEST, stream, 1, content[0]);
            session.data(END | AT_MOST, stream, content.length, rest(content));
            session.expectOutcome(stream);
        });
    }

    private static void ends(Catalogue<Server> to) {
        session(to, "5", "nothing is sent about a one-way message", (agreed, session) -> {
            int stream = session.message(ONE_WAY, agreed.request());
            session.expectAlive();
            session.expectOutcome(session.message(REQUEST, agreed.request()));
            for (RawFrame frame : session.leftOver()) {
                if (frame.stream() == stream && frame.type() == RawFrameType.DATA.number()) {
                    throw new Mismatch("no answer to a one-way message", "one");
                }
            }
        });
        session(to, "5", "a request that is aborted leaves the session to others", (agreed, session) -> {
            session.abort(session.unfinished(REQUEST), Code.CANCELLED.number());
            session.expectOutcome(session.message(REQUEST, agreed.request()));
        });
        session(to, "5", "an ended stream is not counted any more", (agreed, session) -> {
            for (int i = 0; i < CLOSED_STREAM_ROUNDS; i++) {
                session.expectOutcome(session.message(REQUEST, agreed.request()));
            }
        });
    }

    private static void sizes(Catalogue<Server> to) {
        Sessions<Server> in = new Sessions<>(to, server -> Session.open(server.agree()));
        session(to, "9.M1", "a message that declares more than agreed is aborted", (agreed, session) -> {
            int stream = session.newStream();
            session.data(BEGIN | REQUEST, stream, agreed.limit("message-bytes") + 129, (byte) 1);
            session.expectAbort(stream, Code.LIMIT);
        });
        session(to, "9.M1", "a bound that is raised above the message limit is aborted", (agreed, session) -> {
            int stream = session.newStream();
            session.data(BEGIN | AT_MOST | REQUEST, stream, 10, (byte) 1);
            session.data(AT_MOST, stream, agreed.limit("message-bytes") + 129, (byte) 1);
            session.expectAbort(stream, Code.LIMIT);
        });
        to.add("9.M2", "a message for which the session has no room is aborted", server -> {
            Agreed agreed =
                    server.agree(Wish.USUAL.limit("session-bytes", 1_000_000).limit("message-bytes", 1_000_000));
            try (Session session = Session.open(agreed)) {
                long most = Math.min(agreed.limit("session-bytes"), agreed.limit("message-bytes"));
                int one = session.newStream();
                session.data(BEGIN | REQUEST, one, most, (byte) 1);
                int other = session.newStream();
                session.data(BEGIN | REQUEST, other, most, (byte) 1);
                session.expectAbort(other, Code.BUDGET);
            }
        });
        session(to, "9.M3", "more content than declared is aborted", (agreed, session) -> {
            int stream = session.newStream();
            session.data(BEGIN | REQUEST, stream, 1, new byte[2]);
            session.expectAbort(stream, Code.MALFORMED_MESSAGE);
        });
        session(to, "9.M3", "more content than a bound is aborted", (agreed, session) -> {
            int stream = session.newStream();
            session.data(BEGIN | AT_MOST | REQUEST, stream, 1, new byte[2]);
            session.expectAbort(stream, Code.MALFORMED_MESSAGE);
        });
        session(to, "9.M4", "less content than declared is aborted", (agreed, session) -> {
            int stream = session.newStream();
            session.data(BEGIN | END | REQUEST, stream, 3, new byte[2]);
            session.expectAbort(stream, Code.MALFORMED_MESSAGE);
        });
        in.ended("9.M5", "a bound that is not above the one before ends the session", Code.PROTOCOL, session -> {
            int stream = session.newStream();
            session.data(BEGIN | AT_MOST | REQUEST, stream, 10, (byte) 1).data(AT_MOST, stream, 10, (byte) 1);
        });
        in.ended("9.M5", "a bound for a message without one ends the session", Code.PROTOCOL, session -> {
            int stream = session.newStream();
            session.data(BEGIN | REQUEST, stream, 10, (byte) 1).data(AT_MOST, stream, 20, (byte) 1);
        });
    }

    private static void heads(Catalogue<Server> to) {
        session(to, "5.5", "the answer has a head of the request's version of SOAP", (agreed, session) -> {
            byte[] answer = session.expectOutcome(session.message(REQUEST, agreed.request()));
            if (answer.length == 0) {
                throw new NotApplicable("the request was answered by ABORT");
            }
            try {
                RawHead head = RawHead.read(new ByteInput(answer));
                if (head.version() != 1 || head.status() < 200 || head.status() > 599) {
                    throw new Mismatch("SOAP 1.1 and a status of HTTP", head.toString());
                }
            } catch (WireError e) {
                throw new Mismatch("a head as in 5.5", String.valueOf(e.getMessage()));
            }
        });
        malformed(to, "a head of version 0", 0x00, 0, 0, 0);
        malformed(to, "a head of version 3", 0x03, 0, 0, 0);
        malformed(to, "a head with the flag 0x80", 0x81, 0, 0, 0);
        malformed(to, "a head that ends within its action", 0x01, 0, 9, 0x61);
        malformed(to, "a representation that was not agreed on", 0x21, 0, 1, 0, 0);
        malformed(to, "a varint that is not in its shortest form", 0x01, 0x80, 0, 0, 0);
        malformed(to, "an acknowledgement of a static header that was not given", 0x11, 0, 0, 0, 1, 1);
        session(to, "5.5", "a header that is not one of tracing is malformed in a request", (agreed, session) -> {
            RawHead head = new RawHead(1, 0, 0, "", List.<String[]>of(new String[] {"Authorization", "x"}), List.of());
            session.expectAbort(session.message(REQUEST, agreed.request(head)), Code.MALFORMED_MESSAGE);
        });
        session(to, "5.5", "a header of tracing is accepted in a request", (agreed, session) -> {
            RawHead head = new RawHead(
                    1,
                    0,
                    0,
                    "",
                    List.<String[]>of(
                            new String[] {"traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}),
                    List.of());
            session.expectOutcome(session.message(REQUEST, agreed.request(head)));
            session.expectAlive();
        });
        session(
                to,
                "5.5",
                "a message without content is malformed",
                (agreed, session) -> session.expectAbort(session.message(REQUEST), Code.MALFORMED_MESSAGE));
    }

    private static void malformed(Catalogue<Server> to, String what, int... head) {
        session(to, "5.5", what + " is malformed, and the session lives", (agreed, session) -> {
            ByteOutput out = new ByteOutput();
            for (int each : head) {
                out.number(each, 1);
            }
            byte[] content = out.bytes(agreed.envelope("")).toBytes();
            session.expectAbort(session.message(REQUEST, content), Code.MALFORMED_MESSAGE);
        });
    }

    private static void staticHeaders(Catalogue<Server> to) {
        block(
                to,
                "a number that is not known",
                "<p:headers xmlns:p=\"urn:parley:1\">7</p:headers>",
                Code.CONTEXT_UNAVAILABLE);
        block(
                to,
                "a context that the server does not have",
                "<p:keep xmlns:p=\"urn:parley:1\" number=\"1\" context=\"urn:parley:sha256:" + "0".repeat(64) + "\"/>",
                Code.CONTEXT_UNAVAILABLE);
        block(
                to,
                "a context that is no context URI",
                "<p:keep xmlns:p=\"urn:parley:1\" number=\"1\" context=\"http://x\"/>",
                Code.CONTEXT_REFUSED);
        block(
                to,
                "a number above the limit",
                "<p:keep xmlns:p=\"urn:parley:1\" number=\"65000\">&lt;x:a xmlns:x=\"urn:x\"/></p:keep>",
                Code.LIMIT,
                Code.MALFORMED_MESSAGE);
        block(
                to,
                "text that is no number",
                "<p:headers xmlns:p=\"urn:parley:1\">one</p:headers>",
                Code.MALFORMED_MESSAGE);
        block(
                to,
                "a block that is no element",
                "<p:keep xmlns:p=\"urn:parley:1\" number=\"1\">text</p:keep>",
                Code.MALFORMED_MESSAGE,
                Code.XML_REFUSED);
        block(
                to,
                "an element of the namespace that is not listed",
                "<p:other xmlns:p=\"urn:parley:1\"/>",
                Code.MALFORMED_MESSAGE,
                Code.XML_REFUSED);
    }

    /**
     * Adds a case whose refusal may also be a fault, as the page allows: under CXF, content that cannot be decoded is
     * one (hhfr, what is checked).
     */
    private static void block(Catalogue<Server> to, String what, String block, Code... codes) {
        to.add("5.4", what + " in a header block is refused, and the session lives", server -> {
            Agreed agreed = server.agree(Wish.USUAL.with("representation", "xml"));
            try (Session session = Session.open(agreed)) {
                ByteOutput out = new ByteOutput();
                RawHead.request(1, "").write(out);
                int stream = session.message(
                        REQUEST, out.bytes(agreed.envelope(block)).toBytes());
                expectRefusal(session, stream, codes);
                session.expectAlive();
            }
        });
    }

    private static void compressed(Catalogue<Server> to) {
        gzip(to, "uncompressed content after a zero is accepted", true, plain -> prefixed(0, plain));
        gzip(to, "compressed content is accepted", true, plain -> prefixed(1, zipped(plain)));
        gzip(to, "another first byte is malformed", false, plain -> prefixed(2, plain));
        gzip(to, "damage in the compressed form is malformed", false, plain -> {
            byte[] content = prefixed(1, zipped(plain));
            content[content.length - 5] ^= 1;
            return content;
        });
        gzip(to, "bytes after the compressed form are malformed", false, plain -> {
            byte[] content = prefixed(1, zipped(plain));
            return Arrays.copyOf(content, content.length + 1);
        });
        gzip(to, "an end before that of the form is malformed", false, plain -> {
            byte[] content = prefixed(1, zipped(plain));
            return Arrays.copyOf(content, content.length - 9);
        });
    }

    private interface Form {
        byte[] of(byte[] plain) throws IOException;
    }

    private static void gzip(Catalogue<Server> to, String title, boolean taken, Form form) {
        to.add("5.3", title, server -> {
            Agreed agreed = server.agree(Wish.USUAL.with("compression", "gzip", "none"));
            if (!agreed.term("compression").equals("gzip")) {
                throw new NotApplicable("the server has no gzip");
            }
            expect(agreed, form.of(agreed.request()), taken);
        });
    }

    /** Sends a request, whose content is accepted or malformed. The session lives in both cases. */
    static void expect(Agreed agreed, byte[] request, boolean taken) throws IOException {
        try (Session session = Session.open(agreed)) {
            int stream = session.message(REQUEST, request);
            if (taken) {
                session.expectOutcome(stream);
            } else {
                expectRefusal(session, stream, Code.MALFORMED_MESSAGE);
            }
            session.expectAlive();
        }
    }

    /** Awaits an ABORT with one of the codes, or a fault in its place. */
    private static void expectRefusal(Session session, int stream, Code... codes) throws IOException {
        String expected = "ABORT " + Line.names(codes) + ", or a fault";
        RawFrame answer = session.await(
                expected, frame -> frame.stream() == stream && frame.type() != RawFrameType.CREDIT.number());
        if (Session.is(answer, RawFrameType.ABORT)) {
            Line.expectCode("ABORT", Integer.parseInt(Line.fields(answer).get("code")), codes);
        } else if ((answer.flags() & RawFrameType.KIND) != RawFrameType.FAULT) {
            throw new Mismatch(expected, "a response");
        }
    }

    private static byte[] prefixed(int first, byte[] content) {
        return new ByteOutput().number(first, 1).bytes(content).toBytes();
    }

    private static byte[] zipped(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    private static byte[] rest(byte[] content) {
        return Arrays.copyOfRange(content, 1, content.length);
    }

    /** Code that uses a session of an agreement. */
    interface Action {
        void in(Agreed agreed, Session session) throws IOException;
    }

    static void session(Catalogue<Server> to, String section, String title, Action action) {
        to.add(section, title, server -> {
            Agreed agreed = server.agree();
            try (Session session = Session.open(agreed)) {
                action.in(agreed, session);
            }
        });
    }
}
