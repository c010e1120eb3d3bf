package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.client.CallStatus;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when a client starts to negotiate. */
class PolicyTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    @BeforeEach
    void publish() {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void afterSoManyCallsMeansThatTheNextOneNegotiates() throws Exception {
        WrappedStations stations = stations("after-2");

        assertThat(call(stations)).contains(FallbackReason.POLICY);
        assertThat(call(stations)).contains(FallbackReason.POLICY);
        assertThat(call(stations)).contains(FallbackReason.NEGOTIATING);
        settle(stations);
        assertThat(call(stations)).isEmpty();
    }

    /**
     * The test's estimates: each streamed call saves two thirds of its time, and a negotiation costs the time of three
     * calls.
     */
    @Test
    void breakEvenNegotiatesAtTheCallThatIsExpectedToPay() throws Exception {
        WrappedStations stations = stations("break-even");

        for (int call = 0; call < 5; call++) {
            assertThat(call(stations)).as("call %d", call).contains(FallbackReason.POLICY);
        }
        assertThat(call(stations)).contains(FallbackReason.NEGOTIATING);
        settle(stations);
        assertThat(call(stations)).isEmpty();
    }

    @Test
    void callsToEachAddressCountThoughOnlyOneBeganTheFirstNegotiation() throws Exception {
        WrappedStations stations = stations("after-2");
        String other = published.address().replace("localhost", "127.0.0.1");
        for (int call = 0; call < 2; call++) {
            assertThat(call(stations, published.address())).contains(FallbackReason.POLICY);
            assertThat(call(stations, other)).contains(FallbackReason.POLICY);
        }
        assertThat(call(stations, published.address())).contains(FallbackReason.NEGOTIATING);
        settle(stations);

        assertThat(call(stations, other)).contains(FallbackReason.NEGOTIATING);
    }

    @Test
    void aCallThatMustStreamDoesNotAskForAPolicy() {
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS).set(Settings.POLICY, "break-even"));

        assertThat(call(stations)).isEmpty();
    }

    @Test
    void aPolicyThatThereIsNotIsNamedWithThoseThatThereAre() {
        assertThatThrownBy(() -> stations("sometimes"))
                .hasStackTraceContaining(
                        "parley.policy: expected one of eager, after-N with a number for N, break-even,"
                                + " advertised, found sometimes");
    }

    private WrappedStations stations(String policy) {
        return published.proxy(
                WrappedStations.class, SOAP11, Published.patient().set(Settings.POLICY, policy));
    }

    private static Optional<FallbackReason> call(WrappedStations stations) {
        assertThat(stations.echo("x")).isEqualTo("x");
        Object status = ((BindingProvider) stations).getResponseContext().get(CallStatus.KEY);
        return ((CallStatus) status).reason();
    }

    private static Optional<FallbackReason> call(WrappedStations stations, String address) {
        ((BindingProvider) stations).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
        return call(stations);
    }

    private static void settle(WrappedStations stations) throws Exception {
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
