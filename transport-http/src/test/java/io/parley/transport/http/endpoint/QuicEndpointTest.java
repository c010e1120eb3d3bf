package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.FakeTimers;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sessions by QUIC for who names it, and by another channel for everybody else. */
class QuicEndpointTest {
    private static final String EVERYWHERE = "0.0.0.0";

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
        HttpEndpointClient client = client(endpoint.url(), "quic", "stream", "http");

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
            assertThat(client.passedOver()).isEmpty();
        }
    }

    @Test
    void blockedDatagramsArePassedOverForTheNextChannelAndRemembered() throws Exception {
        HttpEndpoint endpoint = kept(endpoint().host(EVERYWHERE).quicPort(0).start(0));
        // A closer address takes the datagrams that are for it, and says nothing.
        String blocked = "127.0.0.2";
        kept(new DatagramSocket(endpoint.quicPort(), InetAddress.getByName(blocked)));
        FakeTimers time = new FakeTimers();
        URI url = URI.create("http://" + blocked + ":" + endpoint.url().getPort() + "/");
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .timers(time)
                .channels("quic", "stream")
                .open(url));
        long begin = System.nanoTime();

        assertThat(sum(client)).isEqualTo(3.0);

        assertThat(client.channel()).contains("stream");
        assertThat(client.passedOver()).isEqualTo(Map.of("quic", FallbackReason.CONNECT_FAILED));
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isBetween(Duration.ofMillis(900), Duration.ofSeconds(20));
        time.advance(Duration.ofSeconds(29));
        assertThat(client.passedOver()).containsOnlyKeys("quic");
        time.advance(Duration.ofSeconds(2));
        assertThat(client.passedOver()).isEmpty();
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
