package io.parley.cxf.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.parley.channel.http.HttpFrames;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.containers.ServletContainer.Kind;
import io.parley.cxf.containers.ServletContainer.Site;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.servlet.Filter;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a service whose container is slow for each post of frames, so that calls over SOAP are faster. */
class SlowerChannelTest {
    private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(4);
    /** Number of calls that includes two comparisons, with some calls after each. */
    private static final int CALLS = 250;
    /**
     * Maximum number of clients: on a busy machine a call may be too slow to be compared, and another client starts
     * anew.
     */
    private static final int MOST_CLIENTS = 20;

    private final Published published = new Published();
    private final ServletContainer container = Kind.JETTY.make();
    private String address;

    @BeforeEach
    void publish() throws Exception {
        Filter slow = (request, response, chain) -> {
            if (String.valueOf(request.getContentType()).startsWith(HttpFrames.CONTENT_TYPE)) {
                LockSupport.parkNanos(SLOW);
            }
            chain.doFilter(request, response);
        };
        CXFNonSpringServlet servlet = new CXFNonSpringServlet();
        servlet.setBus(published.serviceBus);
        address = "http://localhost:" + container.start(Site.of(servlet, slow)) + "/app/services/stations";
        published.publishAny(
                new WrappedStationsImpl(), "/stations", SOAPBinding.SOAP11HTTP_BINDING, new ParleyFeature());
    }

    @AfterEach
    void stop() throws Exception {
        published.close();
        container.close();
    }

    @Shows(Use.SLOWER_POSTS)
    @Test
    void anOperationThatPostsMakeSlowerGoesBySoapByDefault() {
        for (int i = 1; i <= MOST_CLIENTS; i++) {
            try (Published client = new Published()) {
                WrappedStations stations = proxy(client, Mode.AUTO);
                if (isSlower(stations)) {
                    assertOthersAreNot(stations);
                    return;
                }
            }
        }
        fail("expected calls by SOAP, found that all of " + MOST_CLIENTS + " clients streamed theirs");
    }

    /** Returns true if the last of many calls used SOAP because it was faster. */
    private static boolean isSlower(WrappedStations stations) {
        call(stations, 1);
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().join();
        call(stations, CALLS);
        long before = slower(stations);
        call(stations, 5);
        return slower(stations) == before + 5;
    }

    private static void assertOthersAreNot(WrappedStations stations) {
        assertThat(Published.status(stations).agreement().orElseThrow().channel())
                .as("the session is there for others")
                .isEqualTo("http");
        long streamed = Published.status(stations).streamedCalls();
        assertThat(stations.whoAmI()).isEqualTo("nobody");
        assertThat(Published.status(stations).streamedCalls())
                .as("another operation is compared by itself")
                .isEqualTo(streamed + 1);
    }

    @Test
    void inModeAlwaysAllCallsStream() {
        WrappedStations stations = proxy(published, Mode.ALWAYS);

        call(stations, 80);

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(80);
    }

    private static long slower(WrappedStations stations) {
        return Published.status(stations).fallbacks().getOrDefault(FallbackReason.SLOWER, 0L);
    }

    private static void call(WrappedStations stations, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(stations.echo("x")).isEqualTo("x");
        }
    }

    private WrappedStations proxy(Published client, Mode mode) {
        return client.proxy(
                WrappedStations.class,
                address,
                SOAPBinding.SOAP11HTTP_BINDING,
                Published.patient().mode(mode).set("parley.channels", "http"));
    }
}
