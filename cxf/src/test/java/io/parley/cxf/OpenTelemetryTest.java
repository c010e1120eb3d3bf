package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.LogicalMessageHandler;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.traces.SpanAttributes;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.cxf.tracing.opentelemetry.OpenTelemetryClientFeature;
import org.apache.cxf.tracing.opentelemetry.OpenTelemetryFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests CXF's own tracing with OpenTelemetry set up as in two processes: a call is one trace on every path. */
class OpenTelemetryTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    /** Attributes of a service's span that describe its servlet request, which a stream does not have. */
    private static final Set<String> OF_A_SERVLET = Set.of(
            "client.address",
            "client.port",
            "network.peer.address",
            "network.peer.port",
            "network.protocol.version",
            "user_agent.original");

    private final Published published = new Published();
    private final Traced ofClient = new Traced();
    private final Traced ofService = new Traced();
    private final Service service = new Service();
    /** Channels in the spans last seen. */
    private final List<String> channels = new ArrayList<>();

    private final List<String> reasons = new ArrayList<>();

    @BeforeEach
    void publish() {
        new OpenTelemetryFeature(ofService.telemetry)
                .initialize(
                        published.publishAny(service, published.address(), SOAP11, new ParleyFeature()),
                        published.serviceBus);
    }

    @AfterEach
    void stop() {
        published.close();
        ofClient.telemetry.close();
        ofService.telemetry.close();
    }

    @Test
    @Shows(Use.OPEN_TELEMETRY)
    void theSpanOfACallIsTheParentOfTheServicesOnEveryWay() throws Exception {
        WrappedStations bySoap = traced(Mode.NEVER);
        WrappedStations typed = traced(Mode.ALWAYS);
        WrappedStations infoset = traced(Mode.ALWAYS);
        ((BindingProvider) infoset).getBinding().setHandlerChain(List.of(LogicalMessageHandler.looking()));

        List<Seen> wanted = talk(bySoap);
        assertThat(channels).containsOnly("soap");
        assertThat(reasons).containsOnly("MODE_NEVER");
        assertThat(wanted)
                .extracting(Seen::kind)
                .as("of each of four calls, one of the client and one of the service")
                .containsOnly(SpanKind.CLIENT, SpanKind.SERVER)
                .hasSize(8);
        assertThat(talk(typed)).isEqualTo(wanted);
        assertThat(channels).hasSize(8).containsOnly("stream");
        assertThat(reasons).isEmpty();
        assertThat(talk(infoset)).isEqualTo(wanted);
        for (String channel : List.of("websocket", "http")) {
            WrappedStations atTheUrl = traced(Mode.ALWAYS, channel);
            assertThat(talk(atTheUrl)).as(channel).isEqualTo(wanted);
            assertThat(channels).as(channel).hasSize(8).containsOnly(channel);
        }

        assertThat(Published.status(bySoap).streamedCalls()).isZero();
        assertThat(Published.status(typed).typedParts()).isEqualTo(4);
        assertThat(Published.status(infoset).streamedCalls()).isEqualTo(4);
        assertThat(Published.status(infoset).typedParts()).isZero();
    }

    /** Many calls share a session, and none may appear in the trace of another. */
    @Test
    void callsAtOnceOnOneSessionAreEachInTheTraceOfTheirCaller() throws Exception {
        WrappedStations stations = traced(Mode.ALWAYS);
        ExecutorService callers = Executors.newFixedThreadPool(8);
        Map<String, String> traces = new ConcurrentHashMap<>();
        try {
            List<Callable<String>> calls = new ArrayList<>();
            for (int call = 0; call < 200; call++) {
                String name = "call " + call;
                calls.add(() -> ofClient.within(name, () -> {
                    traces.put(name, Span.current().getSpanContext().getTraceId());
                    return stations.echo(name);
                }));
            }
            for (var answer : callers.invokeAll(calls)) {
                assertThat(answer.get()).startsWith("call ");
            }
        } finally {
            callers.shutdown();
        }

        assertThat(service.traces).hasSize(200).isEqualTo(traces);
        assertThat(service.baggage)
                .hasSize(200)
                .allSatisfy((call, of) -> assertThat(of).isEqualTo(call));
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(200);
    }

    private WrappedStations traced(Mode mode) {
        return traced(mode, "stream");
    }

    private WrappedStations traced(Mode mode, String channel) {
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.feature(mode).set("parley.channels", channel));
        new OpenTelemetryClientFeature(ofClient.telemetry).initialize(Published.client(stations), published.clientBus);
        return stations;
    }

    /**
     * Returns the spans of four calls within one span of the application, in order: for each call the client's and the
     * service's. No call is one-way, since over SOAP CXF ends no span of the service for it.
     */
    private List<Seen> talk(WrappedStations stations) throws Exception {
        ofClient.spans.reset();
        ofService.spans.reset();
        String trace = ofClient.within("talk", () -> {
            assertThat(stations.echo("x")).isEqualTo("x");
            assertThat(stations.echo("y")).isEqualTo("y");
            assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);
            assertThatThrownBy(() -> stations.fail("other")).isInstanceOf(SOAPFaultException.class);
            return Span.current().getSpanContext().getTraceId();
        });
        // A service ends its span after it sent the response.
        await().untilAsserted(
                        () -> assertThat(ofService.spans.getFinishedSpanItems()).hasSize(4));

        List<SpanData> clients = new ArrayList<>(ofClient.spans.getFinishedSpanItems());
        SpanData application = clients.remove(clients.size() - 1);
        assertThat(clients).hasSize(4);
        channels.clear();
        reasons.clear();
        List<Seen> seen = new ArrayList<>();
        for (SpanData client : clients) {
            SpanData server = ofService.childOf(client);
            assertThat(client.getParentSpanId()).isEqualTo(application.getSpanId());
            assertThat(List.of(client.getTraceId(), server.getTraceId())).containsOnly(trace);
            assertThat(server.getParentSpanContext().isRemote()).isTrue();
            note(client);
            note(server);
            seen.add(Seen.of(client));
            seen.add(Seen.of(server));
        }
        return seen;
    }

    private void note(SpanData span) {
        channels.add(String.valueOf(span.getAttributes().get(AttributeKey.stringKey(SpanAttributes.CHANNEL))));
        String reason = span.getAttributes().get(AttributeKey.stringKey(SpanAttributes.FALLBACK));
        if (reason != null) {
            reasons.add(reason);
        }
    }

    /** The contents of a span that a dashboard shows. */
    private record Seen(String name, SpanKind kind, StatusData status, Attributes attributes) {
        static Seen of(SpanData span) {
            AttributesBuilder attributes = span.getAttributes().toBuilder();
            if (span.getKind() == SpanKind.SERVER) {
                attributes.removeIf(key -> OF_A_SERVLET.contains(key.getKey()));
            }
            attributes.removeIf(key -> key.getKey().startsWith("parley."));
            return new Seen(span.getName(), span.getKind(), span.getStatus(), attributes.build());
        }
    }

    /** The OpenTelemetry SDK of one process. */
    private static final class Traced {
        final InMemorySpanExporter spans = InMemorySpanExporter.create();
        final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                        .build())
                .setPropagators(ContextPropagators.create(TextMapPropagator.composite(
                        W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())))
                .build();

        <T> T within(String name, Callable<T> calls) throws Exception {
            Span span = telemetry.getTracer("application").spanBuilder(name).startSpan();
            try (Scope current = span.makeCurrent();
                    Scope baggage = Baggage.builder().put("of", name).build().makeCurrent()) {
                return calls.call();
            } finally {
                span.end();
            }
        }

        SpanData childOf(SpanData parent) {
            List<SpanData> children = spans.getFinishedSpanItems().stream()
                    .filter(span -> span.getParentSpanId().equals(parent.getSpanId()))
                    .toList();
            assertThat(children).as("children of %s", parent.getName()).hasSize(1);
            return children.get(0);
        }
    }

    /** Records the trace in which it runs. */
    private static final class Service extends WrappedStationsImpl {
        final Map<String, String> traces = new ConcurrentHashMap<>();
        final Map<String, String> baggage = new ConcurrentHashMap<>();

        @Override
        public String echo(String value) {
            traces.put(value, Span.current().getSpanContext().getTraceId());
            baggage.put(value, String.valueOf(Baggage.current().getEntryValue("of")));
            return value;
        }
    }
}
