package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that trace context headers, and no other headers, travel with each message. */
class TracesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final Received received = new Received();

    @AfterEach
    void stop() {
        published.close();
    }

    private WrappedStations stations(Mode mode, String phase) {
        published
                .publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature())
                .getEndpoint()
                .getInInterceptors()
                .add(received);
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(mode));
        Published.client(stations).getOutInterceptors().add(new Tracing(phase));
        return stations;
    }

    /** CXF's own integrations start their spans in different phases. */
    @Shows(Use.TRACES)
    @ParameterizedTest
    @ValueSource(strings = {Phase.SETUP, Phase.PRE_STREAM})
    void everyCallBringsItsOwnTraceAndStreams(String phase) throws Exception {
        WrappedStations stations = stations(Mode.AUTO, phase);

        assertThat(stations.echo("by SOAP")).isEqualTo("by SOAP");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(stations.echo("first")).isEqualTo("first");
        assertThat(stations.echo("second")).isEqualTo("second");

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
        assertThat(received.traces).containsExactly("00-1", "00-2", "00-3");
        assertThat(received.values("baggage")).containsExactly("of=1", "of=2", "of=3");
        assertThat(received.values("X-B3-TraceId")).containsExactly("b1", "b2", "b3");
    }

    /** Many calls share a session, so a trace kept in the session would belong to another call. */
    @Test
    void callsAtOnceNeverBringTheTraceOfAnother() throws Exception {
        WrappedStations stations = stations(Mode.ALWAYS, Phase.PRE_STREAM);
        assertThat(stations.echo("warm")).isEqualTo("warm");
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            List<Callable<String>> calls = new ArrayList<>();
            for (int call = 0; call < 200; call++) {
                calls.add(() -> stations.echo("x"));
            }
            for (var answer : callers.invokeAll(calls)) {
                assertThat(answer.get()).isEqualTo("x");
            }
        } finally {
            callers.shutdown();
        }

        assertThat(received.traces).hasSize(201).doesNotHaveDuplicates().doesNotContainNull();
        assertThat(received.mixed.get()).isZero();
    }

    @Test
    void aCallWithoutATraceDoesNotGetThatOfTheNegotiation() throws Exception {
        WrappedStations stations = stations(Mode.ALWAYS, Phase.SETUP);
        assertThat(stations.echo("traced")).isEqualTo("traced");
        Published.client(stations).getOutInterceptors().removeIf(Tracing.class::isInstance);

        assertThat(stations.echo("untraced")).isEqualTo("untraced");

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
        assertThat(received.headers.get(1)).doesNotContainKeys("traceparent", "baggage", "x-b3-traceid");
    }

    @Test
    void anyOtherHeaderOfACallIsStillAReasonForSoap() throws Exception {
        WrappedStations stations = stations(Mode.AUTO, Phase.SETUP);
        assertThat(stations.echo("x")).isEqualTo("x");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);

        Published.client(stations)
                .getRequestContext()
                .put(Message.PROTOCOL_HEADERS, new TreeMap<>(Map.of("X-Tenant", List.of("gold"))));
        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).fallbacks()).containsEntry(FallbackReason.IDENTITY_DIFFERS, 1L);
    }

    /** Gives each call its own trace. */
    private static final class Tracing extends AbstractPhaseInterceptor<Message> {
        private final AtomicInteger calls = new AtomicInteger();

        Tracing(String phase) {
            super(phase);
        }

        @Override
        public void handleMessage(Message message) {
            int call = calls.incrementAndGet();
            Map<String, List<String>> before = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
            Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            if (before != null) {
                headers.putAll(before);
            }
            headers.put("traceparent", List.of("00-" + call));
            headers.put("baggage", List.of("of=" + call));
            headers.put("X-B3-TraceId", List.of("b" + call));
            message.put(Message.PROTOCOL_HEADERS, headers);
        }
    }

    /** Records the transport headers in the service's chain, except for offers, which have another operation. */
    private static final class Received extends AbstractPhaseInterceptor<Message> {
        final List<Map<String, List<String>>> headers = new CopyOnWriteArrayList<>();
        final List<String> traces = new CopyOnWriteArrayList<>();
        final AtomicInteger mixed = new AtomicInteger();

        Received() {
            super(Phase.PRE_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            Map<String, List<String>> all = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
            Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            copy.putAll(all);
            headers.add(copy);
            if (copy.containsKey("traceparent")) {
                String trace = copy.get("traceparent").get(0);
                traces.add(trace);
                if (!copy.get("baggage").equals(List.of("of=" + trace.substring(3)))) {
                    mixed.incrementAndGet();
                }
            }
        }

        List<String> values(String name) {
            return headers.stream()
                    .map(each -> String.join(",", each.get(name)))
                    .toList();
        }
    }
}
