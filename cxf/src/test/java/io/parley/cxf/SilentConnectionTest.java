package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.Planted;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests open connections over which no more data arrives, as behind a firewall that dropped their state. */
class SilentConnectionTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int THREADS = 8;
    private static final int CALLS = 25;
    private static final int TIMEOUT_MILLIS = 1_500;

    private final Published published = new Published();
    private final ExecutorService callers = Executors.newFixedThreadPool(THREADS);
    private CutRelay stream;
    private CutRelay http;

    @BeforeEach
    void start() throws Exception {
        stream = new CutRelay();
        http = new CutRelay();
        int port = Published.freePort();
        published.publish(
                new WrappedStationsImpl(),
                SOAP11,
                new ParleyFeature()
                        .set("parley.port", port)
                        .set("parley.advertised-port", stream.port())
                        .set("parley.reliability", "resume"));
        stream.to(port);
        http.to(URI.create(published.address()).getPort());
    }

    @AfterEach
    void close() throws Exception {
        callers.shutdownNow();
        stream.close();
        http.close();
        published.close();
    }

    @Test
    @Shows(Use.SILENT)
    void aSilentStreamFailsTheCallsUnderWayAndNoFurther() throws Exception {
        WrappedStations proxy = streaming(Published.patient().set("parley.channels", "stream"));

        stream.fallSilent();
        assertThat(failuresOfManyCalls(proxy)).isLessThanOrEqualTo(THREADS);

        assertThat(Published.status(proxy).fallbacks()).containsKey(FallbackReason.PEER_SILENT);
    }

    @Test
    @Shows(Use.SILENT)
    void aSilentStreamThatCanBeResumedGoesOnOnAnotherConnection() throws Exception {
        WrappedStations proxy =
                streaming(Published.patient().set("parley.channels", "stream").set("parley.reliability", "resume"));

        stream.fallSilent();
        assertThat(failuresOfManyCalls(proxy)).isLessThanOrEqualTo(THREADS);

        long before = Published.status(proxy).streamedCalls();
        while (Published.status(proxy).streamedCalls() == before) {
            assertThat(proxy.echo("again")).isEqualTo("again");
        }
    }

    @Test
    @Shows(Use.SILENT)
    void aSessionOverSilentPostsFailsTheCallsUnderWayAndNoFurther() throws Exception {
        WrappedStations proxy = streaming(Published.patient().set("parley.channels", "http"));

        http.fallSilent();
        // The pooled connections of plain calls are silent too, one for each caller.
        assertThat(failuresOfManyCalls(proxy)).isLessThanOrEqualTo(2 * THREADS);

        assertThat(Published.status(proxy).fallbacks()).containsKey(FallbackReason.PEER_SILENT);
    }

    @Test
    void aCallThatMustStreamDoesSoOnAnotherSession() {
        WrappedStations proxy = streaming(Published.patient().set("parley.channels", "stream"));
        ((BindingProvider) proxy).getRequestContext().put("parley.mode", Mode.ALWAYS.name());

        stream.fallSilent();
        assertThatThrownBy(() -> proxy.echo("lost")).isInstanceOf(WebServiceException.class);
        setReceiveTimeout(proxy, TimeUnit.MINUTES.toMillis(1)); // for a negotiation
        assertThat(proxy.echo("again")).isEqualTo("again");
    }

    @Test
    void aServiceThatAnswersLateKeepsItsSession() {
        WrappedStations proxy = streaming(Published.patient().set("parley.channels", "stream"));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> proxy.waitFor(2 * TIMEOUT_MILLIS)).isInstanceOf(WebServiceException.class);
        }

        assertThat(Published.status(proxy).agreement()).isPresent();
        long before = Published.status(proxy).streamedCalls();
        assertThat(proxy.echo("on")).isEqualTo("on");
        assertThat(proxy.echo("and on")).isEqualTo("and on");
        assertThat(Published.status(proxy).streamedCalls()).isGreaterThan(before);
        assertThat(Published.status(proxy).fallbacks()).doesNotContainKey(FallbackReason.GOING_AWAY);
    }

    @Test
    void aClientHasAKeepAliveTimeOfItsOwn() throws Exception {
        WrappedStations proxy =
                streaming(Published.patient().set("parley.channels", "stream").limit(Limit.KEEP_ALIVE_MILLIS, 1_000));
        WrappedStations other = streaming(
                Published.patient().set("parley.channels", "stream").limit(Limit.KEEP_ALIVE_MILLIS, 600_000),
                "somebody");

        stream.fallSilent();

        await().atMost(Duration.ofSeconds(20))
                .until(() -> Published.status(proxy).traffic().bytesOut() == 0);
        assertThat(Published.status(other).traffic().bytesOut()).isPositive();
    }

    /** Returns a client with a session; its calls may fall back to SOAP. */
    private WrappedStations streaming(ParleyFeature feature) {
        return streaming(feature, "");
    }

    private WrappedStations streaming(ParleyFeature feature, String user) {
        WrappedStations proxy = published.proxy(
                WrappedStations.class, "http://localhost:" + http.port() + "/stations", SOAP11, feature);
        if (!user.isEmpty()) {
            ((BindingProvider) proxy).getRequestContext().put(BindingProvider.USERNAME_PROPERTY, user);
            ((BindingProvider) proxy)
                    .getRequestContext()
                    .put(BindingProvider.PASSWORD_PROPERTY, Planted.passwordOf("alice"));
        }
        ((BindingProvider) proxy).getRequestContext().put("parley.mode", Mode.ALWAYS.name());
        assertThat(proxy.echo("first")).isEqualTo("first");
        ((BindingProvider) proxy).getRequestContext().remove("parley.mode");
        setReceiveTimeout(proxy, TIMEOUT_MILLIS);
        return proxy;
    }

    private static void setReceiveTimeout(WrappedStations proxy, long millis) {
        HTTPClientPolicy policy = new HTTPClientPolicy();
        policy.setReceiveTimeout(millis);
        ((HTTPConduit) Published.client(proxy).getConduit()).setClient(policy);
    }

    private int failuresOfManyCalls(WrappedStations proxy) throws Exception {
        AtomicInteger failures = new AtomicInteger();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            String name = "caller " + i;
            tasks.add(() -> {
                for (int succeeded = 0; succeeded < CALLS; ) {
                    try {
                        assertThat(proxy.echo(name)).isEqualTo(name);
                        succeeded++;
                    } catch (WebServiceException e) {
                        failures.incrementAndGet();
                    }
                }
                return null;
            });
        }
        for (Future<Void> done : callers.invokeAll(tasks, 2, TimeUnit.MINUTES)) {
            done.get();
        }
        return failures.get();
    }
}
