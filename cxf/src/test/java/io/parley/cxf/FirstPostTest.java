package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limit;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.FirstConnection;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** Tests a service that answers offers but not the first post. */
class FirstPostTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    @Test
    void theFirstPostHasTheTimeOfAConnectionAndItsHandshake() throws Exception {
        try (Published published = new Published()) {
            published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
            try (FirstConnection relay = new FirstConnection(published.port)) {
                WrappedStations stations = published.proxy(
                        WrappedStations.class,
                        relay.to(URI.create(published.address())).toString(),
                        SOAP11,
                        Published.patient()
                                .mode(Mode.ALWAYS)
                                .set("parley.channels", "http")
                                .limit(Limit.CONNECT_MILLIS, 300)
                                .limit(Limit.HANDSHAKE_MILLIS, 45));

                assertThatThrownBy(() -> stations.echo("x"))
                        .hasStackTraceContaining(FallbackReason.CONNECT_TIMEOUT.name())
                        .hasStackTraceContaining("within 345 ms")
                        .hasStackTraceContaining(Limit.CONNECT_MILLIS.setting());
            }
        }
    }
}
