package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.negotiation.Mode;
import io.parley.runtime.Conversation;
import io.parley.runtime.StreamIdRange;
import io.parley.testkit.FakeTimers;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sessions that have used up their stream ids. */
class UsedUpSessionTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @ParameterizedTest
    @ValueSource(strings = {"stream", "websocket", "http"})
    void aSessionAtTheEndOfItsIdsIsRenewedAndNoCallFails(String channel) throws Exception {
        FakeTimers time = new FakeTimers();
        try (HttpEndpoint endpoint = HttpEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, Samples::sum)
                        .start(0);
                HttpEndpointClient client = HttpEndpointClient.of(Samples.CONTRACT)
                        .channels(channel)
                        .mode(Mode.ALWAYS)
                        .timers(time)
                        .open(endpoint.url())) {
            call(client);
            Conversation first = Objects.requireNonNull(client.session());
            // A session that ended earlier would not be replaced at once.
            time.advance(Duration.ofSeconds(31));
            StreamIdRange.leave(first, 20);

            await().atMost(PATIENCE).until(() -> {
                call(client);
                return client.session() != first;
            });

            call(client);
            assertThat(first.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
            assertThat(client.channel()).contains(channel);
            assertThat(client.lastFallback()).isEmpty();
            await().atMost(PATIENCE).until(() -> endpoint.counts().sessions() == 1);
        }
    }

    private static void call(HttpEndpointClient client) {
        assertThat(client.call("sum", Numbers.of(1, 2), Total.class).value).isEqualTo(3.0);
    }
}
