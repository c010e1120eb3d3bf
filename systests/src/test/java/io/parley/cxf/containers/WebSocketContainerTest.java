package io.parley.cxf.containers;

import static io.parley.channel.websocket.RawWebSocket.BINARY;
import static io.parley.channel.websocket.RawWebSocket.joined;
import static io.parley.channel.websocket.RawWebSocket.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.channel.websocket.RawWebSocket;
import io.parley.channel.websocket.WebSocket;
import io.parley.cxf.Offering;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.containers.ServletContainer.Kind;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.Mode;
import jakarta.servlet.Filter;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests WebSockets at endpoints in real containers with raw bytes: which requests are upgraded, and what remains after
 * each attack.
 */
@Timeout(180)
class WebSocketContainerTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Published published = new Published();
    private final AtomicInteger filtered = new AtomicInteger();
    private final List<RawWebSocket> raw = new ArrayList<>();
    private @Nullable ServletContainer container;
    private Server server;
    private String address = published.address();

    enum Container {
        CXF_IN_JETTY,
        SERVLET_IN_JETTY,
        SERVLET_IN_TOMCAT,
        SERVLET_IN_UNDERTOW;

        Kind servlets() {
            return Kind.valueOf(name().replace("SERVLET_IN_", ""));
        }
    }

    static Stream<Container> tested() {
        List<Kind> kinds = ServletContainer.tested().toList();
        return Stream.of(Container.values())
                .filter(each ->
                        each == Container.CXF_IN_JETTY ? kinds.contains(Kind.JETTY) : kinds.contains(each.servlets()));
    }

    @AfterEach
    void stop() throws Exception {
        for (RawWebSocket each : raw) {
            each.close();
        }
        published.close();
        if (container != null) {
            container.close();
        }
    }

    @ParameterizedTest
    @MethodSource("tested")
    void callsOfManyClientsGoByTheirUpgradesAndHoldNoThread(Container kind) throws Exception {
        publish(kind);
        List<WrappedStations> clients = new ArrayList<>();
        for (int i = 0; i < 3 * ServletContainer.FEW_THREADS; i++) {
            WrappedStations each = published.proxy(
                    WrappedStations.class,
                    address,
                    SOAP11,
                    Published.patient().mode(Mode.ALWAYS).set("parley.channels", "websocket"));
            ((BindingProvider) each).getRequestContext().put(BindingProvider.USERNAME_PROPERTY, "user" + i);
            ((BindingProvider) each).getRequestContext().put(BindingProvider.PASSWORD_PROPERTY, "x");
            clients.add(each);
        }
        for (int round = 0; round < 2; round++) {
            for (WrappedStations each : clients) {
                assertThat(each.echo("round " + round)).isEqualTo("round " + round);
            }
        }

        assertThat(clients).allSatisfy(each -> {
            assertThat(Published.status(each).agreement().orElseThrow().channel())
                    .isEqualTo("websocket");
            assertThat(Published.status(each).streamedCalls()).isEqualTo(2);
        });
        if (kind != Container.CXF_IN_JETTY) {
            assertThat(filtered).as("an offer and an upgrade of each").hasValue(2 * clients.size());
        }
    }

    @ParameterizedTest
    @MethodSource("tested")
    void withoutATokenThatIsGoodThereIsNoWebSocket(Container kind) throws Exception {
        publish(kind);
        Offering.Agreed agreed = offering().agree();
        String whole = request(agreed);
        byte[] wrong = agreed.token().bytes().clone();
        wrong[wrong.length - 1] ^= 1;
        byte[] elsewhere = agreed.token().bytes().clone();
        elsewhere[0] ^= 1;

        assertRefused(whole.replaceFirst("Parley-Token: .*\r\n", ""), 403, ErrorCode.TOKEN_REFUSED);
        assertRefused(whole.replaceFirst("Parley-Digest: .*\r\n", ""), 400, ErrorCode.PROTOCOL);
        assertRefused(RawWebSocket.request(path(), wrong, agreed.digest()), 403, ErrorCode.TOKEN_REFUSED);
        assertRefused(RawWebSocket.request(path(), elsewhere, agreed.digest()), 403, ErrorCode.WRONG_NODE);
        assertRefused(RawWebSocket.request(path(), agreed.token().bytes(), new byte[32]), 403, ErrorCode.TOKEN_REFUSED);

        opened(agreed);
        assertRefused(whole, 403, ErrorCode.TOKEN_REFUSED);
    }

    @ParameterizedTest
    @MethodSource("tested")
    void anUpgradeThatIsNotAsItShouldBeIsRefused(Container kind) throws Exception {
        publish(kind);
        String whole = request(offering().agree());

        assertRefused(
                whole.replaceFirst("\r\n\r\n", "\r\nOrigin: https://evil.example\r\n\r\n"),
                403,
                ErrorCode.NOT_DISPATCHED);
        assertRefused(whole.replace("dGhlIHNhbXBsZSBub25jZQ==", "c2hvcnQ="), 400, ErrorCode.PROTOCOL);
        assertRefused(whole.replace("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 12"), 426, ErrorCode.VERSION);
        assertRefused(whole.replace("frames.parley.1", "chat"), 400, ErrorCode.PROTOCOL);
        assertRefused(whole.replaceFirst("\r\n\r\n", "\r\nContent-Length: 3\r\n\r\nabc"), 400, ErrorCode.PROTOCOL);
    }

    @ParameterizedTest
    @MethodSource("tested")
    void browsersOfAnOriginThatIsSetAreLetIn(Container kind) throws Exception {
        publish(
                kind,
                new ParleyFeature().set("parley.websocket-origins", "https://console.example, https://ops.example"));
        String whole = request(offering().agree());

        for (String origin : List.of("https://evil.example", "null", "https://console.example.evil.example")) {
            assertRefused(
                    whole.replaceFirst("\r\n\r\n", "\r\nOrigin: " + origin + "\r\n\r\n"),
                    403,
                    ErrorCode.NOT_DISPATCHED);
        }
        connect().upgraded(whole.replaceFirst("\r\n\r\n", "\r\nOrigin: https://ops.example\r\n\r\n"));
    }

    /** By default the service would send something after twelve seconds. */
    @ParameterizedTest
    @MethodSource("tested")
    void theServiceIsSilentForNoLongerThanIsSet(Container kind) throws Exception {
        publish(kind, new ParleyFeature().set("parley.websocket-keep-alive-seconds", "2s"));
        RawWebSocket silent = opened(offering().agree());

        silent.awaitPing(Duration.ofSeconds(8));
    }

    @ParameterizedTest
    @MethodSource("tested")
    void whatIsAgainstRfc6455EndsTheSessionWithItsStatus(Container kind) throws Exception {
        publish(kind);
        List<String> attacks = List.of(
                "82 01 41, 1002",
                "81 81 00000000 41, 1003",
                "c2 81 00000000 41, 1002",
                "82 ff 8000000000000000 00000000, 1002",
                "82 ff 7fffffffffffffff 00000000, 1009",
                "88 81 00000000 03, 1002");
        for (String attack : attacks) {
            RawWebSocket attacker = opened(offering().agree());
            String[] parts = attack.split(", ", 2);
            attacker.send(HexFormat.of().parseHex(parts[0].replace(" ", "")));

            assertThat(attacker.await(RawWebSocket.GOAWAY)[0]).as(attack).isEqualTo((byte) ErrorCode.PROTOCOL.number());
            assertThat(attacker.awaitEnd()).as(attack).isEqualTo(Integer.parseInt(parts[1]));
        }
        nothingStays();
    }

    @ParameterizedTest
    @MethodSource("tested")
    void anEndWithinAFrameEndsTheSessionAndTheConnection(Container kind) throws Exception {
        publish(kind);
        byte[] request = RawWebSocket.request(1, 1, new byte[100]);
        RawWebSocket closing = opened(offering().agree());
        closing.send(
                message(BINARY, Arrays.copyOf(request, 60)),
                message(RawWebSocket.CLOSE, new byte[] {0x03, (byte) 0xE8}));
        assertThat(closing.awaitEnd()).isEqualTo(WebSocket.NORMAL);
        RawWebSocket gone = opened(offering().agree());
        gone.send(RawWebSocket.header(BINARY, 100));
        gone.close();

        nothingStays();
    }

    @ParameterizedTest
    @MethodSource("tested")
    void whoOpensNothingIsClosedInTime(Container kind) throws Exception {
        publish(kind, new ParleyFeature().set("parley.limits.open-millis", 1_500));
        RawWebSocket silent = connect();
        silent.upgraded(request(offering().agree()));

        silent.awaitEnd();
        nothingStays();
    }

    /** Whichever is first taken over is closed before its time, because the other one waits. */
    @ParameterizedTest
    @MethodSource("tested")
    void thoseOfOneAddressTakeTurns(Container kind) throws Exception {
        publish(
                kind,
                new ParleyFeature()
                        .set("parley.limits.open-millis", "20s")
                        .set("parley.limits.pending-per-address", 1));
        RawWebSocket one = connect().upgraded(request(offering().agree()));
        RawWebSocket other = connect().upgraded(request(offering().agree()));

        CompletableFuture.anyOf(end(one), end(other)).get(16, TimeUnit.SECONDS);
    }

    private static CompletableFuture<Integer> end(RawWebSocket silent) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return silent.awaitEnd();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                task -> new Thread(task, "awaits the end").start());
    }

    /** The peer neither answers the Close nor ends TCP. */
    @ParameterizedTest
    @MethodSource("tested")
    void anEndpointThatStopsEndsItsSessionsAndTheirConnections(Container kind) throws Exception {
        // The peer answers no GOAWAY, and is given up as silent.
        publish(kind, new ParleyFeature().set("parley.limits.keep-alive-millis", "2s"));
        RawWebSocket standing = opened(offering().agree());

        server.stop();
        server.destroy();

        assertThat(standing.await(RawWebSocket.GOAWAY)).isNotEmpty();
        standing.awaitEnd();
        nothingStays();
    }

    private void nothingStays() {
        await().atMost(PATIENCE)
                .until(() -> BusRuntime.counts(published.serviceBus).sessions() == 0
                        && BusRuntime.counts(published.serviceBus).heldBytes() == 0);
        if (container != null) {
            await("connections of the container")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(container.upgraded()).isZero());
        }
    }

    private RawWebSocket opened(Offering.Agreed agreed) throws Exception {
        RawWebSocket made = connect();
        made.upgraded(request(agreed))
                .send(message(
                        BINARY,
                        joined(
                                RawWebSocket.preamble(),
                                RawWebSocket.open(
                                        agreed.token().bytes(),
                                        agreed.digest(),
                                        agreed.numbering().terms()))));
        made.await(RawWebSocket.ACCEPT);
        return made;
    }

    private void assertRefused(String request, int status, ErrorCode code) throws IOException {
        assertThat(connect().ask(request)).startsWith("HTTP/1.1 " + status).contains(code.name());
    }

    private RawWebSocket connect() throws IOException {
        RawWebSocket made = new RawWebSocket(URI.create(address).getPort());
        raw.add(made);
        return made;
    }

    private String request(Offering.Agreed agreed) {
        return RawWebSocket.request(path(), agreed.token().bytes(), agreed.digest());
    }

    private String path() {
        return URI.create(address).getPath();
    }

    private Offering offering() throws Exception {
        ParleyStatus.ready(server).toCompletableFuture().get(60, TimeUnit.SECONDS);
        return Offering.to(
                server,
                address,
                Capabilities.builder().representations("hhfr").channel(ChannelTerm.plain("websocket")));
    }

    private void publish(Container kind) throws Exception {
        publish(kind, new ParleyFeature());
    }

    private void publish(Container kind, ParleyFeature feature) throws Exception {
        feature.set("parley.channels", "websocket").set("parley.servlets-allowed", true);
        if (kind == Container.CXF_IN_JETTY) {
            server = published.publishAny(new WrappedStationsImpl(), address, SOAP11, feature);
            return;
        }
        CXFNonSpringServlet servlet = new CXFNonSpringServlet();
        servlet.setBus(published.serviceBus);
        Filter filter = (request, response, chain) -> {
            filtered.incrementAndGet();
            chain.doFilter(request, response);
        };
        container = kind.servlets().make();
        int port = container.start(ServletContainer.Site.of(servlet, filter));
        server = published.publishAny(new WrappedStationsImpl(), "/stations", SOAP11, feature);
        address = "http://localhost:" + port + "/app/services/stations";
    }
}
