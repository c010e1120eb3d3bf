package io.parley.conformance;

import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/** Sections 2 and 13.3, and rows P and O of section 9. */
final class OpeningCases {
    private static final HexFormat HEX = HexFormat.of();
    private static final int NODE = 8;
    private static final int TOKEN = 40;

    private OpeningCases() {}

    static void add(Catalogue<Server> to) {
        preambles(to);
        tokens(to);
        terms(to);
        to.add("9.P1", "bytes of HTTP are cut without a frame", server -> cut(server, "GET / HTTP/1.1\r\n\r\n"));
        to.add(
                "9.P1",
                "bytes of TLS are cut without a frame",
                server -> cut(server, "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001"));
        to.add(
                "9.P1",
                "a magic with another last letter is cut",
                server -> cut(server, "PRLX\u0001\u0000\u0000\u0001"));
        to.add("9.P2", "version 0 is refused", server -> badPreamble(server, 0, 0, 1));
        to.add("9.P2", "version 2 is refused", server -> badPreamble(server, 2, 0, 1));
        to.add("9.P3", "an unknown feature bit is refused", server -> badPreamble(server, 1, 0, 3));
        to.add("9.P3", "the highest feature bit is refused", server -> badPreamble(server, 1, 0, 0x8001));
        to.add("9.P4", "a byte 5 that is not zero is refused", server -> badPreamble(server, 1, 1, 1));
        to.add("9.P5", "a silent connection is closed in time", server -> {
            try (Line line = Line.to(server.listener())) {
                line.preamble();
                line.readPreamble();
                line.expectRefuse(Code.OPEN_TIMEOUT);
            }
        });
        to.add("9.O1", "PING before OPEN is refused", server -> first(server, RawFrameType.PING, Map.of("body", "1")));
        to.add("9.O1", "DATA before OPEN is refused", server -> {
            try (Line line = Line.to(server.listener())) {
                line.preamble().frame(new RawFrame(9, 3, 1, 1, new byte[9]));
                line.readPreamble();
                line.expectRefuse(Code.PROTOCOL);
            }
        });
        to.add(
                "9.O1",
                "ACCEPT before OPEN is refused",
                server -> first(
                        server, RawFrameType.ACCEPT, Map.of("digest", "00".repeat(32), "received", "0", "secret", "")));
        to.add(
                "9.O1",
                "REFUSE before OPEN is refused",
                server -> first(server, RawFrameType.REFUSE, Map.of("code", "1", "text", "")));
    }

    private static void preambles(Catalogue<Server> to) {
        to.add("2", "the preamble has the magic, version 1 and known features", server -> {
            Agreed agreed = server.agree();
            try (Line line = Line.to(agreed.listener())) {
                line.preamble().unnumbered(RawFrameType.OPEN, Session.opening(agreed));
                byte[] preamble = line.readPreamble();
                if (preamble[7] != 1 && !agreed.listener().isProtected()) {
                    throw new Mismatch("PAYLOAD_CHECKSUM, since there is no security", "features " + preamble[7]);
                }
            }
        });
        to.add(
                "2",
                "ACCEPT has the digest of OPEN",
                server -> Session.open(server.agree()).close());
        to.add("2", "an opening that comes byte by byte is accepted", server -> {
            Agreed agreed = server.agree();
            agreed.listener().address(); // at a broker a message has whole frames
            RawFrameType type = RawFrameType.OPEN;
            byte[] open = new RawFrame(1, 0, 0, 0, type.write(0, Session.opening(agreed))).encode(true);
            try (Line line = Line.to(agreed.listener())) {
                for (byte each : new ByteOutput()
                        .bytes("PRLY".getBytes(StandardCharsets.US_ASCII))
                        .number(0x01000001, 4)
                        .bytes(open)
                        .toBytes()) {
                    line.bytes(each);
                }
                line.readPreamble();
                expect(line, RawFrameType.ACCEPT);
            }
        });
        to.add("2", "a peer without payload checksums is understood", server -> {
            Agreed agreed = server.agree();
            try (Line line = Line.to(agreed.listener())) {
                line.preamble(1, 0, 0).unnumbered(RawFrameType.OPEN, Session.opening(agreed));
                line.readPreamble();
                expect(line, RawFrameType.ACCEPT);
            }
        });
    }

    private static void expect(Line line, RawFrameType type) throws IOException {
        RawFrame frame = line.read();
        if (frame.type() != type.number()) {
            throw new Mismatch(type.name(), RawFrameType.of(frame.type()) + " " + Line.fields(frame));
        }
    }

    private static void tokens(Catalogue<Server> to) {
        to.add("2", "a token has 40 bytes", server -> {
            int length = server.agree().token().length;
            if (length != TOKEN) {
                throw new Mismatch("40 bytes", length + " bytes");
            }
        });
        to.add("2", "tokens of a node begin with its name and differ", server -> {
            byte[] one = server.agree().token();
            byte[] other = server.agree().token();
            if (!Arrays.equals(Arrays.copyOf(one, NODE), Arrays.copyOf(other, NODE)) || Arrays.equals(one, other)) {
                throw new Mismatch("two tokens with one name of a node", "others");
            }
        });
        to.add("9.O2", "a token is valid for one OPEN", server -> {
            Agreed agreed = server.agree();
            Session.open(agreed).close();
            refused(agreed, Code.TOKEN_REFUSED);
        });
        to.add("9.O2", "a failed OPEN consumes its token", server -> {
            Agreed agreed = server.agree();
            refused(agreed.withDigest(new byte[32]), Code.DIGEST_MISMATCH);
            refused(agreed, Code.TOKEN_REFUSED);
        });
        to.add("9.O2", "an unknown token is refused", server -> {
            Agreed agreed = server.agree();
            refused(agreed.withToken(unknown(agreed)), Code.TOKEN_REFUSED);
        });
        to.add("9.O2", "a token of 39 bytes is refused", server -> {
            Agreed agreed = server.agree();
            refused(agreed.withToken(Arrays.copyOf(agreed.token(), TOKEN - 1)), Code.TOKEN_REFUSED);
        });
        to.add("9.O2", "a token of 41 bytes is refused", server -> {
            Agreed agreed = server.agree();
            refused(agreed.withToken(Arrays.copyOf(agreed.token(), TOKEN + 1)), Code.TOKEN_REFUSED);
        });
        to.add("9.O2", "an empty token is refused", server -> {
            refused(server.agree().withToken(new byte[0]), Code.TOKEN_REFUSED);
        });
        to.add("2", "unknown and used tokens are refused with the same bytes", server -> {
            Agreed agreed = server.agree();
            Session.open(agreed).close();
            byte[] used = refusal(agreed);
            byte[] unknown = refusal(agreed.withToken(unknown(agreed)));
            if (!Arrays.equals(used, unknown)) {
                throw new Mismatch("the same bytes", HEX.formatHex(used) + " and " + HEX.formatHex(unknown));
            }
        });
        to.add("9.O3", "a token of another node is refused", server -> {
            Agreed agreed = server.agree();
            byte[] token = agreed.token();
            token[0] ^= 1;
            refused(agreed.withToken(token), Code.WRONG_NODE);
        });
    }

    private static byte[] unknown(Agreed agreed) {
        byte[] token = agreed.token().clone();
        token[TOKEN - 1] ^= 1;
        return token;
    }

    private static void terms(Catalogue<Server> to) {
        to.add("9.O4", "another digest is refused", server -> {
            Agreed agreed = server.agree();
            byte[] digest = agreed.digest().clone();
            digest[31] ^= 1;
            refused(agreed.withDigest(digest), Code.DIGEST_MISMATCH);
        });
        to.add("9.O4", "another numbering digest is refused", server -> {
            Agreed agreed = numbered(server);
            byte[] terms = agreed.terms().clone();
            terms[0] ^= 1;
            refused(agreed.withTerms(terms), Code.DIGEST_MISMATCH);
        });
        to.add("13.3", "terms of another length are refused", server -> {
            Agreed agreed = numbered(server);
            refused(agreed.withTerms(Arrays.copyOf(agreed.terms(), agreed.terms().length + 1)), Code.NEGOTIATION);
        });
        to.add("13.3", "terms with another number of parts are refused", server -> {
            Agreed agreed = server.agree();
            if (agreed.terms().length < 19) {
                throw new NotApplicable("the server lists no parts");
            }
            byte[] terms = agreed.terms().clone();
            terms[16] ^= 1;
            refused(agreed.withTerms(terms), Code.NEGOTIATION);
        });
        to.add(
                "13.3",
                "empty terms are refused",
                server -> refused(numbered(server).withTerms(new byte[0]), Code.NEGOTIATION));
    }

    private static Agreed numbered(Server server) throws IOException {
        Agreed agreed = server.agree();
        if (agreed.isInvitation()) {
            throw new NotApplicable("parts are numbered where terms are agreed by messages");
        }
        return agreed;
    }

    private static void cut(Server server, String bytes) throws IOException {
        try (Line line = Line.to(server.listener())) {
            line.bytes(bytes.getBytes(StandardCharsets.ISO_8859_1));
            line.expectCut();
        }
    }

    private static void badPreamble(Server server, int version, int zero, int features) throws IOException {
        try (Line line = Line.to(server.listener())) {
            line.preamble(version, zero, features);
            line.readPreamble();
            line.expectRefuse(Code.VERSION);
        }
    }

    private static void first(Server server, RawFrameType type, Map<String, String> fields) throws IOException {
        try (Line line = Line.to(server.listener())) {
            line.preamble().unnumbered(type, fields);
            line.readPreamble();
            line.expectRefuse(Code.PROTOCOL);
        }
    }

    private static void refused(Agreed agreed, Code code) throws IOException {
        try (Line line = Line.to(agreed.listener())) {
            line.preamble().unnumbered(RawFrameType.OPEN, Session.opening(agreed));
            line.readPreamble();
            line.expectRefuse(code);
        }
    }

    private static byte[] refusal(Agreed agreed) throws IOException {
        try (Line line = Line.to(agreed.listener())) {
            line.preamble().unnumbered(RawFrameType.OPEN, Session.opening(agreed));
            line.readPreamble();
            return line.read().encode(true);
        }
    }
}
