package io.parley.conformance;

import static io.parley.conformance.WebSocketLine.BINARY;
import static io.parley.conformance.WebSocketLine.CLOSE;
import static io.parley.conformance.WebSocketLine.FIN;
import static io.parley.conformance.WebSocketLine.MOST_PAYLOAD;
import static io.parley.conformance.WebSocketLine.PING;
import static io.parley.conformance.WebSocketLine.PONG;
import static io.parley.conformance.WebSocketLine.TEXT;

import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawConnection;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Section 15: frames in the messages of a WebSocket at the service's URL. */
final class WebSocketCases {
    private static final HexFormat HEX = HexFormat.of();
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    private static final String SALT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private WebSocketCases() {}

    static void add(Catalogue<Server> to) {
        upgrades(to);
        messages(to);
        kinds(to);
        controlFrames(to);
        lengths(to);
        closeCodes(to);
    }

    private static void messages(Catalogue<Server> to) {
        opened(to, "a session is opened on a WebSocket", socket -> {
            socket.send(FIN | BINARY, socket.opening());
            socket.expectAccept();
        });
        opened(to, "messages of a byte are put together", socket -> {
            for (byte each : socket.opening()) {
                socket.send(FIN | BINARY, each);
            }
            socket.expectAccept();
        });
        opened(to, "fragments of a message, with a Ping between them, are put together", socket -> {
            byte[] opening = socket.opening();
            socket.send(BINARY, Arrays.copyOf(opening, 5));
            socket.send(FIN | PING, (byte) 1);
            socket.send(FIN, Arrays.copyOfRange(opening, 5, opening.length));
            socket.expectAccept();
        });
        opened(to, "an empty message is legal", socket -> {
            socket.send(FIN | BINARY);
            socket.send(FIN | BINARY, socket.opening());
            socket.expectAccept();
        });
        opened(to, "a Ping is answered by a Pong with its payload", socket -> {
            socket.send(FIN | PING, (byte) 4, (byte) 2);
            byte[] pong = socket.await(PONG);
            if (!Arrays.equals(pong, new byte[] {4, 2})) {
                throw new Mismatch("a Pong with the payload 0402", HEX.formatHex(pong));
            }
        });
        opened(to, "an unsolicited Pong is legal", socket -> {
            socket.send(FIN | PONG, (byte) 1);
            socket.send(FIN | BINARY, socket.opening());
            socket.expectAccept();
        });
        opened(to, "Close is answered by Close", socket -> {
            socket.send(FIN | CLOSE, (byte) 3, (byte) 0xe8);
            socket.await(CLOSE);
        });
    }

    private static void kinds(Catalogue<Server> to) {
        closes(to, "a text message is closed with 1003", 1003, socket -> socket.send(FIN | TEXT, (byte) 'a'));
        closes(to, "a frame without a mask is closed with 1002", 1002, socket -> socket.raw(FIN | BINARY, 1, 'P'));
        closes(to, "a reserved bit is closed with 1002", 1002, socket -> socket.send(FIN | 0x40 | BINARY, (byte) 'P'));
        closes(to, "a reserved opcode is closed with 1002", 1002, socket -> socket.send(FIN | 3, (byte) 'P'));
        closes(to, "a reserved control opcode is closed with 1002", 1002, socket -> socket.send(FIN | 11));
        closes(to, "a continuation of nothing is closed with 1002", 1002, socket -> socket.send(FIN, (byte) 'P'));
        closes(to, "a message within a message is closed with 1002", 1002, socket -> {
            socket.send(BINARY, (byte) 'P');
            socket.send(FIN | BINARY, (byte) 'R');
        });
    }

    private static void controlFrames(Catalogue<Server> to) {
        closes(to, "a control frame in fragments is closed with 1002", 1002, socket -> socket.send(PING, (byte) 1));
        closes(
                to,
                "a control frame of 126 bytes is closed with 1002",
                1002,
                socket -> socket.send(FIN | PING, new byte[126]));
    }

    private static void lengths(Catalogue<Server> to) {
        closes(
                to,
                "a length in more bytes than it needs is closed with 1002",
                1002,
                socket -> socket.raw(FIN | BINARY, 0x80 | 126, 0, 1, 0, 0, 0, 0, 'P'));
        closes(
                to,
                "a length with its first bit set is closed with 1002",
                1002,
                socket -> socket.raw(FIN | BINARY, 0x80 | 127, 0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0));
        closes(to, "a length above 16,777,216 is closed with 1009", 1009, socket -> {
            int length = MOST_PAYLOAD + 1;
            socket.raw(
                    FIN | BINARY,
                    0x80 | 127,
                    0,
                    0,
                    0,
                    0,
                    length >> 24,
                    (length >> 16) & 255,
                    (length >> 8) & 255,
                    length & 255,
                    0,
                    0,
                    0,
                    0);
        });
    }

    private static void closeCodes(Catalogue<Server> to) {
        closes(to, "Close with one byte is closed with 1002", 1002, socket -> socket.send(FIN | CLOSE, (byte) 3));
        closes(
                to,
                "Close with the code 1005 is closed with 1002",
                1002,
                socket -> socket.send(FIN | CLOSE, (byte) 3, (byte) 0xed));
    }

    private static void upgrades(Catalogue<Server> to) {
        takenUpgrades(to);
        refusedUpgrades(to);
        forbiddenUpgrades(to);
    }

    private static void takenUpgrades(Catalogue<Server> to) {
        to.add("15", "an upgrade is answered by 101 with its key and its protocol", server -> {
            try (HttpExchange exchange = ask(server, "GET", headers(agree(server)), new byte[0])) {
                HttpExchange.Reply reply = exchange.read();
                reply.expect(101, "an upgrade");
                if (!reply.header("Sec-WebSocket-Accept").equals(accept())
                        || !reply.header("Sec-WebSocket-Protocol").equals("frames.parley.1")
                        || !reply.header("Sec-WebSocket-Extensions").isEmpty()) {
                    throw new Mismatch(
                            "the key's digest, frames.parley.1, no extension",
                            reply.headers().toString());
                }
            }
        });
        to.add("15", "an upgrade does not consume its token", server -> {
            Agreed agreed = agree(server);
            for (int i = 0; i < 2; i++) {
                try (HttpExchange exchange = ask(server, "GET", headers(agreed), new byte[0])) {
                    exchange.read().expect(101, "an upgrade with a token that opened nothing");
                }
            }
        });
        to.add("15", "an extension that is offered is not accepted", server -> {
            Map<String, String> headers = headers(agree(server));
            headers.put("Sec-WebSocket-Extensions", "permessage-deflate");
            try (HttpExchange exchange = ask(server, "GET", headers, new byte[0])) {
                HttpExchange.Reply reply = exchange.read();
                reply.expect(101, "an upgrade");
                if (!reply.header("Sec-WebSocket-Extensions").isEmpty()) {
                    throw new Mismatch("no extension", reply.header("Sec-WebSocket-Extensions"));
                }
            }
        });
    }

    private static void refusedUpgrades(Catalogue<Server> to) {
        upgrade(to, "no protocol", 400, headers -> headers.remove("Sec-WebSocket-Protocol"));
        upgrade(to, "another protocol", 400, headers -> headers.put("Sec-WebSocket-Protocol", "frames.parley.2"));
        upgrade(to, "no key", 400, headers -> headers.remove("Sec-WebSocket-Key"));
        upgrade(
                to,
                "a key of 15 bytes",
                400,
                headers -> headers.put("Sec-WebSocket-Key", Base64.getEncoder().encodeToString(new byte[15])));
        upgrade(to, "no digest", 400, headers -> headers.remove("Parley-Digest"));
        upgrade(to, "a digest in capitals", 400, headers -> headers.put("Parley-Digest", "A".repeat(64)));
        upgrade(to, "a token that is no hex", 400, headers -> headers.put("Parley-Token", "xyz"));
        upgrade(to, "a digest of 63 digits", 400, headers -> headers.put("Parley-Digest", "a".repeat(63)));
        upgrade(
                to,
                "a token in capitals",
                400,
                headers -> headers.put(
                        "Parley-Token",
                        String.valueOf(headers.get("Parley-Token")).replaceAll("[0-9a-f]", "A")));
    }

    private static void forbiddenUpgrades(Catalogue<Server> to) {
        upgrade(to, "another version", 426, headers -> headers.put("Sec-WebSocket-Version", "12"));
        upgrade(to, "an Origin", 403, headers -> headers.put("Origin", "http://evil.example"));
        upgrade(to, "an unknown token", 403, headers -> headers.put("Parley-Token", changed(headers, 79)));
        upgrade(to, "a token of another node", 403, headers -> headers.put("Parley-Token", changed(headers, 0)));
        upgrade(to, "another digest", 403, headers -> headers.put("Parley-Digest", "0".repeat(64)));
        to.add("15", "an upgrade with no token and a digest of no session is answered by 403", server -> {
            Map<String, String> headers = headers(agree(server));
            Wish durable = Wish.USUAL.with("channel", "websocket").with("reliability", "durable", "none");
            if (server.agree(durable).term("reliability").equals("durable")) {
                throw new NotApplicable("a server with durable sessions does not check the digest");
            }
            headers.remove("Parley-Token");
            headers.put("Parley-Digest", "0".repeat(64));
            try (HttpExchange exchange = ask(server, "GET", headers, new byte[0])) {
                exchange.read().expect(403, "no token and a digest of no session");
            }
        });
        to.add("15", "an upgrade by POST is answered by 400", server -> {
            try (HttpExchange exchange = ask(server, "POST", headers(agree(server)), new byte[0])) {
                exchange.read().expect(400, "an upgrade by POST");
            }
        });
        to.add("15", "a refused token has the code TOKEN_REFUSED, always with the same text", server -> {
            Agreed agreed = agree(server);
            Map<String, String> unknown = headers(agreed);
            unknown.put("Parley-Token", changed(unknown, 79));
            Map<String, String> digest = headers(agreed);
            digest.put("Parley-Digest", "0".repeat(64));
            HttpExchange.Reply first = refused(server, unknown);
            HttpExchange.Reply second = refused(server, digest);
            if (!first.body().equals(second.body())) {
                throw new Mismatch("the same text", "two texts");
            }
        });
        to.add("15", "an upgrade with a body is answered by 400", server -> {
            try (HttpExchange exchange = ask(server, "GET", headers(agree(server)), new byte[] {1})) {
                exchange.read().expect(400, "an upgrade with a body");
            }
        });
        to.add("15", "another version is answered with the supported one", server -> {
            Map<String, String> headers = headers(agree(server));
            headers.put("Sec-WebSocket-Version", "8");
            try (HttpExchange exchange = ask(server, "GET", headers, new byte[0])) {
                String version = exchange.read().header("Sec-WebSocket-Version");
                if (!version.equals("13")) {
                    throw new Mismatch("Sec-WebSocket-Version: 13", version);
                }
            }
        });
    }

    private static HttpExchange.Reply refused(Server server, Map<String, String> headers) throws IOException {
        try (HttpExchange exchange = ask(server, "GET", headers, new byte[0])) {
            HttpExchange.Reply reply = exchange.read();
            reply.expect(403, "a token that opens nothing");
            if (!reply.header("Parley-Code").equals(Code.TOKEN_REFUSED.name())) {
                throw new Mismatch("Parley-Code: TOKEN_REFUSED", reply.header("Parley-Code"));
            }
            return reply;
        }
    }

    private interface Change {
        void of(Map<String, String> headers);
    }

    private static void upgrade(Catalogue<Server> to, String what, int status, Change change) {
        to.add("15", "an upgrade with " + what + " is answered by " + status, server -> {
            Map<String, String> headers = headers(agree(server));
            change.of(headers);
            try (HttpExchange exchange = ask(server, "GET", headers, new byte[0])) {
                exchange.read().expect(status, "an upgrade with " + what);
            }
        });
    }

    private static String changed(Map<String, String> headers, int digit) {
        StringBuilder token = new StringBuilder(String.valueOf(headers.get("Parley-Token")));
        token.setCharAt(digit, token.charAt(digit) == '0' ? '1' : '0');
        return token.toString();
    }

    private static Agreed agree(Server server) throws IOException {
        return server.agree(Wish.USUAL.with("channel", "websocket"));
    }

    static Map<String, String> headers(Agreed agreed) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Upgrade", "websocket");
        headers.put("Connection", "Upgrade");
        headers.put("Sec-WebSocket-Version", "13");
        headers.put("Sec-WebSocket-Key", KEY);
        headers.put("Sec-WebSocket-Protocol", "frames.parley.1");
        headers.put("Parley-Digest", HEX.formatHex(agreed.digest()));
        headers.put("Parley-Token", HEX.formatHex(agreed.token()));
        return headers;
    }

    private static String accept() {
        return accept(KEY);
    }

    /** Returns the value of Sec-WebSocket-Accept for a key. */
    static String accept(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + SALT).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    private static HttpExchange ask(Server server, String method, Map<String, String> headers, byte[] body)
            throws IOException {
        HttpExchange exchange = new HttpExchange(server.url());
        exchange.send(method, headers, body);
        return exchange;
    }

    private interface Action {
        void on(WebSocketLine socket) throws IOException;
    }

    private static void opened(Catalogue<Server> to, String title, Action action) {
        to.add("15", title, server -> {
            Agreed agreed = agree(server);
            HttpExchange exchange = ask(server, "GET", headers(agreed), new byte[0]);
            exchange.read().expect(101, "an upgrade");
            byte[] open = new RawFrame(1, 0, 0, 0, RawFrameType.OPEN.write(0, Session.opening(agreed))).encode(true);
            try (WebSocketLine socket = new WebSocketLine(
                    exchange,
                    new ByteOutput().bytes(RawConnection.preamble()).bytes(open).toBytes())) {
                action.on(socket);
            }
        });
    }

    private static void closes(Catalogue<Server> to, String title, int code, Action action) {
        opened(to, title, socket -> {
            action.on(socket);
            byte[] close = socket.await(CLOSE);
            int found = close.length < 2 ? 0 : ((close[0] & 255) << 8) | (close[1] & 255);
            if (found != code) {
                throw new Mismatch("Close " + code, "Close " + found);
            }
        });
    }
}
