package io.parley.conformance;

import java.io.IOException;
import java.util.HexFormat;

/** Sections 14 and 16 for clients: frames in HTTP posts to the service's URL. */
final class PostClientCases {
    private static final HexFormat HEX = HexFormat.of();
    private static final String CONNECTION = "Parley-Connection";
    private static final String OK = "200 OK";
    private static final int MOST_UNANSWERED = 3;
    private static final int MOMENT_MILLIS = 300;
    private static final int MOST_BODY = 524_288;

    private PostClientCases() {}

    static void add(Catalogue<Clients> to) {
        requests(to);
        connections(to);
        ends(to);
    }

    private static void requests(Catalogue<Clients> to) {
        first(
                to,
                "14",
                "the first request is a POST of frames to the service's URL, with the number 1",
                (visit, post) -> {
                    if (!post.method().equals("POST")
                            || !post.target().equals(visit.url().getPath())) {
                        throw new Mismatch("POST " + visit.url().getPath(), post.method() + " " + post.target());
                    }
                    equal(PostTalk.NUMBER, "1", post);
                    equal("Content-Type", PostCases.FRAMES, post);
                });
        first(to, "14", "the first request is empty", (visit, post) -> {
            if (post.content().length > 0) {
                throw new Mismatch("an empty body", post.content().length + " bytes");
            }
        });
        first(to, "14", "a connection has a number of 32 small hex digits", (visit, post) -> {
            if (!post.header(CONNECTION).matches("[0-9a-f]{32}")) {
                throw new Mismatch("32 hex digits", post.header(CONNECTION));
            }
        });
        first(
                to,
                "16",
                "a post names the node that the answer's response named",
                (visit, post) -> equal("Parley-Node", HEX.formatHex(visit.token(), 0, Long.BYTES), post));
        first(to, "16", "offer and post have the same route of 32 small digits", (visit, post) -> {
            equal("Parley-Route", visit.route(), post);
        });
        first(to, "16", "a post returns the cookies of the answer", (visit, post) -> {
            if (!post.header("Cookie").contains(Visit.COOKIE)) {
                throw new Mismatch("Cookie: " + Visit.COOKIE, post.header("Cookie"));
            }
        });
        to.add("14", "two connections have two numbers", clients -> {
            try (Visit one = clients.visitBy("http");
                    Visit other = clients.visitBy("http")) {
                String number = one.post().request().header(CONNECTION);
                if (number.equals(other.post().request().header(CONNECTION))) {
                    throw new Mismatch("two numbers", "one");
                }
            }
        });
    }

    private static void connections(Catalogue<Clients> to) {
        talk(to, "14", "a session is opened, and a request sent, in posts of one connection", (visit, talk) -> {
            equal(
                    "token",
                    HEX.formatHex(visit.token()),
                    String.valueOf(talk.opening().get("token")));
            talk.accepted();
            if (talk.longest() > MOST_BODY) {
                throw new Mismatch("bodies of at most 524,288 bytes", talk.longest() + " bytes");
            }
        });
        talk(to, "14", "at most 3 posts are unanswered", (visit, talk) -> {
            talk.opening();
            while (talk.unanswered() < MOST_UNANSWERED && visit.postsSoon(MOMENT_MILLIS)) {
                talk.take();
            }
            if (talk.unanswered() == MOST_UNANSWERED && visit.postsSoon(MOMENT_MILLIS)) {
                throw new Mismatch("at most 3 that are unanswered", "a fourth");
            }
        });
        talk(to, "14", "posts are answered by others, so that one is always unanswered", (visit, talk) -> {
            talk.opening();
            talk.accepted();
            while (talk.unanswered() > 0) {
                talk.answer(OK, new byte[0]);
            }
            talk.take();
        });
        talk(to, "16", "a first post that another node refused is made again", (visit, talk) -> {
            talk.take();
            talk.answer("421 Misdirected Request", new byte[0], "Parley-Code: WRONG_NODE");
            try (PostTalk again = new PostTalk(visit)) {
                again.opening();
            }
        });
    }

    private static void ends(Catalogue<Clients> to) {
        for (String status : new String[] {"500 Internal Server Error", "404 Not Found", "409 Conflict"}) {
            talk(
                    to,
                    "14",
                    "a post that is answered by " + status.substring(0, 3) + " ends the connection",
                    (visit, talk) -> {
                        talk.opening();
                        talk.answer(status, new byte[0]);
                        expectNoPost(visit, talk.connection());
                    });
        }
        talk(to, "14", "after Parley-End nothing is posted except for a last request", (visit, talk) -> {
            talk.opening();
            talk.accepted();
            if (talk.unanswered() == 0) {
                talk.take();
            }
            talk.answer(OK, new byte[0], "Parley-End: true");
            expectNoPost(visit, talk.connection());
        });
        talk(to, "14", "a body that does not end with the end of a frame ends the session", (visit, talk) -> {
            talk.opening();
            talk.answer(OK, new byte[] {'P', 'R', 'L'});
            visit.ended();
        });
    }

    /** Expects nothing more on a connection except for posts in flight and a last post. */
    private static void expectNoPost(Visit visit, String connection) {
        int more = 0;
        while (visit.postsSoon(MOMENT_MILLIS)) {
            HttpService.Request post = visit.post().request();
            boolean isLast = post.header("Parley-End").equals("true");
            if (post.header(CONNECTION).equals(connection) && !isLast && ++more > MOST_UNANSWERED) {
                throw new Mismatch(
                        "no more posts on a connection that is lost", "post " + post.header(PostTalk.NUMBER));
            }
        }
    }

    private interface Judgement {
        void of(Visit visit, HttpService.Request post);
    }

    private static void first(Catalogue<Clients> to, String section, String title, Judgement judgement) {
        to.add(section, title, clients -> {
            try (Visit visit = clients.visitBy("http")) {
                Visit.Open post = visit.post();
                post.connection().close();
                judgement.of(visit, post.request());
            }
        });
    }

    private interface Action {
        void in(Visit visit, PostTalk talk) throws IOException;
    }

    private static void talk(Catalogue<Clients> to, String section, String title, Action action) {
        to.add(section, title, clients -> {
            try (Visit visit = clients.visitBy("http");
                    PostTalk talk = new PostTalk(visit)) {
                action.in(visit, talk);
            }
        });
    }

    private static void equal(String header, String expected, HttpService.Request post) {
        equal(header, expected, post.header(header));
    }

    private static void equal(String what, String expected, String found) {
        if (!expected.equals(found)) {
            throw new Mismatch(what + ": " + expected, found);
        }
    }
}
