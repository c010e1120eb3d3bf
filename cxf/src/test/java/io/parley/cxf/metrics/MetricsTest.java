package io.parley.cxf.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.parley.Limit;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.cxf.metrics.MetricsFeature;
import org.apache.cxf.metrics.micrometer.MicrometerMetricsProperties;
import org.apache.cxf.metrics.micrometer.MicrometerMetricsProvider;
import org.apache.cxf.metrics.micrometer.provider.DefaultExceptionClassProvider;
import org.apache.cxf.metrics.micrometer.provider.DefaultTimedAnnotationProvider;
import org.apache.cxf.metrics.micrometer.provider.StandardTags;
import org.apache.cxf.metrics.micrometer.provider.StandardTagsProvider;
import org.apache.cxf.metrics.micrometer.provider.jaxws.JaxwsFaultCodeProvider;
import org.apache.cxf.metrics.micrometer.provider.jaxws.JaxwsFaultCodeTagsCustomizer;
import org.apache.cxf.metrics.micrometer.provider.jaxws.JaxwsOperationTagsCustomizer;
import org.apache.cxf.metrics.micrometer.provider.jaxws.JaxwsTags;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that dashboards keep their data: CXF's meters count streamed calls like others, with a tag for the channel. */
class MetricsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.CXF_METRICS)
    @Test
    void cxfCountsStreamedCallsUnderTheSameNamesAndTags() throws Exception {
        WrappedStationsImpl service = new WrappedStationsImpl();
        metrics()
                .initialize(
                        published.publishAny(service, published.address(), SOAP11, new ParleyFeature()),
                        published.serviceBus);

        talk(metered(Mode.ALWAYS), service);
        talk(metered(Mode.NEVER), service);

        for (String name : List.of("cxf.server.requests", "cxf.client.requests")) {
            // A service counts a call after it sent the response.
            await().untilAsserted(() -> {
                Map<String, Long> bySoap = counts(name, "soap");
                assertThat(bySoap.values().stream().mapToLong(each -> each).sum())
                        .isEqualTo(5);
                assertThat(counts(name, "stream")).as(name).isEqualTo(bySoap);
            });
        }
    }

    private static void talk(WrappedStations stations, WrappedStationsImpl service) throws Exception {
        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(stations.echo("y")).isEqualTo("y");
        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);
        assertThatThrownBy(() -> stations.fail("other")).isInstanceOf(SOAPFaultException.class);
        stations.tell("news");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("news");
    }

    @Test
    void whatABusCountsIsThereForMicrometerAndStaysWhenEndpointsGo() {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        new ParleyMeters(published.clientBus).bindTo(registry);
        SimpleMeterRegistry ofService = new SimpleMeterRegistry();
        new ParleyMeters(published.serviceBus).bindTo(ofService);
        WrappedStations streaming = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        WrappedStations never = published.proxy(
                WrappedStations.class, published.endpoint("nobody"), SOAP11, Published.feature(Mode.ALWAYS));
        for (int call = 0; call < 3; call++) {
            assertThat(streaming.echo("x")).isEqualTo("x");
        }
        assertThatThrownBy(() -> never.echo("x")).hasStackTraceContaining(FallbackReason.UNDECIDED.name());
        assertThat(of(registry, ParleyMeters.CALLS, "side", "client")).isEqualTo(3);

        Published.client(streaming).destroy();
        Published.client(never).destroy();

        assertThat(of(registry, ParleyMeters.CALLS, "side", "client")).isEqualTo(3);
        assertThat(of(registry, ParleyMeters.PARTS, "side", "client", "form", "typed"))
                .isEqualTo(3);
        assertThat(of(registry, ParleyMeters.PARTS, "side", "client", "form", "infoset"))
                .isZero();
        assertThat(of(registry, ParleyMeters.FALLBACKS, "reason", FallbackReason.UNDECIDED.name()))
                .isEqualTo(1);
        assertThat(of(ofService, ParleyMeters.CALLS, "side", "service")).isEqualTo(3);
    }

    @Shows(Use.MICROMETER)
    @Test
    void sessionsTheirTrafficAndTheirWaitsAreThereForMicrometer() throws Exception {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        new ParleyMeters(published.clientBus).bindTo(registry);
        assertThat(registry.get(ParleyMeters.SESSIONS).gauge().value())
                .as("a bus that has no session yet")
                .isZero();
        // The window is shorter than the message, so that the writer has to wait for more.
        WrappedStations stations = published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.feature(Mode.ALWAYS)
                        .limit(Limit.STREAM_CREDIT, 64 * 1024)
                        .limit(Limit.FRAME_BYTES, 16 * 1024));
        String text = "x".repeat(4 * 1024 * 1024);

        assertThat(stations.echo(text)).isEqualTo(text);

        assertThat(registry.get(ParleyMeters.SESSIONS).gauge().value()).isEqualTo(1);
        assertThat(of(registry, ParleyMeters.MESSAGES, "dir", "out")).isEqualTo(1);
        assertThat(of(registry, ParleyMeters.MESSAGES, "dir", "in")).isEqualTo(1);
        assertThat(of(registry, ParleyMeters.BYTES, "dir", "out")).isBetween(4.0 * 1024 * 1024, 4.1 * 1024 * 1024);
        assertThat(of(registry, ParleyMeters.BYTES, "dir", "in")).isBetween(4.0 * 1024 * 1024, 4.1 * 1024 * 1024);
        FunctionTimer waits = registry.get(ParleyMeters.WAITS).functionTimer();
        assertThat(waits.count()).isPositive();
        assertThat(waits.totalTime(TimeUnit.NANOSECONDS)).isPositive();
        await().untilAsserted(() ->
                assertThat(registry.get(ParleyMeters.HELD).gauge().value()).isZero());
        await().untilAsserted(() ->
                assertThat(registry.get(ParleyMeters.OBJECTS).gauge().value()).isZero());

        Published.client(stations).destroy();
        await().untilAsserted(() ->
                assertThat(registry.get(ParleyMeters.SESSIONS).gauge().value()).isZero());
        assertThat(of(registry, ParleyMeters.MESSAGES, "dir", "out"))
                .as("what was counted stays")
                .isEqualTo(1);
    }

    private static double of(SimpleMeterRegistry registry, String name, String... tags) {
        return registry.get(name).tags(tags).functionCounter().count();
    }

    private WrappedStations metered(Mode mode) {
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.feature(mode).set("parley.channels", "stream"));
        metrics().initialize(Published.client(stations), published.clientBus);
        return stations;
    }

    private MetricsFeature metrics() {
        return new MetricsFeature(new MicrometerMetricsProvider(
                registry,
                new StandardTagsProvider(new DefaultExceptionClassProvider(), new StandardTags()),
                List.of(
                        new JaxwsOperationTagsCustomizer(new JaxwsTags()),
                        new JaxwsFaultCodeTagsCustomizer(new JaxwsTags(), new JaxwsFaultCodeProvider()),
                        new ChannelTag()),
                new DefaultTimedAnnotationProvider(),
                new MicrometerMetricsProperties()));
    }

    /** Returns the calls of stations by all tags but the channel; negotiations have their own operation. */
    private Map<String, Long> counts(String name, String channel) {
        Map<String, Long> counts = new TreeMap<>();
        for (Timer timer : registry.find(name).tag(ChannelTag.NAME, channel).timers()) {
            String tags = timer.getId().getTags().stream()
                    .filter(tag -> !tag.getKey().equals(ChannelTag.NAME))
                    .map(Tag::toString)
                    .collect(Collectors.joining(" "));
            if (!tags.contains("operation=offer")) {
                counts.merge(tags, timer.count(), Long::sum);
            }
        }
        return counts;
    }
}
