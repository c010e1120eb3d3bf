package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the combined console of two nodes: a simulated one that sends forged events, and an absent one. */
class ConsoleCommandTest {
    private final HttpClient http = HttpClient.newHttpClient();
    private final StringWriter out = new StringWriter();
    private final List<String> orders = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    private HttpServer node;
    private Thread command;
    private URI page;

    @BeforeEach
    void start() throws Exception {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/a/status", "{\"name\":\"a\"}\n\nevent: node\ndata: 1\ndata: {\"name\":\"forged\"}");
        answer("/a/orders", "done");
        node.start();
        String base = "http://127.0.0.1:" + node.getAddress().getPort();
        command = new Thread(() -> exitCode.complete(CommandRun.of(
                out,
                new StringWriter(),
                "console",
                base + "/a",
                base + "/absent",
                "http://127.0.0.1:1/down",
                "--header",
                "Authorization: Bearer secret")));
        command.start();
        await().until(() -> out.toString().contains("Ctrl-C"));
        page = URI.create(out.toString().lines().findFirst().orElseThrow());
    }

    @AfterEach
    void stop() throws Exception {
        command.interrupt();
        assertThat(exitCode.get(60, TimeUnit.SECONDS)).isZero();
        node.stop(0);
    }

    private void answer(String path, String text) {
        node.createContext(path, exchange -> {
            String credentials = exchange.getRequestHeaders().getFirst("Authorization");
            if (exchange.getRequestMethod().equals("POST")) {
                orders.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8) + " by "
                        + credentials + " " + exchange.getRequestHeaders().getFirst("Parley-Console"));
            }
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders("Bearer secret".equals(credentials) ? 200 : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    @Test
    void eachNodeSpeaksForItselfAndWhoIsAbsentIsNamed() throws Exception {
        HttpResponse<InputStream> events = http.send(request("events").build(), BodyHandlers.ofInputStream());
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
            while (lines.stream().filter(String::isEmpty).count() < 3) {
                lines.add(reader.readLine());
            }
        }
        assertThat(lines)
                .contains("event: node", "data: 0", "event: absent", "data: 1")
                .doesNotContain("data: {\"name\":\"forged\"}")
                .anySatisfy(line -> assertThat(line).contains("answers 404"))
                .anySatisfy(line -> assertThat(line).contains("http://127.0.0.1:1/down/ does not answer: "))
                .noneSatisfy(line -> assertThat(line).contains("null"));
    }

    @Test
    void anOrderGoesToTheNodeItIsFor() throws Exception {
        HttpRequest order = request("orders")
                .header("Parley-Console", "order")
                .POST(BodyPublishers.ofString("node=0&kind=off&endpoint=Client+A"))
                .build();

        assertThat(http.send(order, BodyHandlers.ofString()).statusCode()).isEqualTo(200);

        assertThat(orders).containsExactly("kind=off&endpoint=Client+A by Bearer secret order");
    }

    @Test
    void withoutTheSecretThereIsNothing() throws Exception {
        for (String path : List.of("/", "/console/", "/" + "0".repeat(32) + "/")) {
            assertThat(http.send(HttpRequest.newBuilder(page.resolve(path)).build(), BodyHandlers.discarding())
                            .statusCode())
                    .as(path)
                    .isEqualTo(404);
        }
    }

    private HttpRequest.Builder request(String below) {
        return HttpRequest.newBuilder(page.resolve(below));
    }
}
