package io.parley.cxf.containers;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.parley.runtime.Timers;
import io.parley.testkit.FakeTimers;
import jakarta.servlet.Filter;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a service whose container takes longer for each post of frames than for a SOAP request, on a clock that only
 * the container advances.
 */
class SlowerChannelTest {
    private static final Duration SOAP = Duration.ofMillis(1);
    private static final Duration POST = Duration.ofMillis(4);
    /** Number of calls that includes three comparisons, with some calls after each. */
    private static final int CALLS = 250;

    private final FakeTimers time = new FakeTimers();
    private final Published published = new Published();
    private final ServletContainer container = Kind.JETTY.make();
    private String address;

    @BeforeEach
    void publish() throws Exception {
        Filter slow = (request, response, chain) -> {
            boolean frames = String.valueOf(request.getContentType()).startsWith(HttpFrames.CONTENT_TYPE);
            time.advance(frames ? POST : SOAP);
            chain.doFilter(request, response);
        };
        published.clientBus.setExtension(time, Timers.class);
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
        WrappedStations stations = proxy(Mode.AUTO);
        call(stations, 1);
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().join();
        call(stations, CALLS);
        long before = slower(stations);

        call(stations, 5);

        assertThat(slower(stations)).isEqualTo(before + 5);
        assertOthersAreNot(stations);
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
        WrappedStations stations = proxy(Mode.ALWAYS);

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

    private WrappedStations proxy(Mode mode) {
        return published.proxy(
                WrappedStations.class,
                address,
                SOAPBinding.SOAP11HTTP_BINDING,
                Published.patient().mode(mode).set("parley.channels", "http"));
    }
}
