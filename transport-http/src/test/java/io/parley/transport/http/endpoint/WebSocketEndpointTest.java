package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ParleyException;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.proxy.TunnelProxy;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests sessions over WebSockets at an endpoint's URL, through a relay that cuts connections and refuses upgrades. */
class WebSocketEndpointTest {
    private final List<AutoCloseable> open = new ArrayList<>();
    private final AtomicInteger handled = new AtomicInteger();

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void aSessionThatCanBeResumedGoesOnInAnotherWebSocket() throws Exception {
        HttpEndpoint endpoint = kept(service().resumable().start(0));
        Relay relay = kept(new Relay(endpoint.url().getPort()));
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels("websocket")
                .resumable()
                .open(relay.url()));
        assertThat(sum(client)).isEqualTo(3.0);
        int before = relay.upgrades.get();

        for (int i = 1; i <= 3; i++) {
            relay.cut();
            assertThat(sum(client)).isEqualTo(3.0);
            assertThat(relay.upgrades).hasValue(before + i);
        }
        assertThat(client.channel()).contains("websocket");
        assertThat(endpoint.sessions()).isOne();
        assertThat(handled).hasValue(4);
    }

    /**
     * The second process does not know the session. The client notices at once, and not when the resume timeout is
     * over.
     */
    @Test
    void aServiceThatWasRestartedIsNegotiatedWithAnew() throws Exception {
        HttpEndpoint first = kept(service().resumable().start(0));
        HttpEndpoint second = kept(service().resumable().start(0));
        Relay relay = kept(new Relay(first.url().getPort()));
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.AUTO)
                .channels("websocket")
                .resumable()
                .open(relay.url()));
        await().until(() -> sum(client) == 3.0 && client.channel().isPresent());

        relay.port = second.url().getPort();
        relay.cut();
        await().until(() -> client.channel().isEmpty());
        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(first.counts().streamed() + first.counts().bySoap()).isPositive();
        assertThat(second.counts().bySoap()).isPositive();
    }

    /** Behaves like a firewall that passes only posts. */
    @Test
    void anUpgradeThatIsRefusedIsPassedOverForPostsAndRemembered() throws Exception {
        HttpEndpoint endpoint = kept(service().start(0));
        Relay relay = kept(new Relay(endpoint.url().getPort()));
        relay.refusing = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        callsByPosts(relay);
        assertThat(relay.upgrades).hasValue(1);
        assertThat(handled).hasValue(1);
    }

    /**
     * RFC 9113, 3.4: a peer that speaks only HTTP/2 takes other bytes for an invalid preface, and may send GOAWAY after
     * its SETTINGS.
     */
    @Test
    void onAWayOfHttp2AloneTheUpgradeIsPassedOverForPosts() throws Exception {
        HttpEndpoint endpoint = kept(service().start(0));
        Relay relay = kept(new Relay(endpoint.url().getPort()));
        String settings = "\0\0\0\4\0\0\0\0\0";
        String goAway = "\0\0\10\7\0\0\0\0\0" + "\0\0\0\0" + "\0\0\0\1";
        relay.refusing = settings + goAway;
        callsByPosts(relay);
        assertThat(handled).hasValue(1);
    }

    @Test
    void anAnswerThatIsNoneOfAWebSocketOpensNothing() throws Exception {
        HttpEndpoint endpoint = kept(service().start(0));
        for (String answer : List.of(
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                String.join(
                        "\r\n",
                        "HTTP/1.1 101 Switching Protocols",
                        "Upgrade: websocket",
                        "Connection: Upgrade",
                        "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
                        "Sec-WebSocket-Protocol: frames.parley.1",
                        "",
                        ""),
                "SSH-2.0-OpenSSH_9.6\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "")) {
            Relay relay = kept(new Relay(endpoint.url().getPort()));
            relay.refusing = answer;
            HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                    .mode(Mode.ALWAYS)
                    .channels("websocket", "http")
                    .open(relay.url()));
            assertThat(sum(client)).as(answer).isEqualTo(3.0);
            assertThat(client.channel()).as(answer).contains("http");
        }
    }

    @Test
    void whereTheProxyMakesNoTunnelPostsAreTaken() throws Exception {
        HttpEndpoint endpoint = kept(service().start(0));
        // The endpoint accepts requests in absolute form, as a proxy does, but no CONNECT.
        HttpClient proxied = proxied(endpoint.url().getPort()).build();
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels("websocket", "http")
                .http(proxied)
                .open(URI.create("http://service.example:8080/")));

        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(client.channel()).contains("http");
        assertThat(client.failedChannels()).isEqualTo(Map.of("websocket", FallbackReason.CONNECT_FAILED));
    }

    @Test
    void theUpgradeGoesInATunnelOfTheClientsProxyThatGetsItsCredentials() throws Exception {
        HttpEndpoint endpoint = kept(service().start(0));
        Relay relay = kept(new Relay(endpoint.url().getPort()));
        TunnelProxy proxy = kept(new TunnelProxy("Basic dXNlcjpzZWNyZXQ="));
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels("websocket")
                .header("Proxy-Authorization", "Basic dXNlcjpzZWNyZXQ=")
                .http(proxied(proxy.port()).build())
                .open(relay.url()));

        assertThat(sum(client)).isEqualTo(3.0);

        assertThat(client.channel()).contains("websocket");
        assertThat(proxy.tunnels()).isOne();
        assertThat(relay.heads.stream().filter(head -> head.startsWith("GET")))
                .singleElement()
                .asString()
                .doesNotContainIgnoringCase("proxy-authorization");
    }

    @Test
    void whatOnlyAnAuthenticatorKnowsIsSaidAndPostsAreTaken() throws Exception {
        HttpEndpoint endpoint = kept(service().start(0));
        TunnelProxy proxy = kept(new TunnelProxy("Basic dXNlcjpzZWNyZXQ="));
        HttpClient asking = proxied(proxy.port())
                .authenticator(new Authenticator() {
                    @Override
                    protected PasswordAuthentication getPasswordAuthentication() {
                        return new PasswordAuthentication("user", "secret".toCharArray());
                    }
                })
                .build();
        HttpEndpointClient byPosts = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels("websocket", "http")
                .http(asking)
                .open(endpoint.url()));
        HttpEndpointClient alone = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels("websocket")
                .http(asking)
                .open(endpoint.url()));

        assertThat(sum(byPosts)).isEqualTo(3.0);
        assertThat(byPosts.channel()).contains("http");
        assertThat(byPosts.failedChannels()).isEqualTo(Map.of("websocket", FallbackReason.CONNECT_FAILED));
        assertThatThrownBy(() -> sum(alone))
                .hasMessageContaining("CONNECT_FAILED")
                .hasMessageContaining("407")
                .hasMessageContaining("Authenticator is asked by the JDK's client alone");
    }

    /**
     * Returns an HTTP/1.1 client that connects to this machine through a proxy, which the JDK's default selector would
     * bypass.
     */
    private static HttpClient.Builder proxied(int port) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    }

    @Test
    void theUpgradeHasTheHeadersAndCookiesOfTheClient() throws Exception {
        HttpEndpoint endpoint = kept(service().start(0));
        Relay relay = kept(new Relay(endpoint.url().getPort()));
        CookieManager cookies = new CookieManager();
        cookies.put(relay.url(), Map.of("Set-Cookie", List.of("route=node7; Path=/")));
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels("websocket")
                .header("X-Tenant", "blue")
                .http(HttpClient.newBuilder().cookieHandler(cookies).build())
                .open(relay.url()));

        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(relay.heads.stream().filter(head -> head.startsWith("GET")))
                .singleElement()
                .asString()
                .contains("route=node7")
                .containsIgnoringCase("x-tenant: blue")
                .doesNotContainIgnoringCase("extensions")
                .matches("(?s)GET / HTTP/1.1\r\n.*");
    }

    @Test
    void aServiceWithoutWebSocketsAnswersNoUpgrade() throws Exception {
        HttpEndpoint endpoint = kept(service().withoutWebSockets().start(0));
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels("websocket")
                .open(endpoint.url()));

        assertThatThrownBy(() -> sum(client))
                .isInstanceOf(ParleyException.class)
                .hasMessageContaining("NO_COMMON_TERM");
    }

    private HttpEndpoint.Builder service() {
        return HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, numbers -> {
                    handled.incrementAndGet();
                    return Samples.sum(numbers);
                })
                .withoutStream();
    }

    /** Asserts that a client that prefers WebSockets falls back to posts. */
    private void callsByPosts(Relay relay) throws Exception {
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels("websocket", "http")
                .open(relay.url()));
        assertThat(sum(client)).isEqualTo(3.0);
        assertThat(client.channel()).contains("http");
        assertThat(client.failedChannels()).isEqualTo(Map.of("websocket", FallbackReason.CONNECT_FAILED));
    }

    private static double sum(HttpEndpointClient client) {
        return client.call("sum", Numbers.of(1, 2), Total.class).value;
    }

    private <T extends AutoCloseable> T kept(T each) {
        open.add(each);
        return each;
    }

    /** A relay in front of the endpoint, which can cut connections and answer upgrades itself. */
    private static final class Relay implements AutoCloseable {
        final AtomicInteger upgrades = new AtomicInteger();
        final List<String> heads = new CopyOnWriteArrayList<>();
        volatile int port;
        /** The response to upgrades; null to relay them. */
        volatile String refusing;

        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final List<Socket> sockets = new CopyOnWriteArrayList<>();

        Relay(int port) throws IOException {
            this.port = port;
            start(() -> {
                while (true) {
                    Socket from = server.accept();
                    sockets.add(from);
                    start(() -> relay(from));
                }
            });
        }

        URI url() {
            return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
        }

        private void relay(Socket from) throws IOException {
            try (from) {
                byte[] first = new byte[4096];
                int count = from.getInputStream().read(first);
                if (count < 0) {
                    return;
                }
                String head = new String(first, 0, count, StandardCharsets.ISO_8859_1);
                heads.add(head);
                if (head.startsWith("GET")) {
                    upgrades.incrementAndGet();
                    if (refusing != null) {
                        from.getOutputStream().write(refusing.getBytes(StandardCharsets.ISO_8859_1));
                        return;
                    }
                }
                try (Socket to = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    sockets.add(to);
                    to.setTcpNoDelay(true);
                    to.getOutputStream().write(first, 0, count);
                    start(() -> pass(to, from));
                    pass(from, to);
                }
            }
        }

        private static void pass(Socket from, Socket to) throws IOException {
            InputStream in = from.getInputStream();
            try (to) {
                in.transferTo(to.getOutputStream());
            }
        }

        private interface Work {
            void run() throws IOException;
        }

        private static void start(Work work) {
            Thread thread = new Thread(() -> {
                try {
                    work.run();
                } catch (IOException e) {
                    // One of the sockets was closed, which is expected.
                    assert e.getMessage() != null;
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        void cut() throws IOException {
            for (Socket each : sockets) {
                each.close();
            }
            sockets.clear();
        }

        @Override
        public void close() throws IOException {
            server.close();
            cut();
        }
    }
}
