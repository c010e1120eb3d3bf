package io.parley.conformance;

import io.parley.conformance.raw.RawConnection;
import io.parley.conformance.raw.XmlTree;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** Section 2.1 and the rules of section 13.2 for security: a service at an HTTPS URL. */
final class TlsCases {
    private static final int ECDHE_ECDSA_GCM = 0xc02b;
    private static final int ECDHE_RSA_GCM = 0xc02f;
    private static final int ECDHE_ECDSA_CBC = 0xc009;
    private static final int ECDHE_RSA_CBC = 0xc013;
    private static final int RSA_GCM = 0x009c;
    private static final int RSA_CBC = 0x002f;
    private static final int ALERT = 21;
    private static final int PATIENCE_MILLIS = 8_000;

    private TlsCases() {}

    static void add(Catalogue<Server> to) {
        answers(to);
        certificates(to);
        versions(to);
        wrong(to);
    }

    private static void answers(Catalogue<Server> to) {
        to.add("13.2", "at a URL of https the answer has security tls and one certificate", server -> {
            XmlTree answer = agreed(server).answer();
            if (!answer.one("security").equals("tls")
                    || !answer.one("certificate").matches("[0-9a-f]{64}")) {
                throw new Mismatch("tls and 64 hex digits", answer.one("security") + " " + answer.texts("certificate"));
            }
        });
        to.add("13.2", "a client that came by TLS is not offered a stream without it", server -> {
            agreed(server);
            // Best first, and the only one: what the service says to it, it does not say none.
            for (String[] offered : new String[][] {{"none", "tls"}, {"none"}}) {
                String offer = Wish.USUAL.with("security", offered).xml(Wish.USUAL.newId(), Server.NO_PARTS);
                XmlTree reply = server.exchange(Wish.envelope(offer)).tree();
                XmlTree answer = reply.find("answer").orElse(null);
                if (answer != null && !answer.one("security").equals("tls")) {
                    throw new Mismatch("tls, or a refusal", answer.one("security"));
                }
            }
        });
    }

    private static void certificates(Catalogue<Server> to) {
        shown(to, "the certificate of the answer is presented for its server name", ListenerAddress::serverName);
        shown(to, "it is presented without a server name", listener -> "");
        shown(to, "it is presented for another server name", listener -> "0".repeat(32) + ".parley");
        to.add("2.1", "the opening side is not asked for a certificate", server -> {
            try (Socket socket = Line.connected(agreed(server).listener())) {
                socket.getOutputStream()
                        .write(ClientHello.offering(ClientHello.TLS_1_2, ECDHE_ECDSA_GCM, ECDHE_RSA_GCM));
                if (ClientHello.isAnsweredByARequest(new DataInputStream(socket.getInputStream()))) {
                    throw new Mismatch("a handshake of TLS 1.2 without CertificateRequest", "one");
                }
            }
        });
    }

    private static void versions(Catalogue<Server> to) {
        to.add("2.1", "TLS 1.3 is chosen if the client supports it", server -> {
            ListenerAddress listener = agreed(server).listener();
            try (SSLSocket socket =
                    TlsSocket.over(Line.connected(listener), listener.serverName(), "TLSv1.3", "TLSv1.2")) {
                if (!socket.getSession().getProtocol().equals("TLSv1.3")) {
                    throw new Mismatch("TLSv1.3", socket.getSession().getProtocol());
                }
            }
        });
        to.add("2.1", "TLS 1.2 is accepted from a client without TLS 1.3, and a session is opened", server -> {
            Agreed agreed = agreed(server);
            SSLSocket socket = TlsSocket.over(
                    Line.connected(agreed.listener()), agreed.listener().serverName(), "TLSv1.2");
            try (Session session = Session.open(agreed, Line.on(socket))) {
                session.expectAlive();
            }
        });
        offered(
                to,
                "suites with forward secrecy and authenticated encryption are accepted",
                true,
                ClientHello.TLS_1_2,
                ECDHE_ECDSA_GCM,
                ECDHE_RSA_GCM);
        offered(to, "suites without forward secrecy are not accepted", false, ClientHello.TLS_1_2, RSA_GCM, RSA_CBC);
        offered(
                to,
                "suites without authenticated encryption are not accepted",
                false,
                ClientHello.TLS_1_2,
                ECDHE_ECDSA_CBC,
                ECDHE_RSA_CBC);
        offered(
                to,
                "TLS 1.1 is refused",
                false,
                ClientHello.TLS_1_1,
                ECDHE_ECDSA_CBC,
                ECDHE_RSA_CBC,
                ECDHE_ECDSA_GCM,
                ECDHE_RSA_GCM);
        to.add("2.1", "another handshake on a connection of TLS 1.2 is cut", server -> {
            ListenerAddress listener = agreed(server).listener();
            try (SSLSocket socket = TlsSocket.over(Line.connected(listener), listener.serverName(), "TLSv1.2")) {
                socket.setSoTimeout(PATIENCE_MILLIS);
                socket.getOutputStream().write(RawConnection.preamble());
                socket.startHandshake();
                if (socket.getInputStream().read() >= 0) {
                    throw new Mismatch("the connection cut", "bytes after another handshake");
                }
            } catch (SSLException e) {
                // The peer closed the connection or sent an alert during the handshake.
            }
        });
    }

    private static void wrong(Catalogue<Server> to) {
        to.add("2.1", "a preamble without TLS is cut without a reply", server -> {
            try (Socket socket = Line.connected(agreed(server).listener())) {
                socket.getOutputStream().write(RawConnection.preamble());
                expectNoPreamble(socket);
            }
        });
        to.add("2.1", "bytes of HTTP without TLS are cut without a reply", server -> {
            try (Socket socket = Line.connected(agreed(server).listener())) {
                socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                expectNoPreamble(socket);
            }
        });
        to.add("2.1", "a client without a handshake is cut in time", server -> {
            try (Socket socket = Line.connected(agreed(server).listener())) {
                expectNoPreamble(socket);
            }
        });
    }

    private interface Asked {
        String name(ListenerAddress listener);
    }

    private static void shown(Catalogue<Server> to, String title, Asked asked) {
        to.add("2.1", title, server -> {
            ListenerAddress listener = agreed(server).listener();
            try (SSLSocket socket = TlsSocket.over(Line.connected(listener), asked.name(listener))) {
                String shown = TlsSocket.shown(socket);
                if (!shown.equals(listener.certificate())) {
                    throw new Mismatch("the certificate " + listener.certificate(), shown);
                }
            }
        });
    }

    private static void offered(Catalogue<Server> to, String title, boolean taken, int version, int... suites) {
        to.add("2.1", title, server -> {
            try (Socket socket = Line.connected(agreed(server).listener())) {
                socket.getOutputStream().write(ClientHello.offering(version, suites));
                if (ClientHello.isTaken(new DataInputStream(socket.getInputStream())) != taken) {
                    throw new Mismatch(title, taken ? "an alert, or the end" : "a ServerHello");
                }
            }
        });
    }

    /** Reads to the end, before which only a TLS alert may arrive. */
    private static void expectNoPreamble(Socket socket) throws IOException {
        try {
            int first = socket.getInputStream().read();
            if (first >= 0 && first != ALERT) {
                throw new Mismatch("the connection cut", "byte " + first);
            }
        } catch (SocketException e) {
            // A reset is an end, too.
        }
    }

    private static Agreed agreed(Server server) throws IOException {
        if (!server.isProtected()) {
            throw new NotApplicable("the URL is none of https");
        }
        return server.agree();
    }
}
