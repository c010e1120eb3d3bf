package io.parley.conformance;

import io.parley.conformance.raw.ByteOutput;
import io.parley.conformance.raw.RawConnection;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Section 14: frames in HTTP posts to the service's URL. */
final class PostCases {
    static final String FRAMES = "application/vnd.parley.frames";
    private static final int MOST_BODY = 4_194_304;

    private PostCases() {}

    static void add(Catalogue<Server> to) {
        sessions(to);
        refusals(to);
        order(to);
        ends(to);
    }

    private static void sessions(Catalogue<Server> to) {
        to.add("14", "the first post of a connection is answered at once and empty", server -> {
            agree(server);
            HttpExchange.Reply reply = post(server, number(), "1", new byte[0]);
            reply.expect(200, "the first post");
            if (reply.content().length > 0 || !reply.header("content-type").startsWith(FRAMES)) {
                throw new Mismatch("an empty body of " + FRAMES, reply.content().length + " bytes");
            }
        });
        to.add("14", "a session is opened and answers a PING in posts", server -> {
            Agreed agreed = agree(server);
            String number = number();
            post(server, number, "1", new byte[0]).expect(200, "the first post");
            byte[] ping = new RawFrame(6, 0, 0, 0, new byte[8]).encode(true);
            byte[] open = new ByteOutput().bytes(opening(agreed)).bytes(ping).toBytes();
            try (HttpExchange second = sent(server, number, "2", open)) {
                byte[] back = second.read().content();
                if (back.length < Line.PREAMBLE
                        || !Arrays.equals(Arrays.copyOf(back, 4), Arrays.copyOf(RawConnection.preamble(), 4))) {
                    throw new Mismatch("a preamble", back.length + " bytes");
                }
            }
        });
    }

    private static void refusals(Catalogue<Server> to) {
        wrong(to, "a connection that is not known is answered by 404", 404, "2");
        wrong(to, "a post without a number is answered by 400", 400, "");
        wrong(to, "the post 0 is answered by 400", 400, "0");
        wrong(to, "a value that is not a number is answered by 400", 400, "one");
        to.add("14", "a number of a connection with capital digits is answered by 400", server -> {
            agree(server);
            post(server, "ABCDEF0123456789ABCDEF0123456789", "1", new byte[0]).expect(400, "capital digits");
        });
        to.add("14", "a number of a connection of 31 digits is answered by 400", server -> {
            agree(server);
            post(server, number().substring(1), "1", new byte[0]).expect(400, "31 digits");
        });
        to.add("14", "a repeated number is answered by 409", server -> {
            agree(server);
            String number = number();
            post(server, number, "1", new byte[0]).expect(200, "the first post");
            post(server, number, "1", new byte[0]).expect(409, "the same post");
        });
        to.add("14", "a number more than 3 above those answered is answered by 409", server -> {
            agree(server);
            String number = number();
            post(server, number, "1", new byte[0]).expect(200, "the first post");
            post(server, number, "9", new byte[0]).expect(409, "the post 9");
        });
    }

    private static void order(Catalogue<Server> to) {
        to.add("14", "bodies are read in the order of their numbers, whichever comes first", server -> {
            Agreed agreed = agree(server);
            String number = number();
            post(server, number, "1", new byte[0]).expect(200, "the first post");
            byte[] preamble = RawConnection.preamble();
            byte[] open = new RawFrame(1, 0, 0, 0, RawFrameType.OPEN.write(0, Session.opening(agreed))).encode(true);
            try (HttpExchange later = sent(server, number, "3", open);
                    HttpExchange earlier = sent(server, number, "2", preamble)) {
                HttpExchange.Reply reply = earlier.read();
                reply.expect(200, "the post 2");
                if (reply.content().length <= Line.PREAMBLE) {
                    HttpExchange.Reply next = later.read();
                    next.expect(200, "the post 3");
                    if (reply.content().length + next.content().length <= Line.PREAMBLE) {
                        throw new Mismatch("a preamble and ACCEPT", "no more than a preamble");
                    }
                }
            }
        });
        to.add("14", "of three unanswered posts the oldest is answered", server -> {
            Agreed agreed = agree(server);
            String number = number();
            post(server, number, "1", new byte[0]).expect(200, "the first post");
            byte[] open = opening(agreed);
            try (HttpExchange second = sent(server, number, "2", open)) {
                second.read().expect(200, "the post with OPEN");
                try (HttpExchange third = sent(server, number, "3", new byte[0]);
                        HttpExchange fourth = sent(server, number, "4", new byte[0]);
                        HttpExchange fifth = sent(server, number, "5", new byte[0])) {
                    third.read().expect(200, "the oldest of three");
                }
            }
        });
    }

    private static void ends(Catalogue<Server> to) {
        to.add("14", "Parley-End completes all posts, the last with Parley-End", server -> {
            Agreed agreed = agree(server);
            String number = number();
            post(server, number, "1", new byte[0]).expect(200, "the first post");
            try (HttpExchange second = sent(server, number, "2", opening(agreed))) {
                second.read().expect(200, "the post with OPEN");
                try (HttpExchange third = sent(server, number, "3", new byte[0]);
                        HttpExchange last = new HttpExchange(server.url())) {
                    Map<String, String> headers = headers(number, "4");
                    headers.put("Parley-End", "true");
                    last.send("POST", headers, new byte[0]);
                    String end = third.read().header("Parley-End") + last.read().header("Parley-End");
                    if (!end.contains("true")) {
                        throw new Mismatch("Parley-End: true", "none");
                    }
                }
            }
        });
        to.add("14", "a post to a connection that ended is answered by 404", server -> {
            agree(server);
            String number = number();
            post(server, number, "1", new byte[0]).expect(200, "the first post");
            try (HttpExchange last = new HttpExchange(server.url())) {
                Map<String, String> headers = headers(number, "2");
                headers.put("Parley-End", "true");
                last.send("POST", headers, new byte[0]);
                last.read().expect(200, "the last post");
            }
            post(server, number, "3", new byte[0]).expect(404, "a post behind the last");
        });
        to.add("14", "a body above 4,194,304 bytes is answered by 413", server -> {
            agree(server);
            try (HttpExchange exchange = new HttpExchange(server.url())) {
                Map<String, String> headers = headers(number(), "1");
                headers.put("Content-Length", String.valueOf(MOST_BODY + 1));
                exchange.send("POST", headers, new byte[0]);
                exchange.read().expect(413, "a body that is too long");
            }
        });
    }

    private static Agreed agree(Server server) throws IOException {
        return server.agree(Wish.USUAL.with("channel", "http"));
    }

    private static byte[] opening(Agreed agreed) {
        return new ByteOutput()
                .bytes(RawConnection.preamble())
                .bytes(new RawFrame(1, 0, 0, 0, RawFrameType.OPEN.write(0, Session.opening(agreed))).encode(true))
                .toBytes();
    }

    private static void wrong(Catalogue<Server> to, String title, int status, String post) {
        to.add("14", title, server -> {
            agree(server);
            post(server, number(), post, new byte[0]).expect(status, "post " + post);
        });
    }

    static String number() {
        byte[] number = new byte[16];
        new Random().nextBytes(number);
        return HexFormat.of().formatHex(number);
    }

    static Map<String, String> headers(String connection, String post) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", FRAMES);
        headers.put("Parley-Connection", connection);
        if (!post.isEmpty()) {
            headers.put("Parley-Post", post);
        }
        return headers;
    }

    private static HttpExchange sent(Server server, String connection, String post, byte[] body) throws IOException {
        HttpExchange exchange = new HttpExchange(server.url());
        exchange.send("POST", headers(connection, post), body);
        return exchange;
    }

    private static HttpExchange.Reply post(Server server, String connection, String post, byte[] body)
            throws IOException {
        try (HttpExchange exchange = sent(server, connection, post, body)) {
            return exchange.read();
        }
    }
}
