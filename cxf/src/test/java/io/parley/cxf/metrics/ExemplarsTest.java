package io.parley.cxf.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cxf.metrics.MetricsFeature;
import org.apache.cxf.metrics.micrometer.MicrometerMetricsProperties;
import org.apache.cxf.metrics.micrometer.MicrometerMetricsProvider;
import org.apache.cxf.metrics.micrometer.provider.DefaultExceptionClassProvider;
import org.apache.cxf.metrics.micrometer.provider.DefaultTimedAnnotationProvider;
import org.apache.cxf.metrics.micrometer.provider.StandardTags;
import org.apache.cxf.metrics.micrometer.provider.StandardTagsProvider;
import org.apache.cxf.metrics.micrometer.provider.jaxws.JaxwsOperationTagsCustomizer;
import org.apache.cxf.metrics.micrometer.provider.jaxws.JaxwsTags;
import org.apache.cxf.tracing.opentelemetry.OpenTelemetryClientFeature;
import org.apache.cxf.tracing.opentelemetry.OpenTelemetryFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the metrics that Prometheus scrapes name traces: from a slow bucket to its call is one click. */
class ExemplarsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final Pattern EXEMPLAR =
            Pattern.compile("# \\{span_id=\"([0-9a-f]{16})\",trace_id=\"([0-9a-f]{32})\"}");

    private final Published published = new Published();
    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(
            PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM, new CallSpanContext());

    @BeforeEach
    void publish() {
        registry.config().meterFilter(new Histograms());
        var server = published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        metrics().initialize(server, published.serviceBus);
        new OpenTelemetryFeature(telemetry).initialize(server, published.serviceBus);
    }

    @AfterEach
    void stop() {
        published.close();
        telemetry.close();
    }

    @Test
    void timersOfStreamedCallsHaveExemplarsAsThoseBySoap() {
        for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
            spans.reset();
            WrappedStations stations = called(mode);

            assertThat(stations.echo("x")).isEqualTo("x");

            String channel = mode == Mode.NEVER ? "soap" : "stream";
            // A service ends its span, and counts its call, after it sent the response.
            await().untilAsserted(() -> {
                assertThat(spans.getFinishedSpanItems()).hasSize(2);
                assertThat(exemplars("cxf_client_requests", channel)).isEqualTo(seen("CLIENT"));
                assertThat(exemplars("cxf_server_requests", channel)).isEqualTo(seen("SERVER"));
            });
        }
    }

    @Test
    void aFaultHasAnExemplarToo() {
        WrappedStations stations = called(Mode.ALWAYS);

        assertThatThrownBy(() -> stations.fail("other")).isInstanceOf(RuntimeException.class);

        await().untilAsserted(() -> {
            assertThat(spans.getFinishedSpanItems()).hasSize(2);
            assertThat(exemplars("cxf_server_requests", "stream")).isEqualTo(seen("SERVER"));
        });
    }

    @Test
    void whoIsInNoCallHasNone() {
        CallSpanContext context = new CallSpanContext();

        assertThat(context.getCurrentTraceId()).isNull();
        assertThat(context.getCurrentSpanId()).isNull();
        assertThat(context.isCurrentSpanSampled()).isFalse();
    }

    private WrappedStations called(Mode mode) {
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.feature(mode).set("parley.channels", "stream"));
        var client = Published.client(stations);
        metrics().initialize(client, published.clientBus);
        new OpenTelemetryClientFeature(telemetry).initialize(client, published.clientBus);
        return stations;
    }

    private Set<String> seen(String kind) {
        Set<String> seen = new HashSet<>();
        for (SpanData span : spans.getFinishedSpanItems()) {
            if (span.getKind().name().equals(kind)) {
                seen.add(span.getTraceId() + " " + span.getSpanId());
            }
        }
        return seen;
    }

    /** Returns trace and span of each exemplar in the buckets of a timer. */
    private Set<String> exemplars(String name, String channel) {
        Set<String> exemplars = new HashSet<>();
        registry.scrape(OPEN_METRICS)
                .lines()
                .filter(line ->
                        line.startsWith(name + "_seconds_bucket") && line.contains("channel=\"" + channel + "\""))
                .filter(line -> !line.contains("operation=\"offer\""))
                .map(EXEMPLAR::matcher)
                .filter(Matcher::find)
                .forEach(found -> exemplars.add(found.group(2) + " " + found.group(1)));
        return exemplars;
    }

    private MetricsFeature metrics() {
        return new MetricsFeature(new MicrometerMetricsProvider(
                registry,
                new StandardTagsProvider(new DefaultExceptionClassProvider(), new StandardTags()),
                List.of(new JaxwsOperationTagsCustomizer(new JaxwsTags()), new ChannelTag()),
                new DefaultTimedAnnotationProvider(),
                new MicrometerMetricsProperties()));
    }

    /** Enables histograms like Spring Boot's {@code management.metrics.distribution.percentiles-histogram}. */
    private static final class Histograms implements MeterFilter {
        @Override
        public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
            return DistributionStatisticConfig.builder()
                    .percentilesHistogram(true)
                    .build()
                    .merge(config);
        }
    }
}
