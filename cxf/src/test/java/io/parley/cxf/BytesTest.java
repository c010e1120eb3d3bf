package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.Map;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.transform.TransformInInterceptor;
import org.apache.cxf.interceptor.transform.TransformOutInterceptor;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests interceptors that work on the bytes of messages: they work as before, or the endpoint stays on SOAP and reports
 * the reason.
 */
class BytesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void inModeAlwaysAClientThatTransformsBytesIsToldWhy() {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        Published.client(stations).getOutInterceptors().add(new TransformOutInterceptor());

        assertThatThrownBy(() -> stations.echo("x"))
                .hasStackTraceContaining("NOT_STREAMABLE")
                .hasStackTraceContaining("TransformOutInterceptor");
    }

    @Test
    void aServiceThatBeginsToTransformBytesEndsItsSessionsAndIsCalledBySoapFromThen() {
        Server server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        assertThat(stations.echo("streamed")).isEqualTo("streamed");
        Published.client(stations).getRequestContext().put("parley.mode", "auto");

        TransformInInterceptor renaming = new TransformInInterceptor();
        renaming.setInTransformElements(Map.of("spoken", "value"));
        server.getEndpoint().getInInterceptors().add(renaming);
        for (int call = 0; call < 3; call++) {
            assertThat(stations.echo("by SOAP")).isEqualTo("by SOAP");
        }

        // A session that ended soon after it was opened is not replaced at once.
        assertThat(Published.status(stations).fallbacks())
                .containsOnly(entry(FallbackReason.GOING_AWAY, 2L), entry(FallbackReason.TERMS_CHANGED, 1L));
        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls()).isEqualTo(1);
    }

    @Shows(Use.GZIP)
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

    private static GZIPFeature compressing() {
        GZIPFeature gzip = new GZIPFeature();
        gzip.setThreshold(0);
        return gzip;
    }
}
