package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.client.CallStatus;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.runtime.Timers;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests a client whose configuration becomes faulty before its first call, so that it cannot describe its data. */
class MisconfiguredClientTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final Duration BRIEFLY = Duration.ofSeconds(31);
    private static final String ACCESSORS = "parley.accessors";

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void itsCallsNameTheFaultUntilItIsCorrected() throws Exception {
        try (Travelling time = new Travelling()) {
            published.clientBus.setExtension(time, Timers.class);
            WrappedStations stations = stations(Mode.AUTO);

            assertThat(call(stations).reason()).contains(FallbackReason.NEGOTIATING);
            settle(stations);
            for (int i = 0; i < 2; i++) {
                CallStatus failed = call(stations);
                assertThat(failed.reason()).contains(FallbackReason.MISCONFIGURED);
                assertThat(failed.detail()).contains("cannot be described", ACCESSORS);
            }
            WrappedStations other = published.proxy(WrappedStations.class, SOAP11, Published.patient());
            assertThat(call(other).reason()).contains(FallbackReason.NEGOTIATING);
            settle(other);
            assertThat(call(other).streamed()).isTrue();

            time.ahead(BRIEFLY);
            assertThat(call(stations).reason()).as("though there is a session").contains(FallbackReason.MISCONFIGURED);

            Published.client(stations).getEndpoint().remove(ACCESSORS);
            time.ahead(BRIEFLY.multipliedBy(2));
            assertThat(call(stations).streamed()).isTrue();
            published.close();
        }
    }

    @Test
    void aCallInModeAlwaysFailsWithTheFault() {
        WrappedStations stations = stations(Mode.ALWAYS);

        assertThatThrownBy(() -> stations.echo("x"))
                .hasMessageContaining("MISCONFIGURED")
                .hasMessageContaining(ACCESSORS);
    }

    private WrappedStations stations(Mode mode) {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, Published.patient());
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(mode));
        Published.client(stations).getEndpoint().put(ACCESSORS, "quick");
        return stations;
    }

    private static CallStatus call(WrappedStations stations) {
        assertThat(stations.echo("x")).isEqualTo("x");
        Object status = ((BindingProvider) stations).getResponseContext().get(CallStatus.KEY);
        return (CallStatus) status;
    }

    private static void settle(WrappedStations stations) throws Exception {
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
