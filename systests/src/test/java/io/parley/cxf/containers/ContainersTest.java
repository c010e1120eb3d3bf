package io.parley.cxf.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.channel.websocket.RawWebSocket;
import io.parley.cxf.Certificates;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.containers.ServletContainer.Kind;
import io.parley.cxf.containers.ServletContainer.Site;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests WebSockets at CXF's servlet in the containers that applications embed, together with the filters and
 * authentication in front of it.
 */
@Timeout(180)
class ContainersTest {
    private static final String TESTED = "io.parley.cxf.containers.ServletContainer#tested";
    private static final String WEBSOCKET = "websocket";
    private static final Duration SOON = Duration.ofSeconds(15);

    private final Published published = new Published();
    private final CXFNonSpringServlet servlet = new CXFNonSpringServlet();
    private ServletContainer container;
    private int port;
    private String address;

    @TempDir
    private Path folder;

    @AfterEach
    void stop() throws Exception {
        published.close();
        container.close();
    }

    @ParameterizedTest
    @MethodSource(TESTED)
    void atAnyContextPathSessionsGoByTheUpgrade(Kind kind) throws Exception {
        for (String path : List.of("", "/app", "/deep/er")) {
            try (Published own = new Published();
                    ServletContainer each = kind.make()) {
                CXFNonSpringServlet dispatcher = new CXFNonSpringServlet();
                dispatcher.setBus(own.serviceBus);
                int there = each.start(Site.of(dispatcher).at(path));
                own.publishAny(new WrappedStationsImpl(), "/stations", SOAPBinding.SOAP11HTTP_BINDING, service());
                WrappedStations stations = own.proxy(
                        WrappedStations.class,
                        "http://localhost:" + there + path + "/services/stations",
                        SOAPBinding.SOAP11HTTP_BINDING,
                        always(WEBSOCKET));

                assertThat(stations.echo("at " + path)).isEqualTo("at " + path);

                assertThat(channel(stations)).isEqualTo(WEBSOCKET);
            }
        }
        container = kind.make();
    }

    @Shows(Use.WEBSOCKET_CONTAINERS)
    @ParameterizedTest
    @MethodSource(TESTED)
    void whereNoFilterStandsBeforeItAServiceHasWebSocketsByDefault(Kind kind) throws Exception {
        start(kind, Site.of(servlet), new ParleyFeature());
        WrappedStations stations = proxy(Published.patient().mode(Mode.ALWAYS));

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(channel(stations)).isEqualTo(WEBSOCKET);
        assertThat(Published.status(stations).failedChannels()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource(TESTED)
    void behindAFilterOfTheApplicationCallsGoThroughItByDefault(Kind kind) throws Exception {
        AtomicInteger seen = new AtomicInteger();
        Filter seeing = (request, response, chain) -> {
            seen.incrementAndGet();
            chain.doFilter(request, response);
        };
        start(kind, Site.of(servlet, seeing), new ParleyFeature());
        WrappedStations stations = proxy(Published.patient().mode(Mode.ALWAYS));

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(stations.echo("y")).isEqualTo("y");

        assertThat(channel(stations)).isEqualTo("http");
        assertThat(seen).as("the offer, and each call").hasValueGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource(TESTED)
    void whomTheContainerLetInHasNoWebSocketByDefault(Kind kind) throws Exception {
        start(kind, Site.of(servlet).guardedByTheContainer(), new ParleyFeature());
        WrappedStations stations = proxy(Published.patient());
        Map<String, Object> shown = ((BindingProvider) stations).getRequestContext();
        shown.put(BindingProvider.USERNAME_PROPERTY, ServletContainer.USER);
        shown.put(BindingProvider.PASSWORD_PROPERTY, ServletContainer.PASSWORD);

        assertThat(stations.whoAmI()).isEqualTo(ServletContainer.USER);
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().join();
        assertThat(stations.whoAmI()).isEqualTo(ServletContainer.USER);

        assertThat(Published.status(stations).fallbacks()).containsKey(FallbackReason.FILTERS_BYPASSED);
        assertThat(Published.status(stations).streamedCalls()).isZero();
    }

    /** Posts would hold one container thread per session there. */
    @ParameterizedTest
    @MethodSource(TESTED)
    void withoutAsyncSupportThereAreWebSocketsAllTheSame(Kind kind) throws Exception {
        start(kind, Site.of(servlet, passing()).withoutAsync());
        WrappedStations stations = proxy(always("http,websocket"));

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(channel(stations)).isEqualTo(WEBSOCKET);
    }

    @Shows(Use.WEBSOCKET_CONTAINERS)
    @ParameterizedTest
    @MethodSource(TESTED)
    void longMessagesGoBothWaysBehindTheContainersOwnTls(Kind kind) throws Exception {
        KeyStore keys = Certificates.make(folder, "localhost");
        start(kind, Site.of(servlet).overTls(keys));
        WrappedStations stations = proxy(always(WEBSOCKET));
        TLSClientParameters tls = new TLSClientParameters();
        tls.setTrustManagers(Certificates.trusting(keys));
        ((HTTPConduit) Published.client(stations).getConduit()).setTlsClientParameters(tls);
        longMessagesGoBothWays(stations);
    }

    @Shows(Use.WEBSOCKET_CONTAINERS)
    @ParameterizedTest
    @MethodSource(TESTED)
    void longMessagesGoBothWays(Kind kind) throws Exception {
        start(kind, Site.of(servlet));
        longMessagesGoBothWays(proxy(always(WEBSOCKET)));
    }

    private static void longMessagesGoBothWays(WrappedStations stations) {
        double[] values = new double[22_000_000 / Double.BYTES];
        Arrays.fill(values, 0.5);
        String text = "longer than any buffer ".repeat(200_000);

        for (int round = 0; round < 2; round++) {
            assertThat(stations.sum(Reading.of("north", values))).isEqualTo(values.length / 2.0);
            assertThat(stations.echo(text)).isEqualTo(text);
        }

        assertThat(channel(stations)).isEqualTo(WEBSOCKET);
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource(TESTED)
    void aFilterThatDeniesTheUpgradeHasTheNextChannelTaken(Kind kind) throws Exception {
        Filter gate = (request, response, chain) -> {
            if (((HttpServletRequest) request).getHeader("Sec-WebSocket-Key") == null) {
                chain.doFilter(request, response);
            } else {
                ((HttpServletResponse) response).sendError(HttpServletResponse.SC_FORBIDDEN);
            }
        };
        start(kind, Site.of(servlet, gate));
        WrappedStations stations = proxy(always("websocket,http"));

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(channel(stations)).isEqualTo("http");
        assertThat(Published.status(stations).failedChannels())
                .isEqualTo(Map.of(WEBSOCKET, FallbackReason.CONNECT_FAILED));
    }

    @ParameterizedTest
    @MethodSource(TESTED)
    void theContainersAuthenticationJudgesTheUpgradeAndCallsRunAsWhoItFound(Kind kind) throws Exception {
        start(kind, Site.of(servlet).guardedByTheContainer());
        WrappedStations stations = proxy(always(WEBSOCKET));
        Map<String, Object> shown = ((BindingProvider) stations).getRequestContext();
        shown.put(BindingProvider.USERNAME_PROPERTY, ServletContainer.USER);
        shown.put(BindingProvider.PASSWORD_PROPERTY, ServletContainer.PASSWORD);

        assertThat(stations.whoAmI()).isEqualTo(ServletContainer.USER);

        assertThat(channel(stations)).isEqualTo(WEBSOCKET);
        try (RawWebSocket stranger = new RawWebSocket(port)) {
            String upgrade = RawWebSocket.request("/app/services/stations", new byte[32], new byte[32]);
            assertThat(stranger.ask(upgrade)).startsWith("HTTP/1.1 401");
        }
    }

    /** The set-up of WildFly, and of Spring Boot with {@code server.http2.enabled}. */
    @Shows(Use.WEBSOCKET_HTTP2)
    @ParameterizedTest
    @MethodSource(TESTED)
    void anOfferThatCameByHttp2HasAnUpgradeOfHttp1BehindIt(Kind kind) throws Exception {
        List<String> protocols = new CopyOnWriteArrayList<>();
        Filter seeing = (request, response, chain) -> {
            protocols.add(request.getProtocol());
            chain.doFilter(request, response);
        };
        container = kind.make();
        Assumptions.assumeTrue(container.speakHttp2(), "HTTP/2 of Jetty is a library of its own");
        serve(Site.of(servlet, seeing));
        WrappedStations stations = proxy(always(WEBSOCKET));

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(channel(stations)).isEqualTo(WEBSOCKET);
        assertThat(protocols).containsExactly("HTTP/2.0", "HTTP/1.1");
    }

    /**
     * RFC 8441: a WebSocket may be opened in a stream of HTTP/2 only if the server announces it. ADR 98 is due as soon
     * as one does.
     */
    @ParameterizedTest
    @MethodSource(TESTED)
    void noContainerSaysThatItTakesWebSocketsByHttp2(Kind kind) throws Exception {
        container = kind.make();
        Assumptions.assumeTrue(container.speakHttp2(), "HTTP/2 of Jetty is a library of its own");
        serve(Site.of(servlet));

        assertThat(Http2Settings.of(port))
                .as("settings by their identifiers")
                .isNotEmpty()
                .doesNotContainKey(Http2Settings.ENABLE_CONNECT_PROTOCOL);
    }

    /** Without cookies each request has a new HTTP session, as for calls over SOAP. */
    @ParameterizedTest
    @MethodSource(TESTED)
    void anUpgradeThatAFilterGivesAnHttpSessionIsOneAllTheSame(Kind kind) throws Exception {
        List<String> sessions = new CopyOnWriteArrayList<>();
        Filter counting = (request, response, chain) -> {
            sessions.add(((HttpServletRequest) request).getSession(true).getId());
            chain.doFilter(request, response);
        };
        start(kind, Site.of(servlet, counting));
        WrappedStations stations = proxy(always(WEBSOCKET));

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(stations.echo("y")).isEqualTo("y");

        assertThat(channel(stations)).isEqualTo(WEBSOCKET);
        assertThat(sessions).as("an offer and an upgrade").hasSize(2);
    }

    /**
     * The filter wraps requests in an unknown class, like those of an unsupported container; containers other than
     * Tomcat require their own class.
     */
    @Shows(Use.CONTAINERS_WITHOUT_WEBSOCKETS)
    @Test
    void whereTheContainerIsUnknownThePostsAreTakenOrSoapWithItsReason() throws Exception {
        Filter unknown = (request, response, chain) -> chain.doFilter(
                (ServletRequest) Proxy.newProxyInstance(
                        HttpServletRequest.class.getClassLoader(),
                        new Class<?>[] {HttpServletRequest.class},
                        (proxy, method, arguments) -> {
                            try {
                                return method.invoke(request, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        }),
                response);
        start(Kind.TOMCAT, Site.of(servlet, unknown));
        WrappedStations byPosts = proxy(always("websocket,http"));
        WrappedStations bySoap = proxy(Published.patient().set("parley.channels", WEBSOCKET));

        assertThat(byPosts.echo("x")).isEqualTo("x");
        assertThat(bySoap.echo("x")).isEqualTo("x");
        ParleyStatus.settled(Published.client(bySoap)).toCompletableFuture().join();
        assertThat(bySoap.echo("y")).isEqualTo("y");

        assertThat(channel(byPosts)).isEqualTo("http");
        assertThat(Published.status(bySoap).fallbacks()).containsKey(FallbackReason.UNSUPPORTED_ENDPOINT);
        assertThat(Published.status(bySoap).streamedCalls()).isZero();
    }

    @ParameterizedTest
    @MethodSource(TESTED)
    void aContainerThatStopsLeavesNoSession(Kind kind) throws Exception {
        start(kind, Site.of(servlet));
        WrappedStations stations = proxy(always(WEBSOCKET));
        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(BusRuntime.counts(published.serviceBus).sessions()).isEqualTo(1);

        container.close();

        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(BusRuntime.counts(published.serviceBus).sessions())
                                .isZero());
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(BusRuntime.counts(published.clientBus).sessions())
                                .isZero());
        container = kind.make();
    }

    private void start(Kind kind, Site site) throws Exception {
        start(kind, site, service());
    }

    private void start(Kind kind, Site site, ParleyFeature feature) throws Exception {
        container = kind.make();
        serve(site, feature);
    }

    private void serve(Site site) throws Exception {
        serve(site, service());
    }

    private void serve(Site site, ParleyFeature feature) throws Exception {
        servlet.setBus(published.serviceBus);
        port = container.start(site);
        address = (site.keys() == null ? "http" : "https") + "://localhost:" + port + "/app/services/stations";
        ParleyStatus.ready(published.publishAny(
                        new WrappedStationsImpl(), "/stations", SOAPBinding.SOAP11HTTP_BINDING, feature))
                .toCompletableFuture()
                .join();
    }

    private WrappedStations proxy(ParleyFeature feature) {
        return published.proxy(WrappedStations.class, address, SOAPBinding.SOAP11HTTP_BINDING, feature);
    }

    private static Filter passing() {
        return (request, response, chain) -> chain.doFilter(request, response);
    }

    private static ParleyFeature service() {
        return new ParleyFeature().set("parley.channels", "websocket,http").set("parley.servlets-allowed", true);
    }

    private static ParleyFeature always(String channels) {
        return Published.patient().mode(Mode.ALWAYS).set("parley.channels", channels);
    }

    private static String channel(Object proxy) {
        return Published.status(proxy).agreement().orElseThrow().channel();
    }
}
