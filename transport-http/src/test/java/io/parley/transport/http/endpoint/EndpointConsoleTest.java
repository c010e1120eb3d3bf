package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Tick;
import io.parley.transport.http.endpoint.Samples.Total;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the operator's console of a program without CXF. */
class EndpointConsoleTest {
    private static final String OPERATOR = "Basic b3BlcmF0b3I6c2VjcmV0";

    private final HttpClient http = HttpClient.newHttpClient();
    private HttpEndpoint endpoint;

    @BeforeEach
    void start() throws Exception {
        endpoint = service()
                .console(authorization -> authorization.equals(OPERATOR) ? Optional.of("operator") : Optional.empty())
                .start(0);
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private static HttpEndpoint.Builder service() {
        return HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, Samples::sum)
                .on("length", String.class, String::length)
                .onMessage("subscribe", Tick.class, (tick, session) -> {});
    }

    @Test
    void callersOfTheServiceAreNoOperators() throws Exception {
        for (String below : Set.of("", "status", "events", "console.js")) {
            assertThat(get(below, "").statusCode()).as(below).isEqualTo(401);
        }
        assertThat(post("kind=off", "").statusCode()).isEqualTo(401);
        assertThat(get("", OPERATOR).body()).contains("<title>Parley console</title>");
    }

    @Test
    void thereIsNoPageUnlessItIsSwitchedOnWithAccessControl() throws Exception {
        assertThatThrownBy(() -> service().console(Admission.ALL)).isInstanceOf(IllegalArgumentException.class);
        try (HttpEndpoint plain = service().start(0)) {
            URI page = plain.url().resolve("/console/");
            assertThat(http.send(HttpRequest.newBuilder(page).build(), BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void eventsComeUntilThePageIsClosed() throws Exception {
        HttpResponse<InputStream> events = http.send(request("events", OPERATOR).build(), BodyHandlers.ofInputStream());
        assertThat(events.headers().firstValue("Content-Type")).contains("text/event-stream");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("event: node");
            assertThat(lines.readLine()).isEqualTo("data: 0");
            assertThat(lines.readLine()).startsWith("data: {\"name\":\"http");
        }
    }

    @Test
    void anOpenPageDoesNotHoldTheEndUp() throws Exception {
        var unused = http.send(request("events", OPERATOR).build(), BodyHandlers.ofInputStream());
        assertThat(endpoint.drain(Duration.ofSeconds(20))).isTrue();
    }

    @Test
    void switchedOffCallsGoBySoapUntilItIsOnAgain() throws Exception {
        try (HttpEndpointClient client =
                HttpEndpointClient.of(Samples.CONTRACT).mode(Mode.AUTO).open(endpoint.url())) {
            await().untilAsserted(() -> {
                assertThat(client.call("sum", Numbers.of(1, 2), Total.class)).isNotNull();
                assertThat(get("status", OPERATOR).body()).contains("\"channel\":\"stream\"");
            });

            assertThat(post("kind=off", OPERATOR).statusCode()).isEqualTo(200);

            await().untilAsserted(() -> {
                assertThat(client.call("sum", Numbers.of(1, 2), Total.class)).isNotNull();
                assertThat(client.lastFallback().orElseThrow())
                        .isIn(FallbackReason.GOING_AWAY, FallbackReason.SWITCHED_OFF);
            });
            assertThat(get("status", OPERATOR).body()).contains("\"on\":false", "BY_SOAP");
            assertThat(post("kind=on", OPERATOR).statusCode()).isEqualTo(200);
            assertThat(get("status", OPERATOR).body()).contains("\"on\":true");
        }
    }

    private HttpResponse<String> get(String below, String authorization) throws Exception {
        return http.send(request(below, authorization).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String form, String authorization) throws Exception {
        return http.send(
                request("orders", authorization)
                        .header("Parley-Console", "order")
                        .POST(BodyPublishers.ofString(form))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String below, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint.url().resolve("/console/" + below));
        return authorization.isEmpty() ? request : request.header("Authorization", authorization);
    }
}
