package io.parley.conformance;

import java.io.IOException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Section 16: requests that name the node that they address. */
final class RouteCases {
    private static final HexFormat HEX = HexFormat.of();
    private static final int NODE = 8;
    private static final String WRONG_NODE = "WRONG_NODE";

    private RouteCases() {}

    static void add(Catalogue<Server> to) {
        for (String channel : new String[] {"http", "websocket"}) {
            to.add("16", "the response with an answer for " + channel + " names the node of its token", server -> {
                Wish wish = Wish.USUAL.with("channel", channel);
                server.agree(wish);
                String offer = server.suited(wish).xml(wish.newId(), Server.NO_PARTS);
                HttpExchange.Reply reply = server.exchange(Wish.envelope(offer));
                String token = reply.tree()
                        .find("answer")
                        .orElseThrow(() -> new Mismatch("an answer", "none"))
                        .one("token");
                String wanted = HEX.formatHex(Base64.getUrlDecoder().decode(token), 0, NODE);
                if (!reply.header("Parley-Node").equals(wanted)) {
                    throw new Mismatch("Parley-Node: " + wanted, reply.header("Parley-Node"));
                }
            });
        }
        upgrade(to, "its node is accepted", 101, agreed -> agreed.token()[0]);
        upgrade(to, "another node is refused with WRONG_NODE", 403, agreed -> agreed.token()[0] ^ 1);
        to.add("16", "a post that names its node is accepted", server -> post(server, 0, 200));
        to.add("16", "a post that names another node is refused with WRONG_NODE", server -> post(server, 1, 421));
    }

    private interface First {
        int of(Agreed agreed);
    }

    private static void upgrade(Catalogue<Server> to, String title, int status, First first) {
        to.add("16", "an upgrade that names " + title, server -> {
            Agreed agreed = server.agree(Wish.USUAL.with("channel", "websocket"));
            Map<String, String> headers = new LinkedHashMap<>(WebSocketCases.headers(agreed));
            headers.put("Parley-Node", node(agreed, first.of(agreed)));
            try (HttpExchange exchange = new HttpExchange(server.url())) {
                exchange.send("GET", headers, new byte[0]);
                expect(exchange.read(), status);
            }
        });
    }

    private static void post(Server server, int change, int status) throws IOException {
        Agreed agreed = server.agree(Wish.USUAL.with("channel", "http"));
        Map<String, String> headers = new LinkedHashMap<>(PostCases.headers(PostCases.number(), "1"));
        headers.put("Parley-Node", node(agreed, agreed.token()[0] ^ change));
        try (HttpExchange exchange = new HttpExchange(server.url())) {
            exchange.send("POST", headers, new byte[0]);
            expect(exchange.read(), status);
        }
    }

    private static String node(Agreed agreed, int first) {
        byte[] token = agreed.token().clone();
        token[0] = (byte) first;
        return HEX.formatHex(token, 0, NODE);
    }

    private static void expect(HttpExchange.Reply reply, int status) {
        reply.expect(status, "a request that names a node");
        if (status >= 400 && !reply.header("Parley-Code").equals(WRONG_NODE)) {
            throw new Mismatch("Parley-Code: WRONG_NODE", reply.header("Parley-Code"));
        }
    }
}
