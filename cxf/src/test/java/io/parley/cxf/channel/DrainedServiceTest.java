package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyEndpoints;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.StationsImpl;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a CXF service whose process is about to end. */
class DrainedServiceTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    private final Published published = new Published();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void stop() {
        goOn.countDown();
        published.close();
    }

    @Shows(Use.DRAINED)
    @ParameterizedTest
    @ValueSource(strings = {"http", "stream"})
    void anIdleSessionEndsAtOnceAndFurtherCallsComeBySoap(String channel) throws Exception {
        WrappedStations client = published(channel, new WrappedStationsImpl());
        assertThat(client.echo("x")).isEqualTo("x");
        assertThat(Published.status(client).streamedCalls()).isOne();
        long received = received();

        ParleyEndpoints.drain(published.serviceBus).toCompletableFuture().get(AT_ONCE.toSeconds(), TimeUnit.SECONDS);

        await().untilAsserted(() -> {
            assertThat(client.echo("y")).isEqualTo("y");
            assertThat(Published.status(client).fallbacks()).containsKey(FallbackReason.GOING_AWAY);
        });
        assertThat(ParleyEndpoints.sessions(published.serviceBus).sessions()).isZero();
        // The client may have sent a call before it received the drain notice: the service has not accepted it.
        assertThat(received()).isEqualTo(received);
    }

    @Shows(Use.DRAINED)
    @ParameterizedTest
    @ValueSource(strings = {"http", "stream"})
    void aCallThatIsUnderWayIsAnsweredFirst(String channel) throws Exception {
        WrappedStations client = published(channel, new Slow());
        assertThat(client.echo("x")).isEqualTo("x");
        CompletableFuture<String> underWay = CompletableFuture.supplyAsync(() -> client.echo("slow"));
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> drained =
                ParleyEndpoints.drain(published.serviceBus).toCompletableFuture();

        assertThat(drained).isNotDone();
        goOn.countDown();
        assertThat(underWay.get(60, TimeUnit.SECONDS)).isEqualTo("slow");
        drained.get(AT_ONCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(Published.status(client).streamedCalls()).isEqualTo(2);
    }

    @Test
    void aServiceThatIsDrainedBeforeItsFirstOfferRefusesThat() {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());

        assertThat(ParleyEndpoints.drain(published.serviceBus).toCompletableFuture())
                .isCompleted();

        WrappedStations client = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        assertThat(client.echo("x")).isEqualTo("x");
        // The reason holds for a second: on a busy machine the next call may negotiate again.
        await().untilAsserted(() -> {
            ParleyStatus.settled(Published.client(client)).toCompletableFuture().join();
            assertThat(client.echo("y")).isEqualTo("y");
            assertThat(Published.status(client).fallbacks()).containsKey(FallbackReason.GOING_AWAY);
        });
    }

    private long received() {
        return ParleyEndpoints.totals(published.serviceBus, ParleyEndpoints.SERVICE)
                .streamedCalls();
    }

    private WrappedStations published(String channel, WrappedStations service) {
        published.publishAny(service, published.address(), SOAP11, new ParleyFeature().set("parley.channels", channel));
        WrappedStations client = published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.patient().mode(Mode.ALWAYS).set("parley.channels", channel));
        assertThat(client.echo("first")).isEqualTo("first");
        return published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.patient().mode(Mode.AUTO).set("parley.channels", channel));
    }

    /** Answers with one word when released. */
    @WebService(
            endpointInterface = "io.parley.cxf.services.WrappedStations",
            targetNamespace = "urn:parley:test",
            serviceName = "WrappedStationsService",
            portName = "WrappedStationsPort")
    public final class Slow extends StationsImpl implements WrappedStations {
        @Override
        public String echo(String text) {
            if (text.equals("slow")) {
                begun.countDown();
                try {
                    goOn.await(60, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return text;
        }
    }
}
