package io.parley.conformance;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** Section 2.1 for clients, and the rules of section 13.2 for answers at an HTTPS URL. */
final class TlsClientCases {
    /**
     * All TLS 1.2 cipher suites with forward secrecy and authenticated encryption (RFC 5288, 5289, 6655, 7251, 7905).
     */
    private static final Set<Integer> SAFE = Set.of(
            0x009e, 0x009f, 0x00a2, 0x00a3, 0xc02b, 0xc02c, 0xc02f, 0xc030, 0xc09e, 0xc09f, 0xc0a2, 0xc0a3, 0xc0ac,
            0xc0ad, 0xc0ae, 0xc0af, 0xcca8, 0xcca9, 0xccaa);

    private static final int OF_TLS_1_3 = 0x13;
    private static final int RENEGOTIATION_SIGNAL = 0x00ff;
    private static final String CERTIFICATE = "<p:certificate>.*?</p:certificate>";

    private TlsClientCases() {}

    static void add(Catalogue<Clients> to) {
        answers(to);
        hello(to, "the first byte is one of TLS", hello -> {});
        hello(to, "TLS 1.3 and 1.2 are offered, and nothing older", hello -> {
            List<Integer> known = hello.versions().stream()
                    .filter(each -> (each & 0x0f0f) != 0x0a0a) // values that mean nothing (RFC 8701)
                    .toList();
            if (!known.contains(ClientHello.TLS_1_3)
                    || !List.of(ClientHello.TLS_1_3, ClientHello.TLS_1_2).containsAll(known)) {
                throw new Mismatch("0304 and maybe 0303", hexed(known));
            }
        });
        hello(to, "suites have forward secrecy and authenticated encryption", hello -> {
            List<Integer> others = hello.suites().stream()
                    .filter(each -> each >>> 8 != OF_TLS_1_3
                            && each != RENEGOTIATION_SIGNAL
                            && (each & 0x0f0f) != 0x0a0a
                            && !SAFE.contains(each))
                    .toList();
            if (!others.isEmpty()) {
                throw new Mismatch("suites such as c02f", hexed(others));
            }
        });
        protect(to, "the certificate is asked for by its name", clients -> {
            try (Visit visit = clients.visit(Reply.USUAL);
                    Socket socket = visit.stream().connection(Visit.PATIENCE_MILLIS)) {
                String name = ClientHello.read(new DataInputStream(socket.getInputStream()))
                        .serverName();
                String wanted = visit.stream().address().serverName();
                if (!name.equals(wanted)) {
                    throw new Mismatch("the server name " + wanted, name);
                }
            }
        });
        for (String version : List.of("TLSv1.3", "TLSv1.2")) {
            protect(to, version + " is spoken, and a session is opened", clients -> {
                try (Visit visit = clients.visit(Reply.USUAL)) {
                    SSLSocket socket =
                            visit.stream().shakenHands(visit.stream().connection(Visit.PATIENCE_MILLIS), version);
                    Line line = visit.opened(Line.on(socket));
                    Visit.accept(line, visit.digest());
                    try (Session session = new Session(line, false)) {
                        visit.takeRequest(session);
                    }
                }
            });
        }
        protect(to, "nothing is sent to a listener with another certificate than that of the answer", clients -> {
            UnaryOperator<String> other =
                    answer -> answer.replaceAll(CERTIFICATE, "<p:certificate>" + "a1".repeat(32) + "</p:certificate>");
            try (Visit visit = clients.visit(Reply.answering(other));
                    Socket socket = visit.stream().connection(Visit.PATIENCE_MILLIS)) {
                expectNothing(visit, socket);
            }
        });
    }

    private static void answers(Catalogue<Clients> to) {
        refused(
                to,
                "security none at an address of https",
                answer -> AnswerCases.with("security", "none").apply(answer.replaceAll(CERTIFICATE, "")));
        refused(to, "tls without a certificate", answer -> answer.replaceAll(CERTIFICATE, ""));
        refused(to, "two certificates", answer -> answer.replaceAll("(" + CERTIFICATE + ")", "$1$1"));
        refused(to, "a certificate of 63 digits", answer -> answer.replaceAll("<p:certificate>.", "<p:certificate>"));
    }

    private static void refused(Catalogue<Clients> to, String what, UnaryOperator<String> change) {
        to.add("13.2", what + " is not accepted: no connection is made", clients -> {
            protect(clients);
            AnswerCases.refused(clients, change);
        });
    }

    private interface Judgement {
        void of(ClientHello hello);
    }

    private static void hello(Catalogue<Clients> to, String title, Judgement judgement) {
        protect(to, title, clients -> {
            try (Visit visit = clients.visit(Reply.USUAL);
                    Socket socket = visit.stream().connection(Visit.PATIENCE_MILLIS)) {
                judgement.of(ClientHello.read(new DataInputStream(socket.getInputStream())));
            }
        });
    }

    private static void protect(Catalogue<Clients> to, String title, Check<Clients> check) {
        to.add("2.1", title, clients -> {
            protect(clients);
            check.run(clients);
        });
    }

    private static void protect(Clients clients) {
        if (!clients.isProtected()) {
            throw new NotApplicable("the URL is none of https");
        }
    }

    /** Expects the handshake to fail, or to be followed by no bytes of Parley. */
    private static void expectNothing(Visit visit, Socket socket) throws IOException {
        try (SSLSocket tls = visit.stream().shakenHands(socket)) {
            int first = tls.getInputStream().read();
            if (first >= 0) {
                throw new Mismatch("nothing sent to a peer with another certificate", "byte " + first);
            }
        } catch (SSLException | SocketException | EOFException e) {
            // An alert, or a connection that is closed during the handshake.
        }
    }

    private static String hexed(List<Integer> numbers) {
        return numbers.stream()
                .map(each -> String.format("%04x", each))
                .toList()
                .toString();
    }
}
