package io.parley.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsolePageTest {
    private static final String OFF = "kind=off&endpoint=Client+A";

    private final List<Order> taken = new ArrayList<>();
    private final ConsolePage page = ConsolePage.of(List.of(Node.local("a", ConsolePageTest::status, taken::add)));

    @AfterEach
    void close() {
        page.close();
    }

    @Test
    void everyReplyForbidsWhatThePageDoesNotNeed() {
        for (String below : List.of("", "console.css", "console.js", "status", "events", "absent")) {
            ConsolePage.Reply reply = page.on(request("GET", below, Map.of(), ""));
            assertThat(reply.headers())
                    .as(below)
                    .containsEntry("X-Content-Type-Options", "nosniff")
                    .containsEntry("Cache-Control", "no-store")
                    .hasEntrySatisfying(
                            "Content-Security-Policy",
                            policy -> assertThat(policy)
                                    .contains("default-src 'none'", "frame-ancestors 'none'")
                                    .doesNotContain("unsafe"));
        }
        assertThat(page.on(request("GET", "", Map.of(), "")).body())
                .doesNotContain("style=")
                .doesNotContain(" onclick")
                .doesNotContain("//");
    }

    @Test
    void anOrderOfThePageIsCarriedOut() {
        Map<String, String> headers = Map.of(
                "Parley-Console",
                "order",
                "Origin",
                "https://a:8443",
                "Host",
                "a:8443",
                "Sec-Fetch-Site",
                "same-origin");

        assertThat(page.on(request("POST", "orders", headers, OFF)).status()).isEqualTo(200);

        assertThat(taken).containsExactly(new Order(Order.Kind.OFF, "Client A"));
    }

    @ParameterizedTest
    @CsvSource({
        "no header of the page,        '',    https://a:8443, same-origin",
        "another origin,               order, https://b:8443, same-origin",
        "an origin without a name,     order, null,           same-origin",
        "another site,                 order, https://a:8443, cross-site",
        "another name of the site,     order, https://a:8443, same-site"
    })
    void anOrderOfAnotherSiteIsRefused(String why, String header, String origin, String site) {
        Map<String, String> headers = new TreeMap<>(Map.of("Origin", origin, "Host", "a:8443", "Sec-Fetch-Site", site));
        if (!header.isEmpty()) {
            headers.put("Parley-Console", header);
        }

        assertThat(page.on(request("POST", "orders", headers, OFF)).status())
                .as(why)
                .isEqualTo(403);

        assertThat(taken).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"kind=burn, 400", "'', 400", "kind=off&node=1, 404", "kind=off&node=-1, 404", "kind=off&node=x, 400"})
    void anOrderThatMakesNoSenseIsNotCarriedOut(String form, int status) {
        assertThat(page.on(request("POST", "orders", Map.of("Parley-Console", "order"), form))
                        .status())
                .isEqualTo(status);
        assertThat(taken).isEmpty();
    }

    @Test
    void readingNeverOrders() {
        assertThat(page.on(request("GET", "orders", Map.of("Parley-Console", "order"), OFF))
                        .status())
                .isEqualTo(405);
        assertThat(page.on(request("POST", "status", Map.of("Parley-Console", "order"), OFF))
                        .status())
                .isEqualTo(405);
        assertThat(taken).isEmpty();
    }

    @Test
    void theApplicationsTokenReachesTheScriptAsText() {
        ConsolePage.Token token = new ConsolePage.Token("X-TOKEN", "a\"><script>");
        assertThat(page.on(request("GET", "", Map.of(), ""), Optional.of(token)).body())
                .contains("data-header=\"X-TOKEN\" content=\"a&quot;&gt;&lt;script&gt;\"");
    }

    @Test
    void whatPeersSayEndsNoTextOfTheStatus() {
        assertThat(Json.of(Map.of("peer", "</script>\"\\\r\n\u2028<!--")))
                .isEqualTo("{\"peer\":\"\\u003c/script\\u003e\\\"\\\\\\u000d\\u000a\\u2028\\u003c!--\"}");
    }

    @Test
    void aNodeThatFailsDelaysNoOtherAndSpeaksForNoOther() throws Exception {
        Node broken = new Node() {
            @Override
            public String name() {
                return "b";
            }

            @Override
            public String status() throws IOException {
                throw new IOException("no\n\nevent: node\ndata: 0\ndata: {}");
            }

            @Override
            public void take(Order order) {}
        };
        try (ConsolePage both = ConsolePage.of(List.of(Node.local("a", ConsolePageTest::status, taken::add), broken))) {
            Noted listener = new Noted();
            assertThat(both.listen(listener)).isTrue();

            List<String> events = List.of(listener.next(), listener.next());

            assertThat(events)
                    .anySatisfy(event -> assertThat(event).startsWith("event: node\ndata: 0\ndata: {\"name\":\"a\""))
                    .anySatisfy(event -> assertThat(event).startsWith("event: absent\ndata: 1\ndata: {"))
                    .allSatisfy(event -> assertThat(event.indexOf("\n\n")).isEqualTo(event.length() - 2));
        }
    }

    @Test
    void thePageIsFullAtSixteen() {
        for (int i = 0; i < 16; i++) {
            assertThat(page.listen(new Noted())).isTrue();
        }
        Noted one = new Noted();
        assertThat(page.listen(one)).isFalse();
    }

    private static NodeStatus status() {
        return new NodeStatus(
                "a",
                0,
                true,
                List.of(),
                new NodeStatus.Resources(
                        0,
                        List.of(),
                        Map.of(),
                        new NodeStatus.Store("memory", false, 0),
                        new NodeStatus.Recording("", false)),
                Map.of());
    }

    private static ConsolePage.Request request(String method, String below, Map<String, String> headers, String form) {
        return new ConsolePage.Request(method, below, headers::get, form, "somebody");
    }

    /** A listener that records events. */
    private static final class Noted implements ConsolePage.Listener {
        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        @Override
        public void send(byte[] more) {
            events.add(new String(more, StandardCharsets.UTF_8));
        }

        String next() throws InterruptedException {
            String event = events.poll(20, TimeUnit.SECONDS);
            assertThat(event).as("an event").isNotNull();
            return event;
        }

        @Override
        public void end() {}
    }
}
