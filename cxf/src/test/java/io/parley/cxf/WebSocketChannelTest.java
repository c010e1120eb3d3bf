package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Digest;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.NewKeys;
import io.parley.testkit.proxy.TunnelProxy;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.security.ProxyAuthorizationPolicy;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients with the websocket channel, against endpoints in CXF's own Jetty. */
@Timeout(120)
class WebSocketChannelTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    @TempDir
    private static Path directory;

    private static KeyStore keys;
    private static KeyStore alice;
    private static KeyStore elsewhere;

    private final Published published = new Published();
    private final WrappedStationsImpl service = new WrappedStationsImpl();

    @BeforeAll
    static void make() throws Exception {
        keys = Certificates.make(directory, "localhost");
        alice = Certificates.make(directory, "alice");
        Path file = directory.resolve("elsewhere.p12");
        NewKeys.write(file, "elsewhere", "-keyalg", "EC", "-ext", "san=dns:elsewhere.example");
        elsewhere = Certificates.read(file);
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.WEBSOCKET)
    @Test
    void everythingAnswersAsOverSoap() throws Exception {
        published.publish(service, SOAP11, overWebSocket());
        WrappedStations proxy = published.proxy(WrappedStations.class, SOAP11, overWebSocket());

        assertThat(proxy.echo("ünï©ødé \uD83D\uDE00 & <markup>")).isEqualTo("ünï©ødé \uD83D\uDE00 & <markup>");
        assertThat(proxy.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4.0);
        assertThatThrownBy(() -> proxy.fail("other")).hasMessage("unchecked: other");
        proxy.tell("later");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("later");

        assertThat(channel(proxy)).isEqualTo("websocket");
        assertThat(Published.status(proxy).streamedCalls()).isEqualTo(4);
        assertThat(Published.status(proxy).typedParts()).isPositive();
    }

    @Test
    void aMessageOfTwentyTwoMegabytesGoesThrough() {
        published.publish(service, SOAP11, overWebSocket());
        WrappedStations proxy = published.proxy(WrappedStations.class, SOAP11, overWebSocket());
        double[] values = new double[22_000_000 / Double.BYTES];
        Arrays.fill(values, 0.5);

        assertThat(proxy.sum(Reading.of("north", values))).isEqualTo(values.length / 2.0);

        assertThat(Published.status(proxy).streamedCalls()).isEqualTo(1);
    }

    @Test
    void aSessionGoesOnInAnotherWebSocketWhenItsOwnIsCut() throws Exception {
        published.publish(service, SOAP11, overWebSocket().set("parley.reliability", "resume"));
        try (CutRelay relay = new CutRelay()) {
            relay.to(published.port);
            WrappedStations proxy = published.proxy(
                    WrappedStations.class,
                    "http://localhost:" + relay.port() + "/stations",
                    SOAP11,
                    overWebSocket().set("parley.reliability", "resume"));
            assertThat(proxy.echo("before")).isEqualTo("before");
            var opened = Published.status(proxy).agreement().orElseThrow().digest();

            relay.cutOnce();

            assertThat(proxy.echo("behind")).isEqualTo("behind");
            assertThat(Published.status(proxy).streamedCalls()).isEqualTo(2);
            assertThat(Published.status(proxy).agreement().orElseThrow().digest())
                    .isEqualTo(opened);
        }
    }

    @Test
    void whereTheStreamsPortIsClosedTheUrlIsTriedByAnUpgradeFirst() {
        published.publish(service, SOAP11, new ParleyFeature().set("parley.advertised-port", Published.freePort()));
        WrappedStations proxy = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));

        long begin = System.nanoTime();
        assertThat(proxy.echo("x")).isEqualTo("x");

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
        assertThat(channel(proxy)).isEqualTo("websocket");
        assertThat(Published.status(proxy).failedChannels()).isEqualTo(Map.of("stream", FallbackReason.CONNECT_FAILED));
    }

    /** The fastest of three attempts counts, since the machine may be busy. */
    @Test
    void besideAStreamsPortThatSaysNothingAWebSocketIsOpenedWithoutASecondOfWaiting() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            published.publish(
                    service, SOAP11, new ParleyFeature().set("parley.advertised-port", silent.getLocalPort()));
            long fastest = Long.MAX_VALUE;
            for (int i = 0; i < 3; i++) {
                Published another = new Published();
                try {
                    WrappedStations proxy = another.proxy(
                            WrappedStations.class,
                            published.address(),
                            SOAP11,
                            Published.patient().mode(Mode.ALWAYS));
                    long begin = System.nanoTime();
                    assertThat(proxy.echo("x")).isEqualTo("x");
                    fastest = Math.min(fastest, System.nanoTime() - begin);
                    assertThat(channel(proxy)).isEqualTo("websocket");
                    assertThat(Published.status(proxy).failedChannels())
                            .isEqualTo(Map.of("stream", FallbackReason.CONNECT_TIMEOUT));
                } finally {
                    another.close();
                }
            }
            System.out.println(
                    "a WebSocket beside it within " + Duration.ofNanos(fastest).toMillis() + " ms");
            assertThat(Duration.ofNanos(fastest)).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void theConduitsTrustAndKeysAreThoseOfTheUpgrade() throws Exception {
        Https.serve(published, keys, alice);
        published.publishAny(service, Https.address(published), SOAP11, overWebSocket());

        WrappedStations proxy = Https.trusting(
                keys,
                published.proxy(WrappedStations.class, Https.address(published), SOAP11, overWebSocket()),
                Certificates.own(alice));

        assertThat(proxy.echo("shown")).as("the service takes none without").isEqualTo("shown");
        assertThat(channel(proxy)).isEqualTo("websocket");
        assertThat(Published.status(proxy).streamedCalls()).isEqualTo(1);
    }

    @Test
    void theConduitsHeadersAreThoseOfTheUpgrade() throws Exception {
        published.publish(service, SOAP11, overWebSocket());
        try (CutRelay relay = new CutRelay()) {
            relay.to(published.port);
            WrappedStations proxy = published.proxy(
                    WrappedStations.class, "http://localhost:" + relay.port() + "/stations", SOAP11, overWebSocket());
            HTTPClientPolicy policy = new HTTPClientPolicy();
            policy.setHost("stations.example:8080");
            policy.setCookie("login=7");
            policy.setAccept("text/xml, application/vnd.example");
            policy.setAcceptLanguage("de");
            policy.setCacheControl("no-store");
            policy.setBrowserType("Stations/1.0");
            policy.setReferer("https://console.example/");
            ((HTTPConduit) Published.client(proxy).getConduit()).setClient(policy);
            ((BindingProvider) proxy)
                    .getRequestContext()
                    .put(Message.PROTOCOL_HEADERS, Map.of("X-Station", List.of("north", "south")));

            assertThat(proxy.echo("x")).isEqualTo("x");

            assertThat(channel(proxy)).isEqualTo("websocket");
            String upgrade = relay.beginnings().stream()
                    .filter(beginning -> beginning.startsWith("GET "))
                    .findFirst()
                    .orElseThrow();
            assertThat(upgrade.split("\r\n"))
                    .contains(
                            "Host: stations.example:8080",
                            "Cookie: login=7",
                            "Accept: text/xml, application/vnd.example",
                            "Accept-Language: de",
                            "Cache-Control: no-store",
                            "User-Agent: Stations/1.0",
                            "Referer: https://console.example/",
                            "X-Station: north, south",
                            "Connection: Upgrade");
            assertThat(upgrade).doesNotContainIgnoringCase("SOAPAction").doesNotContainIgnoringCase("Content-Type");
        }
    }

    @Test
    void whoShowsAnotherCookieHasAnotherSession() {
        published.publish(service, SOAP11, overWebSocket());
        WrappedStations proxy = published.proxy(WrappedStations.class, SOAP11, overWebSocket());
        List<Digest> sessions = new ArrayList<>();
        for (String cookie : List.of("login=alice", "login=bob", "login=alice")) {
            HTTPClientPolicy policy = new HTTPClientPolicy();
            policy.setCookie(cookie);
            ((BindingProvider) proxy).getRequestContext().put(HTTPClientPolicy.class.getName(), policy);
            assertThat(proxy.echo(cookie)).isEqualTo(cookie);
            sessions.add(Published.status(proxy).agreement().orElseThrow().digest());
        }

        assertThat(sessions.get(1)).isNotEqualTo(sessions.get(0));
        assertThat(sessions.get(2)).isEqualTo(sessions.get(0));
        assertThat(Published.status(proxy).streamedCalls()).isEqualTo(3);
    }

    /** An offer over the same conduit is refused as well, so only the client's connection is tested. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCertificateOfAnotherHostIsTakenOnlyWithoutTheHostsCheck(boolean unchecked) throws Exception {
        Https.serve(published, elsewhere);
        published.publishAny(service, Https.address(published), SOAP11, overWebSocket());
        WrappedStations proxy =
                published.proxy(WrappedStations.class, Https.address(published), SOAP11, overWebSocket());
        TLSClientParameters tls = new TLSClientParameters();
        tls.setTrustManagers(Certificates.trusting(elsewhere));
        tls.setDisableCNCheck(unchecked);
        ((HTTPConduit) Published.client(proxy).getConduit()).setTlsClientParameters(tls);

        if (unchecked) {
            assertThat(proxy.echo("x")).isEqualTo("x");
            assertThat(channel(proxy)).isEqualTo("websocket");
        } else {
            assertThatThrownBy(() -> proxy.echo("x")).isNotNull();
            assertThat(Published.status(proxy).agreement()).isEmpty();
        }
    }

    @Shows(Use.WEBSOCKET)
    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void theUpgradeGoesByTheConduitsProxyAndShowsItsCredentials(String scheme) throws Exception {
        boolean secure = scheme.equals("https");
        String address = secure ? Https.address(published) : published.address();
        if (secure) {
            Https.serve(published, keys);
        }
        published.publishAny(service, address, SOAP11, overWebSocket());
        // A client of the JDK sends no basic credentials for a tunnel, so its offer does not get through.
        try (TunnelProxy proxy = new TunnelProxy(secure ? "" : "Basic dXNlcjpzZWNyZXQ=")) {
            WrappedStations stations =
                    Https.trusting(keys, published.proxy(WrappedStations.class, address, SOAP11, overWebSocket()));
            HTTPConduit conduit = (HTTPConduit) Published.client(stations).getConduit();
            HTTPClientPolicy policy = new HTTPClientPolicy();
            policy.setProxyServer("localhost");
            policy.setProxyServerPort(proxy.port());
            conduit.setClient(policy);
            ProxyAuthorizationPolicy shown = new ProxyAuthorizationPolicy();
            shown.setAuthorizationType("Basic");
            shown.setUserName("user");
            shown.setPassword("secret");
            conduit.setProxyAuthorization(shown);

            assertThat(stations.echo("by a tunnel")).isEqualTo("by a tunnel");

            assertThat(channel(stations)).isEqualTo("websocket");
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
            assertThat(proxy.tunnels()).isPositive();
        }
    }

    @Shows(Use.FORWARD_PROXIES)
    @Test
    void withoutAProxyOfItsOwnTheConduitUsesThatOfTheJvm() throws Exception {
        published.publish(service, SOAP11, overWebSocket());
        @Nullable ProxySelector before = ProxySelector.getDefault();
        try (TunnelProxy proxy = new TunnelProxy("")) {
            ProxySelector.setDefault(ProxySelector.of(new InetSocketAddress("localhost", proxy.port())));
            WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, overWebSocket());

            assertThat(stations.echo("by a tunnel")).isEqualTo("by a tunnel");

            assertThat(channel(stations)).isEqualTo("websocket");
            assertThat(proxy.tunnels()).isPositive();
        } finally {
            ProxySelector.setDefault(before);
        }
    }

    @Test
    void whatOnlyAClientOfTheJdkCanDoIsPassedOverWithItsName() throws Exception {
        Https.serve(published, keys);
        published.publishAny(service, Https.address(published), SOAP11, new ParleyFeature());
        WrappedStations proxy = eitherWay();
        TLSClientParameters tls = new TLSClientParameters();
        tls.setSSLSocketFactory(Https.context(keys).getSocketFactory());
        ((HTTPConduit) Published.client(proxy).getConduit()).setTlsClientParameters(tls);

        assertThat(proxy.echo("x")).isEqualTo("x");

        assertThat(channel(proxy)).isEqualTo("http");
        assertThat(Published.status(proxy).failedChannels())
                .isEqualTo(Map.of("websocket", FallbackReason.CONNECT_FAILED));
    }

    @Test
    void whatOneClientsTlsKeepsShutIsOpenedByOthersOfTheBus() throws Exception {
        Https.serve(published, keys);
        published.publishAny(service, Https.address(published), SOAP11, new ParleyFeature());
        WrappedStations first = eitherWay();
        TLSClientParameters tls = new TLSClientParameters();
        tls.setSSLSocketFactory(Https.context(keys).getSocketFactory());
        ((HTTPConduit) Published.client(first).getConduit()).setTlsClientParameters(tls);
        assertThat(first.echo("x")).isEqualTo("x");
        assertThat(channel(first)).isEqualTo("http");

        WrappedStations second = Https.trusting(keys, eitherWay());

        assertThat(second.echo("x")).isEqualTo("x");
        assertThat(channel(second)).isEqualTo("websocket");
    }

    private WrappedStations eitherWay() {
        return published.proxy(
                WrappedStations.class,
                Https.address(published),
                SOAP11,
                overWebSocket().set("parley.channels", "websocket,http"));
    }

    private static String channel(Object proxy) {
        return Published.status(proxy).agreement().orElseThrow().channel();
    }

    private static ParleyFeature overWebSocket() {
        return Published.patient().mode(Mode.ALWAYS).set("parley.channels", "websocket");
    }
}
