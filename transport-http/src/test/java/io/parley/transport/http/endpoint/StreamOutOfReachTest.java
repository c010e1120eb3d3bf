package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.FakeTimers;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests clients that cannot reach all ports of a service. They call it at another address of this machine, at which a
 * relay leads to its URL; each test decides whether there is one to its stream, too.
 */
class StreamOutOfReachTest {
    private static final String OTHER = "127.0.0.2";

    private final AtomicInteger handled = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<AutoCloseable> open = new ArrayList<>();
    private HttpEndpoint endpoint;
    private Relay urlRelay;

    @BeforeEach
    void start() throws IOException {
        endpoint = HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, numbers -> {
                    handled.incrementAndGet();
                    return Samples.sum(numbers);
                })
                .on("length", String.class, text -> {
                    handled.incrementAndGet();
                    begun.countDown();
                    await(goOn);
                    return text.length();
                })
                .quicPort(0)
                .start(0);
        urlRelay = kept(new Relay(OTHER, endpoint.url().getPort()));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void close() throws Exception {
        goOn.countDown();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        endpoint.close();
    }

    @Test
    void aClosedStreamPortIsPassedOverForAWebSocketAtTheUrl() {
        HttpEndpointClient client = client(Mode.ALWAYS);

        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(client.channel()).contains("websocket");
        assertThat(client.failedChannels()).isEqualTo(Map.of("stream", FallbackReason.CONNECT_FAILED));
        assertThat(handled).hasValue(1);
    }

    /** SYNs to the stream port are dropped, as by a firewall. */
    @Test
    void besideAFilteredStreamPortAWebSocketIsOpenedWithoutASecondOfWaiting() throws Exception {
        ServerSocket silent = kept(new ServerSocket(endpoint.streamPort(), 1, InetAddress.getByName(OTHER)));
        fillBacklog(silent);

        assertOpensAWebSocketBeforeASecondIsOver();
    }

    @Test
    void besideAStreamPortThatTakesConnectionsAndSaysNothingTheSame() throws Exception {
        kept(new ServerSocket(endpoint.streamPort(), 50, InetAddress.getByName(OTHER)));

        assertOpensAWebSocketBeforeASecondIsOver();
    }

    /** Asserts this for the fastest of three attempts, since the machine may be busy. */
    private void assertOpensAWebSocketBeforeASecondIsOver() {
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            HttpEndpointClient client = client(Mode.ALWAYS);
            long begin = System.nanoTime();
            assertThat(sum(client)).isEqualTo(3.0);
            fastest = Math.min(fastest, System.nanoTime() - begin);
            assertThat(client.channel()).contains("websocket");
            assertThat(client.failedChannels()).containsOnlyKeys("stream");
            assertThat(client.failedChannels().get("stream"))
                    .isIn(FallbackReason.CONNECT_FAILED, FallbackReason.CONNECT_TIMEOUT);
        }
        System.out.println(
                "a WebSocket beside it within " + Duration.ofNanos(fastest).toMillis() + " ms");
        assertThat(Duration.ofNanos(fastest)).isBetween(Duration.ofMillis(250), Duration.ofMillis(900));
        assertThat(handled).hasValue(3);
    }

    /**
     * The relay to the stream takes longer than its head start: the session that opens second is closed, and the
     * channel is offered again.
     */
    @Test
    void aStreamThatOpensBehindTheWebSocketIsClosedAndOfferedAgain() throws Exception {
        Relay slow = kept(new Relay(OTHER, endpoint.streamPort()));
        slow.held = new CountDownLatch(1);
        HttpEndpointClient client = client(Mode.ALWAYS);
        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(client.channel()).contains("websocket");

        slow.held.countDown();

        Awaitility.await().until(() -> client.failedChannels().isEmpty());
        Awaitility.await().until(() -> slow.sockets.stream().allMatch(Socket::isClosed));
        assertThat(client.channel()).contains("websocket");
        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(handled).hasValue(2);
    }

    /**
     * At this address the datagrams of QUIC reach a socket that does not respond, as behind a firewall that drops them.
     */
    @Test
    void blockedDatagramsArePassedOverForTheNextChannelAndRemembered() throws Exception {
        kept(new DatagramSocket(endpoint.quicPort(), InetAddress.getByName(OTHER)));
        FakeTimers time = new FakeTimers();
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .timers(time)
                .channels("quic", "websocket")
                .open(url()));
        long begin = System.nanoTime();

        assertThat(sum(client)).isEqualTo(3.0);

        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isBetween(Duration.ofMillis(250), Duration.ofSeconds(20));
        assertThat(client.channel()).contains("websocket");
        assertThat(client.failedChannels()).containsOnlyKeys("quic");
        assertThat(client.failedChannels().get("quic"))
                .isIn(FallbackReason.CONNECT_FAILED, FallbackReason.CONNECT_TIMEOUT);
        time.advance(Duration.ofSeconds(29));
        assertThat(client.failedChannels()).containsOnlyKeys("quic");
        time.advance(Duration.ofSeconds(2));
        assertThat(client.failedChannels()).isEmpty();
    }

    /** The port becomes reachable again, but is not tried before half a minute has passed. */
    @Test
    void aStreamPortThatWasPassedOverIsRememberedForHalfAMinute() throws Exception {
        FakeTimers time = new FakeTimers();
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .timers(time)
                .open(url()));
        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(client.channel()).contains("websocket");
        Relay stream = kept(new Relay(OTHER, endpoint.streamPort()));

        time.advance(Duration.ofSeconds(29));
        cutSession(client);
        assertThat(client.channel()).contains("websocket");
        assertThat(stream.sockets).isEmpty();

        time.advance(Duration.ofSeconds(2));
        cutSession(client);
        assertThat(client.channel()).contains("stream");
        assertThat(client.failedChannels()).isEmpty();
    }

    /** Cuts the session, and calls until the client has a new one. */
    private void cutSession(HttpEndpointClient client) {
        urlRelay.cut();
        Awaitility.await().until(() -> client.channel().isEmpty());
        Awaitility.await().until(() -> {
            try {
                return sum(client) == 3.0 && client.channel().isPresent();
            } catch (ParleyException e) {
                return false;
            }
        });
    }

    @Test
    void withoutPostsAClosedStreamPortLeavesCallsOnSoapWithTheReason() {
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.AUTO)
                .channels("stream")
                .open(url()));

        Awaitility.await().until(() -> {
            sum(client);
            return client.lastFallback()
                    .filter(FallbackReason.CONNECT_FAILED::equals)
                    .isPresent();
        });
        int before = handled.get();
        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(handled).hasValue(before + 1);
        assertThat(client.channel()).isEmpty();
    }

    @Test
    void aStreamThatIsCutUnderACallFailsThatCallAloneAndRunsNothingTwice() throws Exception {
        Relay stream = kept(new Relay(OTHER, endpoint.streamPort()));
        HttpEndpointClient client = client(Mode.AUTO);
        Awaitility.await().until(() -> {
            sum(client);
            return client.channel().filter("stream"::equals).isPresent();
        });
        int before = handled.get();
        CompletableFuture<Integer> call =
                CompletableFuture.supplyAsync(() -> client.call("length", "four", Integer.class));
        await(begun);
        stream.close();
        goOn.countDown();

        assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(ParleyException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONNECTION_LOST);
                    assertThat(e.retry()).isEqualTo(ErrorCode.Retry.NEVER);
                });
        assertThat(handled).hasValue(before + 1);
        for (int i = 0; i < 5; i++) {
            assertThat(sum(client)).isEqualTo(3.0);
        }
        assertThat(handled).hasValue(before + 6);
        assertThat(client.lastFallback()).isPresent();
    }

    @Test
    void aStreamThatFallsSilentFailsTheCallUnderWayAndLeavesTheOthersOnSoap() throws Exception {
        Relay stream = kept(new Relay(OTHER, endpoint.streamPort()));
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .timeout(Duration.ofSeconds(2))
                .open(url()));
        Awaitility.await().until(() -> {
            sum(client);
            return client.channel().filter("stream"::equals).isPresent();
        });

        stream.silent = true;
        assertThatThrownBy(() -> sum(client))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
        for (int i = 0; i < 5; i++) {
            assertThat(sum(client)).isEqualTo(3.0);
        }
        assertThat(client.lastFallback()).contains(FallbackReason.PEER_SILENT);
    }

    /** Connects until further connections are not answered. */
    private void fillBacklog(ServerSocket silent) {
        for (int i = 0; i < 8; i++) {
            Socket filling = new Socket();
            kept(filling);
            try {
                filling.connect(silent.getLocalSocketAddress(), 200);
            } catch (IOException full) {
                return;
            }
        }
    }

    private URI url() {
        return URI.create("http://" + OTHER + ":" + endpoint.url().getPort() + "/");
    }

    private HttpEndpointClient client(Mode mode) {
        return kept(HttpEndpointClient.of(Samples.CONTRACT).mode(mode).open(url()));
    }

    private static double sum(HttpEndpointClient client) {
        return client.call("sum", Numbers.of(1, 2), Total.class).value;
    }

    private <T extends AutoCloseable> T kept(T each) {
        open.add(each);
        return each;
    }

    /** A relay from a port of one address to the same port of 127.0.0.1; closing it closes all its connections. */
    private static final class Relay implements AutoCloseable {
        private static final int BUFFER = 16 * 1024;

        private final ServerSocket listening;
        private final List<Socket> sockets = new CopyOnWriteArrayList<>();
        /** True to discard received bytes instead of relaying them. */
        volatile boolean silent;
        /** Delays the relayed bytes until it is released. */
        volatile CountDownLatch held = new CountDownLatch(0);

        Relay(String host, int port) throws IOException {
            listening = new ServerSocket(port, 50, InetAddress.getByName(host));
            start(() -> {
                while (true) {
                    Socket near = listening.accept();
                    Socket far = new Socket(InetAddress.getLoopbackAddress(), port);
                    sockets.add(near);
                    sockets.add(far);
                    start(() -> pass(near, far));
                    start(() -> pass(far, near));
                }
            });
        }

        private void pass(Socket from, Socket into) throws IOException {
            byte[] buffer = new byte[BUFFER];
            try (from;
                    into) {
                for (int read = from.getInputStream().read(buffer);
                        read >= 0;
                        read = from.getInputStream().read(buffer)) {
                    await(held);
                    if (!silent) {
                        into.getOutputStream().write(buffer, 0, read);
                    }
                }
            }
        }

        private interface Work {
            void run() throws IOException;
        }

        private void start(Work work) {
            Thread thread = new Thread(() -> {
                try {
                    work.run();
                } catch (IOException over) {
                    // closed by the test, or by one side
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        /** Closes all current connections. */
        void cut() {
            for (Socket each : sockets) {
                try {
                    each.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
            cut();
        }
    }
}
