package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.endpoint.EndpointCounts;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.FakeTimers;
import io.parley.testkit.proxy.ProxyKind;
import io.parley.testkit.proxy.ReverseProxy;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests two nodes behind common reverse proxies, with the configurations of the guide, and also without affinity. */
class RealProxiesTest {
    private static final int CALLS = 20;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<HttpEndpoint> nodes = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    static Stream<ProxyKind> kinds() {
        return ProxyKind.orAll(ProxyKind.NGINX, ProxyKind.ENVOY);
    }

    static Stream<Arguments> ways() {
        return kinds().flatMap(kind -> Stream.of(true, false)
                .flatMap(secure -> Stream.of("websocket", "http").map(channel -> Arguments.of(kind, secure, channel))));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void sessionsMeetTheirNodeBehindAProxyOfTheGuide(ProxyKind kind, boolean secure, String channel) throws Exception {
        ReverseProxy proxy = proxy(kind, text -> text);
        for (int session = 0; session < 4; session++) {
            HttpEndpointClient client = client(proxy, secure, Mode.ALWAYS, channel);
            for (int call = 0; call < CALLS; call++) {
                assertThat(sum(client)).isEqualTo(6.0);
            }
            assertThat(client.channel()).contains(channel);
            assertThat(client.failedChannels()).isEmpty();
        }
        await().untilAsserted(
                        () -> assertThat(handled(EndpointCounts::streamed)).isEqualTo(4 * CALLS));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void callsBySoapAreSpreadOverTheNodes(ProxyKind kind) throws Exception {
        HttpEndpointClient client = client(proxy(kind, text -> text), false, Mode.NEVER);

        for (int call = 0; call < 40; call++) {
            assertThat(sum(client)).isEqualTo(6.0);
        }

        assertThat(nodes).allSatisfy(node -> assertThat(node.counts().bySoap()).isPositive());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aWebSocketIsAskedForAgainUntilItsNodeGetsIt(ProxyKind kind) throws Exception {
        ReverseProxy proxy = proxy(kind, RealProxiesTest::roundRobin);

        for (int session = 0; session < 6; session++) {
            HttpEndpointClient client = client(proxy, false, Mode.ALWAYS, "websocket");
            assertThat(sum(client)).isEqualTo(6.0);
            assertThat(client.channel()).contains("websocket");
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void withoutAffinityThereIsNoSessionByPostsAndTheReasonIsNamed(ProxyKind kind) throws Exception {
        HttpEndpointClient client = client(proxy(kind, RealProxiesTest::roundRobin), false, Mode.ALWAYS, "http");

        assertThatThrownBy(() -> sum(client)).hasMessageContaining("WRONG_NODE").hasMessageContaining("Parley-Route");

        assertThat(nodes)
                .allSatisfy(node -> assertThat(node.counts().streamed()).isZero());
    }

    /**
     * Other calls determine the node of the next post, so that all posts of an opening may reach one node by chance.
     */
    @ParameterizedTest
    @MethodSource("kinds")
    void withoutAffinityEveryCallIsAnsweredOnceAndSaysHow(ProxyKind kind) throws Exception {
        HttpEndpointClient client = client(proxy(kind, RealProxiesTest::roundRobin), false, Mode.AUTO, "http");

        AtomicInteger calls = new AtomicInteger();
        await().untilAsserted(() -> {
            calls.incrementAndGet();
            assertThat(sum(client)).isEqualTo(6.0);
            assertThat(client.channel().isPresent()
                            || client.lastFallback().equals(Optional.of(FallbackReason.WRONG_NODE)))
                    .isTrue();
        });
        for (int call = 0; call < 10 * CALLS; call++) {
            assertThat(sum(client)).isEqualTo(6.0);
        }

        await().untilAsserted(() -> assertThat(handled(counts -> counts.streamed() + counts.bySoap()))
                .isEqualTo(calls.get() + 10 * CALLS));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aWebSocketOutlivesAProxyThatEndsSilentOnesAfterTwoSeconds(ProxyKind kind) throws Exception {
        ReverseProxy proxy = proxy(kind, RealProxiesTest::impatient);
        HttpEndpointClient client = kept(builder(proxy)
                .mode(Mode.ALWAYS)
                .channels("websocket")
                .webSocketKeepAlive(Duration.ofSeconds(1))
                .open(proxy.url(false, "/")));
        assertThat(sum(client)).isEqualTo(6.0);

        await().during(5, TimeUnit.SECONDS).until(() -> client.channel().isPresent());

        assertThat(sum(client)).isEqualTo(6.0);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theTimeAfterWhichAProxyEndedAWebSocketIsKnownToTheNext(ProxyKind kind) throws Exception {
        ReverseProxy proxy = proxy(kind, RealProxiesTest::impatient);
        FakeTimers time = new FakeTimers();
        HttpEndpointClient client = kept(builder(proxy)
                .mode(Mode.ALWAYS)
                .channels("websocket")
                .timers(time)
                .open(proxy.url(false, "/")));
        assertThat(sum(client)).isEqualTo(6.0);
        await().atMost(60, TimeUnit.SECONDS).until(() -> client.channel().isEmpty());
        time.advance(Duration.ofMinutes(1));
        assertThat(sum(client)).isEqualTo(6.0);

        await().during(5, TimeUnit.SECONDS).until(() -> client.channel().isPresent());

        assertThat(sum(client)).isEqualTo(6.0);
    }

    private static String impatient(String text) {
        String other = text.replaceAll("(proxy_(read|send)_timeout) 60s", "$1 2s")
                .replaceAll("timeout tunnel 60s", "timeout tunnel 2s")
                .replaceAll("(?m)^(Timeout|ProxyTimeout) 60$", "$1 2")
                .replace("idle_timeout: 60s", "idle_timeout: 2s");
        assertThat(other).as("another configuration").isNotEqualTo(text);
        return other;
    }

    private long handled(ToLongFunction<EndpointCounts> counted) {
        return nodes.stream().map(HttpEndpoint::counts).mapToLong(counted).sum();
    }

    /** Removes the directives that send the requests of a session to one node from the configuration. */
    private static String roundRobin(String text) {
        String without = text.replace("        hash $balanced_by consistent;\n", "")
                .replace("balance hdr(Parley-Route)\n    hash-type consistent", "balance roundrobin")
                .replace("lb_policy: RING_HASH", "lb_policy: ROUND_ROBIN")
                .replaceAll("(?m)^ *ProxySet stickysession.*\n|^Header add Set-Cookie.*\n", "");
        assertThat(without).as("another configuration").isNotEqualTo(text);
        return without;
    }

    private ReverseProxy proxy(ProxyKind kind, UnaryOperator<String> change) throws Exception {
        List<Integer> ports = new ArrayList<>();
        for (int node = 0; node < 2; node++) {
            HttpEndpoint endpoint = HttpEndpoint.serve(Samples.CONTRACT)
                    .on("sum", Numbers.class, Samples::sum)
                    .withoutStream()
                    .start(0);
            open.add(endpoint);
            nodes.add(endpoint);
            ports.add(endpoint.url().getPort());
        }
        ReverseProxy proxy = ReverseProxy.start(kind, folder, ports, change);
        open.add(proxy);
        return proxy;
    }

    private HttpEndpointClient client(ReverseProxy proxy, boolean secure, Mode mode, String... channels)
            throws Exception {
        HttpEndpointClient.Builder client = builder(proxy).mode(mode);
        if (channels.length > 0) {
            client.channels(channels);
        }
        return kept(client.open(proxy.url(secure, "/")));
    }

    private static HttpEndpointClient.Builder builder(ReverseProxy proxy) throws Exception {
        return HttpEndpointClient.of(Samples.CONTRACT)
                .http(HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .sslContext(proxy.trusting())
                        .build());
    }

    private HttpEndpointClient kept(HttpEndpointClient client) {
        open.add(client);
        return client;
    }

    private static double sum(HttpEndpointClient client) {
        return client.call("sum", Numbers.of(1, 2, 3), Total.class).value;
    }
}
