package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.apache.cxf.ext.logging.event.EventType;
import org.apache.cxf.ext.logging.event.LogEvent;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Interceptors that work on the bytes of messages: they work as ever, or the endpoint stays on SOAP and says why. */
class BytesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final List<LogEvent> log = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void aClientThatLogsStaysOnSoapAndLogsEveryCall() {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        logging().initialize(Published.client(stations), published.clientBus);

        for (int call = 0; call < 3; call++) {
            assertThat(stations.echo("call " + call)).isEqualTo("call " + call);
        }

        assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.NOT_STREAMABLE);
        assertThat(Published.status(stations).lastDetail()).contains("LoggingOutInterceptor");
        assertThat(logged(EventType.REQ_OUT)).hasSize(3).allMatch(text -> text.contains("<value>call "));
        assertThat(logged(EventType.RESP_IN)).hasSize(3).allMatch(text -> text.contains("<text>call "));
    }

    @Test
    void aServiceThatLogsStaysOnSoapAndLogsEveryCall() throws Exception {
        Server server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        logging().initialize(server, published.serviceBus);
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());

        assertThat(stations.echo("first")).isEqualTo("first");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(20, TimeUnit.SECONDS);
        assertThat(stations.echo("second")).isEqualTo("second");

        assertThat(Published.status(stations).fallbacks())
                .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.UNSUPPORTED_ENDPOINT);
        assertThat(logged(EventType.REQ_IN))
                .filteredOn(text -> text.contains("<value>"))
                .hasSize(2);
        assertThat(logged(EventType.RESP_OUT))
                .filteredOn(text -> text.contains("<text>"))
                .hasSize(2);
    }

    @Test
    void inModeAlwaysALoggingClientIsToldWhy() {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        logging().initialize(Published.client(stations), published.clientBus);

        assertThatThrownBy(() -> stations.echo("x"))
                .hasStackTraceContaining("NOT_STREAMABLE")
                .hasStackTraceContaining("LoggingOutInterceptor");
    }

    @Test
    void aServiceThatBeginsToLogEndsItsSessionsAndLogsEveryCallFromThen() {
        Server server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        assertThat(stations.echo("streamed")).isEqualTo("streamed");
        Published.client(stations).getRequestContext().put("parley.mode", "auto");

        logging().initialize(server, published.serviceBus);
        for (int call = 0; call < 3; call++) {
            assertThat(stations.echo("logged")).isEqualTo("logged");
        }

        // A session that ended young is not replaced at once.
        assertThat(Published.status(stations).fallbacks())
                .containsOnly(entry(FallbackReason.GOING_AWAY, 2L), entry(FallbackReason.TERMS_CHANGED, 1L));
        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls()).isEqualTo(1);
        assertThat(logged(EventType.REQ_IN))
                .filteredOn(text -> text.contains("<value>logged"))
                .hasSize(3);
    }

    @Test
    void compressionLeavesAStreamAlone() {
        Server server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        compressing().initialize(server, published.serviceBus);
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        compressing().initialize(Published.client(stations), published.clientBus);
        WrappedStations bySoap = published.proxy(WrappedStations.class, SOAP11);
        compressing().initialize(Published.client(bySoap), published.clientBus);

        for (WrappedStations each : List.of(stations, bySoap)) {
            assertThat(each.echo("x".repeat(100_000))).hasSize(100_000);
            assertThat(each.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4);
            assertThatThrownBy(() -> each.fail("other")).hasMessage("unchecked: other");
        }

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(3);
        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls()).isEqualTo(3);
    }

    private Feature logging() {
        LoggingFeature logging = new LoggingFeature();
        logging.setSender(log::add);
        return logging;
    }

    private static GZIPFeature compressing() {
        GZIPFeature gzip = new GZIPFeature();
        gzip.setThreshold(0);
        return gzip;
    }

    private List<String> logged(EventType type) {
        return log.stream()
                .filter(event -> event.getType() == type)
                .map(LogEvent::getPayload)
                .toList();
    }
}
