package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.negotiation.Mode;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that sessions use QUIC for clients that name it, and another channel for all others. */
class QuicEndpointTest {
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void whoNamesQuicHasASessionByItAtAnHttpAddress() throws Exception {
        HttpEndpoint endpoint = kept(endpoint().quicPort(0).start(0));
        // QUIC only: on a busy machine, another channel might be established sooner.
        HttpEndpointClient client = client(endpoint.url(), "quic");

        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(client.channel()).contains("quic");
        assertThat(endpoint.quicPort()).isPositive();
        assertThat(client.session().agreement().security().term()).isEqualTo("tls");
        assertThat(client.session().agreement().certificate()).hasSize(64);
    }

    @Test
    void whoDoesNotNameQuicIsOnTheStream() throws Exception {
        HttpEndpoint endpoint = kept(endpoint().quicPort(0).start(0));
        HttpEndpointClient client =
                kept(HttpEndpointClient.of(Samples.CONTRACT).mode(Mode.ALWAYS).open(endpoint.url()));

        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(client.channel()).contains("stream");
    }

    @Test
    void anEndpointOpensNoPortForQuicUnlessItIsTold() throws Exception {
        HttpEndpoint endpoint = kept(endpoint().start(0));

        assertThat(endpoint.quicPort()).isZero();
        for (String next : List.of("stream", "websocket", "http")) {
            HttpEndpointClient client = client(endpoint.url(), "quic", next);
            assertThat(sum(client)).isEqualTo(3.0);
            assertThat(client.channel()).contains(next);
            assertThat(client.failedChannels()).isEmpty();
        }
    }

    private static HttpEndpoint.Builder endpoint() {
        return HttpEndpoint.serve(Samples.CONTRACT).on("sum", Numbers.class, Samples::sum);
    }

    private HttpEndpointClient client(URI url, String... channels) {
        return kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels(channels)
                .open(url));
    }

    private static double sum(HttpEndpointClient client) {
        return client.call("sum", Numbers.of(1, 2), Total.class).value;
    }

    private <T extends AutoCloseable> T kept(T each) {
        open.add(each);
        return each;
    }
}
