package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.HostPort;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a service that sends its clients to another host, which they must have been allowed. */
class AdvertisedHostTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    /** The loopback address, which is another host than the name of the service's URL. */
    private static final String OTHER = "127.0.0.1";

    private final Published published = new Published();

    @BeforeEach
    void publish() {
        published.publish(
                new WrappedStationsImpl(),
                SOAP11,
                new ParleyFeature().set("parley.advertised-host", OTHER).set("parley.bind", OTHER));
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void anAllowedHostIsConnectedTo() throws Exception {
        ParleyStatus status = afterTwoCalls(streaming().set("parley.allowed-hosts", "else.example," + OTHER));

        assertThat(status.streamedCalls()).isEqualTo(1);
        assertThat(status.agreement().orElseThrow().addresses())
                .extracting(HostPort::host)
                .containsOnly(OTHER);
    }

    @Test
    void aHostThatIsNotAllowedIsNotConnectedTo() throws Exception {
        ParleyStatus status = afterTwoCalls(streaming().set("parley.allowed-hosts", "else.example"));

        assertThat(status.streamedCalls()).isZero();
        assertThat(status.fallbacks()).containsEntry(FallbackReason.HOST_NOT_ALLOWED, 1L);
    }

    private static ParleyFeature streaming() {
        return Published.patient().set("parley.channels", "stream");
    }

    private ParleyStatus afterTwoCalls(ParleyFeature feature) throws Exception {
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, feature);
        assertThat(stations.echo("first")).isEqualTo("first");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(stations.echo("second")).isEqualTo("second");
        return Published.status(stations);
    }
}
