package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.peer.KnownPeers;
import io.parley.runtime.Timers;
import io.parley.testkit.FakeTimers;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests a slow answer to an offer, with a client configured to wait for it. */
class PatientNegotiationTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final long PATIENCE_SECONDS = 60;

    private final CountDownLatch offered = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Test
    void aNegotiationHasAllOfTheTimeThatIsSetThoughCallsGoOnBesideIt() throws Exception {
        FakeTimers time = new FakeTimers();
        try (Published published = new Published();
                Relay relay = new Relay(published.address())) {
            published.clientBus.setExtension(time, Timers.class);
            published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
            relay.edit(this::hold, answer -> answer);
            WrappedStations stations = published.proxy(
                    WrappedStations.class,
                    relay.address("stations"),
                    SOAP11,
                    Published.patient().set("parley.channels", "stream"));
            assertThat(stations.echo("a")).isEqualTo("a");
            assertThat(offered.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

            time.advance(KnownPeers.PROBE_LIMIT.plusSeconds(1));
            assertThat(stations.echo("b")).isEqualTo("b");
            goOn.countDown();
            ParleyStatus.settled(Published.client(stations))
                    .toCompletableFuture()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);

            assertThat(stations.echo("c")).isEqualTo("c");
            assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.NEGOTIATING);
            assertThat(Published.status(stations).streamedCalls()).isOne();
        } finally {
            goOn.countDown();
        }
    }

    private String hold(String offer) {
        offered.countDown();
        try {
            assertThat(goOn.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return offer;
    }
}
