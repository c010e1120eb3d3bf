package io.parley.conformance;

import static io.parley.conformance.WebSocketLine.BINARY;
import static io.parley.conformance.WebSocketLine.CLOSE;
import static io.parley.conformance.WebSocketLine.FIN;
import static io.parley.conformance.WebSocketLine.MOST_PAYLOAD;
import static io.parley.conformance.WebSocketLine.PING;
import static io.parley.conformance.WebSocketLine.PONG;
import static io.parley.conformance.WebSocketLine.TEXT;

import io.parley.conformance.raw.ByteOutput;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Sections 15 and 16 for clients: WebSocket upgrade requests, and Parley's frames in WebSocket messages. */
final class WebSocketClientCases {
    private static final HexFormat HEX = HexFormat.of();
    private static final String PROTOCOL = "frames.parley.1";
    private static final int KEY = 16;
    private static final int MOMENT_MILLIS = 300;

    private WebSocketClientCases() {}

    static void add(Catalogue<Clients> to) {
        requests(to);
        routes(to);
        answers(to);
        sessions(to);
        violations(to);
    }

    private static void requests(Catalogue<Clients> to) {
        asked(to, "15", "the request is a GET of the service's URL without a body", (visit, request) -> {
            if (!request.method().equals("GET")
                    || !request.target().equals(visit.url().getPath())
                    || !request.body().isEmpty()) {
                throw new Mismatch("GET " + visit.url().getPath(), request.method() + " " + request.target());
            }
        });
        asked(to, "15", "the request is that of RFC 6455, of version 13", (visit, request) -> {
            boolean asks = request.header("Upgrade").equalsIgnoreCase("websocket")
                    && request.header("Connection").toLowerCase(Locale.ROOT).contains("upgrade")
                    && request.header("Sec-WebSocket-Version").equals("13");
            if (!asks || Base64.getDecoder().decode(request.header("Sec-WebSocket-Key")).length != KEY) {
                throw new Mismatch(
                        "Upgrade, Connection, version 13, a key of 16 bytes",
                        request.headers().toString());
            }
        });
        asked(to, "15", "the protocol frames.parley.1 is among those that are asked for", (visit, request) -> {
            if (!List.of(request.header("Sec-WebSocket-Protocol").split(",\\s*", -1))
                    .contains(PROTOCOL)) {
                throw new Mismatch(PROTOCOL, request.header("Sec-WebSocket-Protocol"));
            }
        });
        asked(
                to,
                "15",
                "the request has the digest of the agreement, in small digits",
                (visit, request) -> equal("Parley-Digest", HEX.formatHex(visit.digest()), request));
        asked(
                to,
                "15",
                "the request has the token of the answer, in small digits",
                (visit, request) -> equal("Parley-Token", HEX.formatHex(visit.token()), request));
        to.add("15", "two requests have two keys", clients -> {
            try (Visit one = clients.visitBy("websocket");
                    Visit other = clients.visitBy("websocket")) {
                String key = "Sec-WebSocket-Key";
                if (one.upgrade()
                        .request()
                        .header(key)
                        .equals(other.upgrade().request().header(key))) {
                    throw new Mismatch("two keys", "one");
                }
            }
        });
        to.add("15", "nothing is sent after the request before 101 arrives", clients -> {
            try (Visit visit = clients.visitBy("websocket");
                    Socket socket = visit.upgrade().connection()) {
                socket.setSoTimeout(MOMENT_MILLIS);
                int next = socket.getInputStream().read();
                throw new Mismatch("nothing", next < 0 ? "the connection was closed" : "byte " + next);
            } catch (SocketTimeoutException e) {
                return; // as it has to be
            }
        });
    }

    private static void routes(Catalogue<Clients> to) {
        asked(
                to,
                "16",
                "the request names the node that the answer's response named",
                (visit, request) -> equal("Parley-Node", HEX.formatHex(visit.token(), 0, Long.BYTES), request));
        asked(to, "16", "offer and request have the same route of 32 small digits", (visit, request) -> {
            equal("Parley-Route", visit.route(), request);
        });
        asked(to, "16", "the cookies of the answer are returned", (visit, request) -> {
            if (!request.header("Cookie").contains(Visit.COOKIE)) {
                throw new Mismatch("Cookie: " + Visit.COOKIE, request.header("Cookie"));
            }
        });
        to.add("16", "a request that another node refused is made again", clients -> {
            try (Visit visit = clients.visitBy("websocket")) {
                refuse(visit.upgrade(), "WRONG_NODE");
                try (WebSocketLine socket = taken(visit.upgrade())) {
                    visit.opened(socket.line());
                }
            }
        });
    }

    private static void answers(Catalogue<Clients> to) {
        closed(to, "an answer without Sec-WebSocket-Accept", "Sec-WebSocket-Protocol: " + PROTOCOL);
        closed(
                to,
                "an answer with another Sec-WebSocket-Accept",
                "Sec-WebSocket-Protocol: " + PROTOCOL,
                "Sec-WebSocket-Accept: " + WebSocketCases.accept("AAAAAAAAAAAAAAAAAAAAAA=="));
        closed(to, "an answer without its protocol", "Sec-WebSocket-Accept: ⟨accept⟩");
        closed(
                to,
                "an answer with another protocol",
                "Sec-WebSocket-Accept: ⟨accept⟩",
                "Sec-WebSocket-Protocol: frames.parley.2");
        closed(
                to,
                "an answer with an extension",
                "Sec-WebSocket-Accept: ⟨accept⟩",
                "Sec-WebSocket-Protocol: " + PROTOCOL,
                "Sec-WebSocket-Extensions: permessage-deflate");
        to.add("15", "a refused token ends the opening: nothing follows on that connection", clients -> {
            try (Visit visit = clients.visitBy("websocket");
                    Socket socket = visit.upgrade().connection()) {
                respond(socket, "403 Forbidden", "Parley-Code: TOKEN_REFUSED");
                expectEnd(socket);
            }
        });
    }

    private static void sessions(Catalogue<Clients> to) {
        opened(to, "frames of the opening side have masks, no two of which are alike", (visit, socket) -> {
            Line line = socket.line();
            visit.opened(line);
            Visit.accept(line, visit.digest());
            try (Session session = new Session(line, false)) {
                visit.takeRequest(session);
                session.expectAlive().expectAlive();
            }
            List<Integer> masks = socket.masks();
            if (masks.size() < 2 || masks.stream().distinct().count() < masks.size()) {
                throw new Mismatch("a mask of its own for each frame", masks.toString());
            }
        });
        opened(to, "messages of a byte are put together", (visit, socket) -> {
            visit.opened(socket.line());
            for (byte each : visit.acceptance()) {
                socket.send(FIN | BINARY, each);
            }
            visit.takeRequest(new Session(socket.line(), false));
        });
        opened(to, "fragments of a message, with a Ping between them, are put together", (visit, socket) -> {
            visit.opened(socket.line());
            byte[] accept = visit.acceptance();
            socket.send(BINARY, Arrays.copyOf(accept, 5));
            socket.send(FIN | PING, (byte) 1);
            socket.send(FIN, Arrays.copyOfRange(accept, 5, accept.length));
            visit.takeRequest(new Session(socket.line(), false));
        });
        opened(to, "an empty message is legal", (visit, socket) -> {
            visit.opened(socket.line());
            socket.send(FIN | BINARY);
            socket.send(FIN | BINARY, visit.acceptance());
            visit.takeRequest(new Session(socket.line(), false));
        });
        opened(to, "a Ping is answered by a Pong with its payload", (visit, socket) -> {
            visit.opened(socket.line());
            socket.send(FIN | PING, (byte) 4, (byte) 2);
            byte[] pong = socket.await(PONG);
            if (!Arrays.equals(pong, new byte[] {4, 2})) {
                throw new Mismatch("a Pong with the payload 0402", HEX.formatHex(pong));
            }
        });
        opened(to, "Close is answered by Close", (visit, socket) -> {
            visit.opened(socket.line());
            socket.send(FIN | CLOSE, (byte) 3, (byte) 0xe8);
            socket.await(CLOSE);
        });
    }

    private static void violations(Catalogue<Clients> to) {
        closes(to, "a text message", 1003, socket -> socket.send(FIN | TEXT, (byte) 'a'));
        closes(to, "a frame with a mask", 1002, socket -> socket.raw(FIN | BINARY, 0x81, 0, 0, 0, 0, 'P'));
        closes(to, "a reserved bit", 1002, socket -> socket.send(FIN | 0x40 | BINARY, (byte) 'P'));
        closes(to, "a reserved opcode", 1002, socket -> socket.send(FIN | 3, (byte) 'P'));
        closes(to, "a continuation of nothing", 1002, socket -> socket.send(FIN, (byte) 'P'));
        closes(to, "a message within a message", 1002, socket -> {
            socket.send(BINARY, (byte) 'P');
            socket.send(FIN | BINARY, (byte) 'R');
        });
        closes(to, "a control frame in fragments", 1002, socket -> socket.send(PING, (byte) 1));
        closes(to, "a control frame of 126 bytes", 1002, socket -> socket.send(FIN | PING, new byte[126]));
        closes(to, "Close with one byte", 1002, socket -> socket.send(FIN | CLOSE, (byte) 3));
        closes(to, "Close with the code 1005", 1002, socket -> socket.send(FIN | CLOSE, (byte) 3, (byte) 0xed));
        closes(to, "a length in more bytes than it needs", 1002, socket -> socket.raw(FIN | BINARY, 126, 0, 1, 'P'));
        closes(to, "a length above 16,777,216", 1009, socket -> {
            byte[] length =
                    new ByteOutput().number(MOST_PAYLOAD + 1, Long.BYTES).toBytes();
            socket.raw(FIN | BINARY, 127);
            for (byte each : length) {
                socket.raw(each);
            }
        });
    }

    private interface Judgement {
        void of(Visit visit, HttpService.Request request);
    }

    private static void asked(Catalogue<Clients> to, String section, String title, Judgement judgement) {
        to.add(section, title, clients -> {
            try (Visit visit = clients.visitBy("websocket")) {
                Visit.Open upgrade = visit.upgrade();
                upgrade.connection().close();
                judgement.of(visit, upgrade.request());
            }
        });
    }

    private static void equal(String header, String expected, HttpService.Request request) {
        if (!request.header(header).equals(expected)) {
            throw new Mismatch(header + ": " + expected, request.header(header));
        }
    }

    private interface Action {
        void on(Visit visit, WebSocketLine socket) throws IOException;
    }

    private static void opened(Catalogue<Clients> to, String title, Action action) {
        to.add("15", title, clients -> {
            try (Visit visit = clients.visitBy("websocket");
                    WebSocketLine socket = taken(visit.upgrade())) {
                action.on(visit, socket);
            }
        });
    }

    private interface Harm {
        void on(WebSocketLine socket) throws IOException;
    }

    private static void closes(Catalogue<Clients> to, String what, int code, Harm harm) {
        opened(to, what + " is closed with " + code, (visit, socket) -> {
            visit.opened(socket.line());
            harm.on(socket);
            byte[] close = socket.await(CLOSE);
            int found = close.length < 2 ? 0 : ((close[0] & 255) << 8) | (close[1] & 255);
            if (found != code) {
                throw new Mismatch("Close " + code, "Close " + found);
            }
        });
    }

    /** Adds a case with a response of status 101 that the client must refuse: it closes and sends nothing. */
    private static void closed(Catalogue<Clients> to, String what, String... headers) {
        to.add("15", what + " is not accepted", clients -> {
            try (Visit visit = clients.visitBy("websocket")) {
                Visit.Open upgrade = visit.upgrade();
                String accept = WebSocketCases.accept(upgrade.request().header("Sec-WebSocket-Key"));
                String[] lines = Arrays.stream(headers)
                        .map(each -> each.replace("⟨accept⟩", accept))
                        .toArray(String[]::new);
                try (Socket socket = upgrade.connection()) {
                    respond(socket, "101 Switching Protocols", lines);
                    expectEnd(socket);
                }
            }
        });
    }

    private static void expectEnd(Socket socket) throws IOException {
        try (WebSocketLine end = WebSocketLine.accepting(socket)) {
            end.await(CLOSE);
        } catch (Mismatch e) {
            if (!e.found().contains("closed")) {
                throw e;
            }
        } catch (SocketException e) {
            // A reset is an end, too.
        }
    }

    private static void refuse(Visit.Open upgrade, String code) throws IOException {
        try (Socket socket = upgrade.connection()) {
            respond(socket, "403 Forbidden", "Parley-Code: " + code);
        }
    }

    private static WebSocketLine taken(Visit.Open upgrade) throws IOException {
        String accept = WebSocketCases.accept(upgrade.request().header("Sec-WebSocket-Key"));
        respond(
                upgrade.connection(),
                "101 Switching Protocols",
                "Sec-WebSocket-Accept: " + accept,
                "Sec-WebSocket-Protocol: " + PROTOCOL);
        return WebSocketLine.accepting(upgrade.connection());
    }

    private static void respond(Socket socket, String status, String... headers) throws IOException {
        String connection = status.startsWith("101")
                ? "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                : "Content-Length: 0\r\nConnection: close\r\n";
        String head = "HTTP/1.1 " + status + "\r\n" + connection + String.join("\r\n", headers) + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    }
}
