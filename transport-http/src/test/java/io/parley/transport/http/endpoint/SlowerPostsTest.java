package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.FakeTimers;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Tests operations for which SOAP and posts differ in speed by a factor of two, on a clock that only handlers advance.
 */
class SlowerPostsTest {
    /** Enough calls for a comparison of nine calls over each route, and some after it. */
    private static final int CALLS = 60;

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofMillis(2);

    private final FakeTimers time = new FakeTimers();

    @Test
    void anOperationThatPostsMakeSlowerGoesBySoapWithTheReason() throws Exception {
        try (HttpEndpoint endpoint = endpoint(LONG, SHORT);
                HttpEndpointClient client = client(endpoint, Mode.AUTO, "http")) {
            call(client, CALLS);
            long before = endpoint.counts().streamed();

            call(client, 5);

            assertThat(client.lastFallback()).contains(FallbackReason.SLOWER);
            assertThat(client.channel()).as("the session is there for others").contains("http");
            assertThat(endpoint.counts().streamed()).isEqualTo(before);
        }
    }

    @Test
    void whereSoapIsSlowerCallsStayOnTheSession() throws Exception {
        try (HttpEndpoint endpoint = endpoint(SHORT, LONG);
                HttpEndpointClient client = client(endpoint, Mode.AUTO, "http")) {
            call(client, CALLS);
            long before = endpoint.counts().bySoap();

            call(client, 5);

            assertThat(endpoint.counts().bySoap()).isEqualTo(before);
        }
    }

    @Test
    void inModeAlwaysAllCallsStream() throws Exception {
        try (HttpEndpoint endpoint = endpoint(LONG, SHORT);
                HttpEndpointClient client = client(endpoint, Mode.ALWAYS, "http")) {
            call(client, CALLS);

            assertThat(endpoint.counts().bySoap()).isZero();
        }
    }

    private HttpEndpoint endpoint(Duration streamed, Duration bySoap) throws Exception {
        return HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, (numbers, session) -> {
                    time.advance(session.isOpen() ? streamed : bySoap);
                    return Samples.sum(numbers);
                })
                .withoutStream()
                .start(0);
    }

    private HttpEndpointClient client(HttpEndpoint endpoint, Mode mode, String channel) {
        HttpEndpointClient client = HttpEndpointClient.of(Samples.CONTRACT)
                .channels(channel)
                .mode(mode)
                .timers(time)
                .open(endpoint.url());
        await().untilAsserted(() -> {
            call(client, 1);
            assertThat(client.channel()).contains(channel);
        });
        return client;
    }

    private static void call(HttpEndpointClient client, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(client.call("sum", Numbers.of(1, 2, 3), Total.class).value)
                    .isEqualTo(6.0);
        }
    }
}
