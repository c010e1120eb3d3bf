package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.websocket.RawWebSocket;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.testkit.FreePort;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests sessions that are resumed at another endpoint over the same store. */
class DurableHttpEndpointTest {
    private static final long PATIENCE_SECONDS = 60;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        never.countDown();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        store.close();
    }

    @Test
    void theNextEndpointAtTheUrlAnswersACallThatWasUnderWay() throws Exception {
        HttpEndpoint first = kept(service("first").durable(store).start(0));
        AtomicInteger port = new AtomicInteger(first.url().getPort());
        FaultProxy balancer =
                kept(FaultProxy.balancing(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port.get())));
        HttpEndpointClient client =
                kept(client("websocket").open(first.url().resolve("http://127.0.0.1:" + balancer.port() + "/")));
        assertThat(sum(client, 1)).isEqualTo(3);
        assertThat(reliability(client)).isEqualTo(Reliability.DURABLE);
        CompletableFuture<Double> stuck = CompletableFuture.supplyAsync(() -> sum(client, 0));
        await().until(() -> handled.contains("first 0.0 false"));

        HttpEndpoint second = service("second").durable(store).start(0);
        open.add(0, second); // closed before the first endpoint, whose handler is blocked
        port.set(second.url().getPort());
        balancer.cut();

        assertThat(stuck.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(sum(client, 4)).isEqualTo(6);
        assertThat(client.channel()).contains("websocket");
        assertThat(handled)
                .containsExactly("first 1.0 false", "first 0.0 false", "second 0.0 true", "second 4.0 false");
    }

    @Test
    void anEndpointWhosePortIsTakenHandlesNothingOfSessions() throws Exception {
        HttpEndpoint first = kept(service("first").durable(store).start(0));
        HttpEndpointClient client = kept(client("websocket").open(first.url()));
        CompletableFuture<Double> stuck = CompletableFuture.supplyAsync(() -> sum(client, 0));
        await().until(() -> handled.contains("first 0.0 false"));

        for (int start = 0; start < 10; start++) {
            assertThatThrownBy(() ->
                            service("second").durable(store).start(first.url().getPort()))
                    .isInstanceOf(IOException.class);
        }

        never.countDown();
        assertThat(stuck.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(handled).containsExactly("first 0.0 false");
    }

    @Test
    void onTheStreamOnlyAPortThatTheNextEndpointHasTooMakesSessionsDurable() throws Exception {
        HttpEndpoint anywhere = kept(service("a").durable(store).start(0));
        HttpEndpoint there =
                kept(service("b").streamPort(FreePort.find()).durable(store).start(0));
        HttpEndpointClient toAnywhere = kept(client("stream").open(anywhere.url()));
        HttpEndpointClient toThere = kept(client("stream").open(there.url()));

        assertThat(sum(toAnywhere, 1)).isEqualTo(3);
        assertThat(sum(toThere, 1)).isEqualTo(3);

        assertThat(reliability(toAnywhere)).isEqualTo(Reliability.RESUME);
        assertThat(reliability(toThere)).isEqualTo(Reliability.DURABLE);
    }

    @Test
    void callersWithNamesAndPostsHaveSessionsThatOutliveAConnectionOnly() throws Exception {
        HttpEndpoint named = kept(service("a")
                .admission(authorization -> Optional.of("alice"))
                .durable(store)
                .start(0));
        HttpEndpoint open = kept(service("b").durable(store).start(0));
        HttpEndpointClient ofAlice = kept(client("websocket").open(named.url()));
        HttpEndpointClient byPosts = kept(client("http").open(open.url()));

        assertThat(sum(ofAlice, 1)).isEqualTo(3);
        assertThat(sum(byPosts, 1)).isEqualTo(3);

        assertThat(reliability(ofAlice)).isEqualTo(Reliability.RESUME);
        assertThat(reliability(byPosts)).isEqualTo(Reliability.RESUME);
    }

    /** RESUME decides whether they belong to a session; until then they are limited like new connections to the URL. */
    @Test
    void upgradesThatShowNoSessionAreBoundedAndClosedInTime() throws Exception {
        HttpEndpoint endpoint = kept(service("a")
                .limits(Limits.defaults().with(Limit.OPEN_MILLIS, 1_500).with(Limit.PENDING_CONNECTIONS, 2))
                .durable(store)
                .start(0));
        String upgrade = RawWebSocket.request("/", new byte[1], new byte[32]).replaceFirst("Parley-Token: .*\r\n", "");
        int port = endpoint.url().getPort();
        RawWebSocket first = kept(new RawWebSocket(port)).upgraded(upgrade);
        RawWebSocket second = kept(new RawWebSocket(port)).upgraded(upgrade);

        assertThat(kept(new RawWebSocket(port)).ask(upgrade)).startsWith("HTTP/1.1 503");
        first.awaitEnd();
        second.awaitEnd();
        assertThat(kept(new RawWebSocket(port)).ask(upgrade)).startsWith("HTTP/1.1 101");
        assertThat(endpoint.sessions()).isZero();
    }

    /**
     * Returns a service whose handler blocks for the rest of the test if the sum begins with 0, except on redelivery.
     */
    private HttpEndpoint.Builder service(String name) {
        return HttpEndpoint.serve(Samples.CONTRACT).resumable().on("sum", Numbers.class, (numbers, session) -> {
            boolean again = session.isRedelivered();
            handled.add(name + " " + numbers.number[0] + " " + again);
            if (numbers.number[0] == 0 && !again) {
                stuck();
            }
            return Samples.sum(numbers);
        });
    }

    private void stuck() {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static HttpEndpointClient.Builder client(String channel) {
        return HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels(channel)
                .durable();
    }

    private static double sum(HttpEndpointClient client, double first) {
        return client.call("sum", Numbers.of(first, 2), Total.class).value;
    }

    private static Reliability reliability(HttpEndpointClient client) {
        return client.session().agreement().reliability();
    }

    private <T extends AutoCloseable> T kept(T each) {
        open.add(each);
        return each;
    }
}
