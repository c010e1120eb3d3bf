package io.parley.conformance;

import io.parley.conformance.quic.QuicClose;
import io.parley.conformance.quic.QuicConnection;
import io.parley.conformance.quic.QuicHello;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.XmlTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;

/** Section 17: agreements on the quic channel, its handshake, its stream and its datagrams. */
final class QuicCases {
    /** First byte of a stream of frames. */
    private static final byte FRAMES = 1;

    private static final int NO_APPLICATION_PROTOCOL = 120;
    private static final int STREAM_LIMIT_ERROR = 4;
    private static final long IDLE_TIMEOUT = 0x01;
    private static final long STREAM_DATA_OF_THIS_SIDE = 0x06;
    private static final long STREAMS = 0x08;
    private static final long STREAMS_OF_ONE_DIRECTION = 0x09;
    private static final int LEAST_IDLE_MILLIS = 30_000;
    private static final int FIRST_WINDOW = 262_144;
    private static final int MAX_TRACKS = 64;
    private static final int NUDGE = 430;

    private QuicCases() {}

    static void add(Catalogue<Server> to) {
        answers(to);
        QuicPacketCases.add(to);
        handshakes(to);
        protocols(to);
        parameters(to);
        sessions(to);
        kinds(to);
        ends(to);
        datagrams(to);
    }

    /**
     * Returns an agreement on this channel.
     *
     * @throws NotApplicable if the server does not have it
     */
    static Agreed agree(Server server) throws IOException {
        Agreed agreed = server.agree(wish(server));
        if (!agreed.term("channel").equals("quic")) {
            throw new Mismatch("the only channel that was offered", agreed.term("channel"));
        }
        return agreed;
    }

    /** Returns the terms of an agreement on this channel. */
    static Wish wish(Server server) {
        String[] securities = server.isProtected() ? new String[] {"tls"} : new String[] {"none", "tls"};
        return Wish.USUAL.with("channel", "quic").with("security", securities);
    }

    private static void answers(Catalogue<Server> to) {
        to.add("17", "an answer with quic has the security tls and one certificate", server -> {
            XmlTree answer = agree(server).answer();
            if (!answer.one("security").equals("tls")
                    || !answer.one("certificate").matches("[0-9a-f]{64}")) {
                throw new Mismatch("tls and 64 hex digits", answer.one("security") + " " + answer.texts("certificate"));
            }
        });
        to.add("17", "an offer without tls is not answered with quic", server -> {
            agree(server);
            String offer = Wish.USUAL.with("channel", "quic").xml(Wish.USUAL.newId(), Server.NO_PARTS);
            XmlTree reply = server.exchange(Wish.envelope(offer)).tree();
            if (reply.find("answer").isPresent()) {
                throw new Mismatch("a refusal", "an answer");
            }
        });
        to.add("17", "an offer of the stream alone is not answered with quic", server -> {
            agree(server);
            String channel = server.agree().term("channel");
            if (!channel.equals("stream")) {
                throw new Mismatch("stream", channel);
            }
        });
    }

    private static void handshakes(Catalogue<Server> to) {
        shown(to, "the certificate of the answer is presented for its server name", ListenerAddress::serverName);
        shown(to, "it is presented without a server name", listener -> "");
        shown(to, "it is presented for another server name", listener -> "0".repeat(32) + ".parley");
        connected(to, "a connection is accepted only after a Retry", connection -> {
            if (!connection.wasRetried()) {
                throw new Mismatch("a Retry before the handshake", "none");
            }
        });
        connected(to, "the opening side is not asked for a certificate", connection -> {
            if (connection.asksForCertificate()) {
                throw new Mismatch("no CertificateRequest", "one");
            }
        });
        to.add("17", "a ClientHello of TLS 1.2 only is not accepted", server -> {
            ListenerAddress listener = agree(server).listener();
            expectRefused(listener, new QuicHello(listener.serverName(), List.of(QuicHello.PARLEY), QuicHello.TLS_1_2));
        });
    }

    private static void protocols(Catalogue<Server> to) {
        connected(to, "the application protocol is parley/1", connection -> {
            if (!connection.protocol().equals(QuicHello.PARLEY)) {
                throw new Mismatch(QuicHello.PARLEY, connection.protocol());
            }
        });
        otherProtocol(to, "another application protocol", List.of("h3"));
        otherProtocol(to, "the application protocol parley/3", List.of("parley/3"));
        otherProtocol(to, "no application protocol", List.of());
        to.add("17", "parley/1 is found behind another protocol", server -> {
            ListenerAddress listener = agree(server).listener();
            try (QuicConnection connection = QuicConnection.open(
                    listener.address(),
                    new QuicHello(listener.serverName(), List.of("h3", QuicHello.PARLEY), QuicHello.TLS_1_3))) {
                if (!connection.protocol().equals(QuicHello.PARLEY)) {
                    throw new Mismatch(QuicHello.PARLEY, connection.protocol());
                }
            }
        });
    }

    private static void otherProtocol(Catalogue<Server> to, String what, List<String> protocols) {
        to.add("17", what + " ends the connection", server -> {
            ListenerAddress listener = agree(server).listener();
            QuicClose close =
                    expectRefused(listener, new QuicHello(listener.serverName(), protocols, QuicHello.TLS_1_3));
            boolean byCode = close.byApplication() && close.code() == Code.PROTOCOL.number();
            if (close.alert() != NO_APPLICATION_PROTOCOL && !byCode) {
                throw new Mismatch("the alert no_application_protocol, or PROTOCOL", close.toString());
            }
        });
    }

    /** Expects the peer to close the connection, during the handshake or after it. */
    private static QuicClose expectRefused(ListenerAddress listener, QuicHello hello) throws IOException {
        try (QuicConnection connection = QuicConnection.begin(listener.address(), hello)) {
            QuicClose close = connection.closed();
            return close == null ? connection.awaitClose() : close;
        }
    }

    private interface Named {
        String of(ListenerAddress listener);
    }

    private static void shown(Catalogue<Server> to, String title, Named name) {
        to.add("17", title, server -> {
            ListenerAddress listener = agree(server).listener();
            try (QuicConnection connection = QuicConnection.open(listener.address(), QuicHello.of(name.of(listener)))) {
                checkCertificate(connection, listener);
            }
        });
    }

    private static void checkCertificate(QuicConnection connection, ListenerAddress listener) throws IOException {
        X509Certificate certificate = connection.certificate();
        String shown = certificate == null ? "none" : TlsSocket.fingerprint(certificate);
        if (!shown.equals(listener.certificate())) {
            throw new Mismatch("the certificate " + listener.certificate(), shown);
        }
    }

    private static void parameters(Catalogue<Server> to) {
        connected(
                to,
                "the opening side may open one bidirectional stream and at most 64 unidirectional ones",
                connection -> {
                    long both = connection.parameter(STREAMS);
                    long one = connection.parameter(STREAMS_OF_ONE_DIRECTION);
                    if (both != 1 || one > MAX_TRACKS) {
                        throw new Mismatch("1 and at most " + MAX_TRACKS, both + " and " + one);
                    }
                });
        connected(to, "a stream has a window of 262,144 bytes at first", connection -> {
            long window = connection.parameter(STREAM_DATA_OF_THIS_SIDE);
            if (window != FIRST_WINDOW) {
                throw new Mismatch(FIRST_WINDOW + " bytes", window + " bytes");
            }
        });
        connected(to, "the idle timeout is at least 30 seconds", connection -> {
            long millis = connection.parameter(IDLE_TIMEOUT);
            if (millis < LEAST_IDLE_MILLIS) {
                throw new Mismatch(LEAST_IDLE_MILLIS + " ms at least", millis + " ms");
            }
        });
    }

    private static void sessions(Catalogue<Server> to) {
        opened(to, "a session is opened on stream 0", (session, connection) -> session.expectAlive());
        opened(to, "there is no early data", (session, connection) -> {
            session.expectAlive(); // tickets come behind the handshake
            if (connection.takesEarlyData()) {
                throw new Mismatch("tickets without early data", "one with it");
            }
        });
        opened(to, "borders of STREAM frames mean nothing", (session, connection) -> {
            RawFrame ping = new RawFrame(RawFrameType.PING.number(), 0, 0, 0, new byte[Long.BYTES]);
            for (byte each : ping.encode(true)) {
                session.line().bytes(each);
            }
            session.await("a PONG", each -> Session.is(each, RawFrameType.PONG));
        });
        to.add("17", "a request is answered", server -> {
            Agreed agreed = agree(server);
            try (QuicConnection connection = connect(agreed);
                    Session session = open(agreed, connection)) {
                session.expectOutcome(session.message(RawFrameType.REQUEST, agreed.request()));
                session.expectAlive();
            }
        });
        to.add("17", "a token is valid for one OPEN", server -> {
            Agreed agreed = agree(server);
            try (QuicConnection connection = connect(agreed)) {
                open(agreed, connection).expectAlive();
            }
            try (QuicConnection connection = connect(agreed)) {
                refused(line(connection), agreed, Code.TOKEN_REFUSED);
            }
        });
        to.add("17", "another digest is refused", server -> {
            Agreed agreed = agree(server);
            try (QuicConnection connection = connect(agreed)) {
                refused(line(connection), agreed.withDigest(new byte[32]), Code.DIGEST_MISMATCH);
            }
        });
        opened(to, "a session goes on when its opening side has another port", (session, connection) -> {
            session.expectAlive();
            connection.rebind();
            session.expectAlive();
        });
    }

    private static void refused(Line line, Agreed agreed, Code code) throws IOException {
        line.preamble();
        line.unnumbered(RawFrameType.OPEN, Session.opening(agreed));
        line.readPreamble();
        line.expectRefuse(code);
    }

    private static void kinds(Catalogue<Server> to) {
        closes(
                to,
                "a stream that begins with 0 ends the connection",
                connection -> connection.out().write(0));
        closes(
                to,
                "a stream that begins with 2 ends the connection",
                connection -> connection.out().write(2));
        closes(
                to,
                "a stream that begins with 255 ends the connection",
                connection -> connection.out().write(255));
        second(to, "a second stream ends the connection", 4);
        second(to, "a stream of one direction ends the connection", 2);
    }

    private static void closes(Catalogue<Server> to, String title, Use use) {
        connected(to, title + " with PROTOCOL", connection -> {
            use.of(connection);
            QuicClose close = connection.awaitClose();
            if (!close.byApplication() || close.code() != Code.PROTOCOL.number()) {
                throw new Mismatch("the application's code PROTOCOL", close.toString());
            }
            expectNoText(close);
        });
    }

    private static void expectNoText(QuicClose close) {
        if (close.textBytes() > 0) {
            throw new Mismatch("no text", close.textBytes() + " bytes of one");
        }
    }

    private static void second(Catalogue<Server> to, String title, int stream) {
        opened(to, title, (session, connection) -> {
            connection.send(stream, 0, new byte[] {FRAMES}, false);
            QuicClose close = connection.awaitClose();
            int code = close.byApplication() ? Code.PROTOCOL.number() : STREAM_LIMIT_ERROR;
            if (close.code() != code) {
                throw new Mismatch("STREAM_LIMIT_ERROR, or PROTOCOL", close.toString());
            }
        });
    }

    private static void ends(Catalogue<Server> to) {
        opened(to, "RESET_STREAM ends the connection", (session, connection) -> {
            connection.reset();
            connection.awaitEnd();
        });
        opened(to, "STOP_SENDING ends the connection", (session, connection) -> {
            connection.stopSending();
            connection.awaitEnd();
        });
        opened(to, "the end of the stream within a frame ends the connection", (session, connection) -> {
            byte[] frame = new RawFrame(RawFrameType.PING.number(), 0, 0, 0, new byte[Long.BYTES]).encode(true);
            session.line().bytes(Arrays.copyOf(frame, frame.length - 1));
            connection.finish();
            connection.awaitEnd();
        });
        opened(to, "an orderly end is CONNECTION_CLOSE with the application's code 0", (session, connection) -> {
            session.goaway(RawFrameType.DRAIN, Code.GOING_AWAY.number(), 0);
            connection.awaitEnd();
            connection.finish();
            expectCode(connection.awaitClose(), 0);
        });
        connected(
                to,
                "a connection that opens no stream is closed with OPEN_TIMEOUT",
                connection -> expectCode(connection.awaitClose(), Code.OPEN_TIMEOUT.number()));
    }

    private static void expectCode(QuicClose close, int code) {
        if (!close.byApplication() || close.code() != code) {
            throw new Mismatch("CONNECTION_CLOSE with the application's code " + code, close.toString());
        }
        expectNoText(close);
    }

    private static void datagrams(Catalogue<Server> to) {
        opened(to, "a datagram that begins with 0 is ignored", (session, connection) -> {
            connection.datagram(new byte[NUDGE]);
            session.expectAlive();
        });
        opened(to, "a datagram that begins with another byte is dropped", (session, connection) -> {
            connection.datagram((byte) 2, (byte) 1);
            connection.datagram((byte) 0xff);
            session.expectAlive();
        });
        datagram(to, "a datagram that is not one whole frame ends the session", Code.MALFORMED_FRAME, new byte[5]);
        datagram(
                to,
                "a PING in a datagram ends the session",
                Code.PROTOCOL,
                new RawFrame(RawFrameType.PING.number(), 0, 0, 0, new byte[Long.BYTES]).encode(true));
    }

    private static void datagram(Catalogue<Server> to, String title, Code code, byte... frame) {
        to.add("5.6", title + " with " + code, server -> {
            Agreed agreed = agree(server);
            try (QuicConnection connection = connect(agreed);
                    Session session = open(agreed, connection)) {
                session.expectAlive();
                ByteArrayOutputStream content = new ByteArrayOutputStream();
                content.write(FRAMES);
                content.writeBytes(frame);
                connection.datagram(content.toByteArray());
                session.expectEnd(code);
            }
        });
    }

    private interface Use {
        void of(QuicConnection connection) throws IOException;
    }

    private static void connected(Catalogue<Server> to, String title, Use use) {
        to.add("17", title, server -> {
            try (QuicConnection connection = connect(agree(server))) {
                use.of(connection);
            }
        });
    }

    private interface Talk {
        void of(Session session, QuicConnection connection) throws IOException;
    }

    private static void opened(Catalogue<Server> to, String title, Talk talk) {
        to.add("17", title, server -> {
            Agreed agreed = agree(server);
            try (QuicConnection connection = connect(agreed);
                    Session session = open(agreed, connection)) {
                talk.of(session, connection);
            }
        });
    }

    private static QuicConnection connect(Agreed agreed) throws IOException {
        ListenerAddress listener = agreed.listener();
        return QuicConnection.open(listener.address(), QuicHello.of(listener.serverName()));
    }

    private static Line line(QuicConnection connection) throws IOException {
        return new Line(connection, connection.in(), connection.out()).bytes(FRAMES);
    }

    private static Session open(Agreed agreed, QuicConnection connection) throws IOException {
        return Session.open(agreed, line(connection));
    }
}
