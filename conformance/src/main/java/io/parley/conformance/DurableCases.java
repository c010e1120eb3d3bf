package io.parley.conformance;

import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.XmlTree;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Section 12.5 and the rules of section 13.2 for durable sessions, as far as a single server process shows them. */
final class DurableCases {
    private static final String DURABLE = "durable";
    private static final int SECRET = 64;
    private static final int SECRET_OF_EARLIER = 56;
    private static final int NODE = 8;
    /** Offsets of the key's name and of the mark in a secret. */
    private static final int KEY = 24;

    private static final int MARK = 48;

    private DurableCases() {}

    static void add(Catalogue<Server> to) {
        secrets(to);
        agreements(to);
        durable(to, "12.5", "an answer that was acknowledged does not come again", (agreed, session) -> {
            session.expectOutcome(session.message(RawFrameType.REQUEST, agreed.request()));
            session.line().unnumbered(RawFrameType.ACK, Map.of("received", String.valueOf(session.received())));
            session.expectAlive();
            session.close();
            try (Session next = session.resumedOn(Line.to(agreed.listener()), agreed)) {
                next.expectAlive();
                if (next.leftOver().stream().anyMatch(each -> Session.is(each, RawFrameType.DATA))) {
                    throw new Mismatch("no repeated answer", "DATA");
                }
            }
        });
    }

    private static void secrets(Catalogue<Server> to) {
        durable(to, "12.5", "a secret has 64 bytes, of which the first 8 are 0", (agreed, session) -> {
            byte[] secret = session.secret();
            if (secret.length != SECRET || !Arrays.equals(Arrays.copyOf(secret, NODE), new byte[NODE])) {
                throw new Mismatch("64 bytes that begin with 8 of 0", secret.length + " bytes");
            }
        });
        durable(to, "12.5", "a secret names its session, also when it was resumed", (agreed, session) -> {
            session.close();
            try (Session next = session.resumedOn(Line.to(agreed.listener()), agreed)) {
                if (!Arrays.equals(named(session.secret()), named(next.secret()))) {
                    throw new Mismatch("the same 28 bytes at the beginning of both secrets", "others");
                }
            }
        });
        durable(to, "12.5", "a secret whose mark was changed is refused", (agreed, session) -> {
            byte[] secret = session.secret();
            secret[MARK] ^= 1;
            ResumeCases.refused(agreed, secret, 0, Code.TOKEN_REFUSED);
        });
        durable(to, "12.5", "a secret that names another session is refused", (agreed, session) -> {
            byte[] secret = session.secret();
            secret[NODE] ^= 1;
            ResumeCases.refused(agreed, secret, 0, Code.TOKEN_REFUSED);
        });
        durable(
                to,
                "12.5",
                "a secret of 56 bytes is refused",
                (agreed, session) -> ResumeCases.refused(
                        agreed, Arrays.copyOf(session.secret(), SECRET_OF_EARLIER), 0, Code.TOKEN_REFUSED));
        durable(to, "12.4.R15", "a secret that names the key of another seal is refused", (agreed, session) -> {
            byte[] secret = session.secret();
            secret[KEY] = (byte) ((secret[KEY] | 0x80) ^ 1);
            ResumeCases.refused(agreed, secret, 0, Code.CONTEXT_UNAVAILABLE);
        });
    }

    /** Returns the bytes of a secret that name its session and its key. */
    private static byte[] named(byte[] secret) {
        return Arrays.copyOf(secret, KEY + Integer.BYTES);
    }

    private static void agreements(Catalogue<Server> to) {
        to.add("13.2", "durable and delta are not agreed on together", server -> {
            XmlTree answer = usual(server, Wish.USUAL.with("compression", "delta", "none"));
            if (answer.one("compression").equals("delta")
                    && answer.one("reliability").equals(DURABLE)) {
                throw new Mismatch("durable or delta", "both");
            }
        });
        to.add("13.2", "a session by posts is not agreed on as durable", server -> {
            XmlTree answer = usual(server, Wish.USUAL.with("channel", "http", "stream"));
            if (answer.one("channel").equals("http")
                    && answer.one("reliability").equals(DURABLE)) {
                throw new Mismatch("http with another reliability", DURABLE);
            }
        });
        to.add("12.5", "the answer to a durable session names no static headers", server -> {
            String header = "<p:header>urn:parley:sha256:" + "0".repeat(64) + "</p:header>";
            XmlTree answer = usual(server, Wish.USUAL.more(header));
            List<String> named = answer.texts("header");
            if (answer.one("reliability").equals(DURABLE) && !named.isEmpty()) {
                throw new Mismatch("no header", named.toString());
            }
        });
    }

    /**
     * Returns the answer to an offer of a durable session, if the server supports these at all.
     *
     * @throws NotApplicable if the server does not agree to durable sessions on default terms
     */
    private static XmlTree usual(Server server, Wish wish) throws IOException {
        Wish durable = Wish.USUAL.with("reliability", DURABLE, "none");
        if (!server.agree(durable).term("reliability").equals(DURABLE)) {
            throw new NotApplicable("the server does not agree to the reliability " + DURABLE);
        }
        return server.agree(wish.with("reliability", DURABLE, "none")).answer();
    }

    private static void durable(Catalogue<Server> to, String section, String title, MessageCases.Action action) {
        ResumeCases.resumable(to, DURABLE, section, title, action);
    }
}
