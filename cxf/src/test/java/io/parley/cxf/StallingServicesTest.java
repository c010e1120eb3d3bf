package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.cxf.services.WrappedStations;
import io.parley.negotiation.Mode;
import io.parley.testkit.StallingService;
import io.parley.testkit.StallingService.Stop;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.transport.http.HTTPConduit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests services, and proxies in front of them, that start to answer an offer and then stall with the connection open.
 */
class StallingServicesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String BEGIN = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>";

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aNegotiationEndsWithItsTimeWhereverItsAnswerStalls(Stop stop) throws Exception {
        try (Published published = new Published();
                StallingService service = new StallingService(stop, "text/xml; charset=utf-8", BEGIN)) {
            WrappedStations stations = proxy(published, service.url().toString());
            assertThat(endOf(() -> stations.echo("x"))).hasStackTraceContaining("no reply within");
        }
    }

    /**
     * HTTP timeouts do not cover the time before HTTP: the service accepts the connection but ignores the TLS
     * handshake.
     */
    @ParameterizedTest
    @EnumSource(
            value = Stop.class,
            names = {"SILENT", "IN_HEAD"})
    void aNegotiationEndsWithItsTimeWhereTheHandshakeStalls(Stop stop) throws Exception {
        try (Published published = new Published();
                StallingService service = new StallingService(stop, "text/xml", BEGIN)) {
            WrappedStations stations = proxy(published, service.url().toString().replace("http:", "https:"));
            assertThat(endOf(() -> stations.echo("x"))).hasStackTraceContaining("no reply within");
        }
    }

    /** The proxy accepts the CONNECT and does not complete its reply. */
    @ParameterizedTest
    @EnumSource(
            value = Stop.class,
            names = {"SILENT", "IN_HEAD"})
    void aNegotiationEndsWithItsTimeWhereAProxyStalls(Stop stop) throws Exception {
        try (Published published = new Published();
                StallingService proxy = new StallingService(stop, "text/xml", BEGIN)) {
            WrappedStations stations = proxy(published, "https://service.example/stations");
            Client client = Published.client(stations);
            ((HTTPConduit) client.getConduit()).getClient().setProxyServer("localhost");
            ((HTTPConduit) client.getConduit())
                    .getClient()
                    .setProxyServerPort(proxy.url().getPort());
            assertThat(endOf(() -> stations.echo("x"))).hasStackTraceContaining("no reply within");
            assertThat(proxy.requests()).isPositive();
        }
    }

    /** A client of the JDK whose selector is gone never closes its open connections. */
    @ParameterizedTest
    @EnumSource(Stop.class)
    void anOfferThatWasNotAnsweredLeavesNoConnectionBehind(Stop stop) throws Exception {
        try (Published published = new Published();
                StallingService service = new StallingService(stop, "text/xml; charset=utf-8", BEGIN)) {
            WrappedStations stations = proxy(published, service.url().toString());
            assertThat(endOf(() -> stations.echo("x"))).hasStackTraceContaining("no reply within");
            await().atMost(PATIENCE).until(() -> service.givenUp() == service.requests());
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void anOfferThatWasAnsweredLeavesNoConnectionBehind(int status, String type, int length) throws Exception {
        String answer = "HTTP/1.1 " + status + " X\r\nContent-Type: " + type + "\r\nContent-Length: " + length
                + "\r\n\r\n" + "x".repeat(length);
        try (Published published = new Published();
                StallingService service = new StallingService(answer)) {
            WrappedStations stations = proxy(published, service.url().toString());
            assertThat(endOf(() -> stations.echo("x"))).isNotNull();
            assertThat(service.requests()).isPositive();
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).until(() -> {
                System.gc(); // before JDK 21, a client of the JDK closes its connections only when it is
                // collected as garbage
                return service.givenUp() == service.requests();
            });
        }
    }

    static Stream<Arguments> answers() {
        int tooLong = 2 * Limits.defaults().getInt(Limit.NEGOTIATION_BYTES);
        return IntStream.of(200, 202, 302, 400, 401, 403, 404, 429, 500, 503)
                .boxed()
                .flatMap(status -> Stream.of(
                        Arguments.of(status, "text/html", 0),
                        Arguments.of(status, "text/xml; charset=utf-8", 20),
                        Arguments.of(status, "text/html", tooLong)));
    }

    private static WrappedStations proxy(Published published, String address) {
        // Otherwise CXF would not close a client of the JDK that it shares with conduits of other tests.
        published.clientBus.setProperty("share.httpclient.http.conduit", false);
        return published.proxy(
                WrappedStations.class,
                address,
                SOAPBinding.SOAP11HTTP_BINDING,
                new ParleyFeature().mode(Mode.ALWAYS).set("parley.negotiation-millis", 1000));
    }

    /** Returns the failure of a call, made on its own thread so that a call that never ends does not block the test. */
    private static Throwable endOf(ThrowingCallable call) {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread caller = new Thread(() -> end.complete(catchThrowable(call)));
        caller.setDaemon(true);
        caller.start();
        assertThat(end).succeedsWithin(PATIENCE);
        return end.join();
    }
}
