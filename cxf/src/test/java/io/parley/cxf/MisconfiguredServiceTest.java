package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.client.CallStatus;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Timers;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Endpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests a service whose configuration becomes faulty: it still answers as a Parley endpoint, and its clients soon
 * retry.
 */
class MisconfiguredServiceTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final Duration BRIEFLY = Duration.ofSeconds(31);

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @ParameterizedTest
    @CsvSource({"parley.limits.depth, deep", "parley.reliability, resumed", "parley.representations, hhfr;echo"})
    void aFaultOfTheServiceIsAnAnswerOfItsOwnAndSoonRetried(String name, String value) throws Exception {
        try (Travelling time = new Travelling()) {
            published.clientBus.setExtension(time, Timers.class);
            Endpoint endpoint = published
                    .publishAny(new WrappedStationsImpl(), published.address(), SOAP11, Published.patient())
                    .getEndpoint();
            endpoint.put(name, value);
            WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());

            assertThat(call(stations)).contains(FallbackReason.NEGOTIATING);
            settle(stations);
            assertThat(call(stations)).contains(FallbackReason.MISCONFIGURED);
            assertThat(Published.status(stations).lastDetail()).contains("log").doesNotContain(value);

            endpoint.remove(name);
            time.ahead(BRIEFLY);
            assertThat(call(stations)).contains(FallbackReason.NEGOTIATING);
            settle(stations);
            assertThat(call(stations)).as("on the stream").isEmpty();
            published.close();
        }
    }

    private static Optional<FallbackReason> call(WrappedStations stations) {
        assertThat(stations.echo("x")).isEqualTo("x");
        Object status = ((BindingProvider) stations).getResponseContext().get(CallStatus.KEY);
        return ((CallStatus) status).reason();
    }

    private static void settle(WrappedStations stations) throws Exception {
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
