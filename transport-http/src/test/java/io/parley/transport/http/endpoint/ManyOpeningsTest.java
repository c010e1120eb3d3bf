package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.websocket.RawWebSocket;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.negotiation.Mode;
import io.parley.transport.http.Raw;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests many clients of one address that open sessions at a URL, where only few openings may be pending. */
class ManyOpeningsTest {
    private static final int CLIENTS = 60;
    private static final int SILENT = 40;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void close() throws Exception {
        callers.shutdownNow();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "http"})
    void noneOfManyFails(String channel) throws Exception {
        HttpEndpoint endpoint = endpoint(2);
        List<HttpEndpointClient> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(client(channel, endpoint));
        }
        List<CompletableFuture<Double>> calls = new ArrayList<>();
        for (HttpEndpointClient each : clients) {
            calls.add(CompletableFuture.supplyAsync(() -> sum(each), callers));
        }

        for (CompletableFuture<Double> each : calls) {
            assertThat(each.get(1, TimeUnit.MINUTES)).isEqualTo(3);
        }
        assertThat(clients)
                .allMatch(each -> each.session().agreement().channel().equals(channel));
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "http"})
    void silentConnectionsKeepNobodyOutForLongerThanTheTimeToOpen(String channel) throws Exception {
        HttpEndpoint endpoint = endpoint(4);
        HttpEndpointClient honest = client(channel, endpoint);
        for (int i = 0; i < SILENT; i++) {
            silent(channel, endpoint.url().getPort(), i);
        }

        long began = System.nanoTime();
        assertThat(sum(honest)).isEqualTo(3);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isLessThan(Duration.ofMillis(Limit.OPEN_MILLIS.initial()));
    }

    /** It would be closed after ten seconds if nobody waited for its place. */
    @Test
    void whoIsSilentIsClosedEarlyWhileAnotherWaits() throws Exception {
        HttpEndpoint endpoint = endpoint(1, Duration.ofSeconds(10));
        long began = System.nanoTime();
        RawWebSocket first = upgraded(endpoint.url().getPort());
        upgraded(endpoint.url().getPort());

        first.awaitEnd();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
    }

    /** Opens a connection that is granted and brings no session: a store of durable ones lets in who shows none. */
    private void silent(String channel, int port, int number) throws Exception {
        if (channel.equals("http")) {
            Raw raw = kept(new Raw(port));
            raw.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/vnd.parley.frames\r\n"
                    + "Parley-Connection: " + String.format("%032x", number) + "\r\nParley-Post: 1\r\n"
                    + "Content-Length: 0\r\n\r\n");
            assertThat(raw.response()).startsWith("HTTP/1.1 200");
        } else {
            upgraded(port);
        }
    }

    private RawWebSocket upgraded(int port) throws Exception {
        return kept(new RawWebSocket(port))
                .upgraded(
                        RawWebSocket.request("/", new byte[1], new byte[32]).replaceFirst("Parley-Token: .*\r\n", ""));
    }

    private HttpEndpoint endpoint(int pending) throws Exception {
        return endpoint(pending, Duration.ofMillis(Limit.OPEN_MILLIS.initial()));
    }

    private HttpEndpoint endpoint(int pending, Duration toOpen) throws Exception {
        return kept(HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, Samples::sum)
                .limits(Limits.defaults()
                        .with(Limit.PENDING_PER_ADDRESS, pending)
                        .with(Limit.OPEN_MILLIS, toOpen.toMillis())
                        .with(Limit.SESSIONS_PER_PRINCIPAL, 10_000))
                .durable(kept(ContextStores.open("memory:", StoreSettings.defaults())))
                .start(0));
    }

    private HttpEndpointClient client(String channel, HttpEndpoint endpoint) {
        return kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels(channel)
                .open(endpoint.url()));
    }

    private static double sum(HttpEndpointClient client) {
        return client.call("sum", Numbers.of(1, 2), Total.class).value;
    }

    private <T extends AutoCloseable> T kept(T each) {
        open.add(each);
        return each;
    }
}
