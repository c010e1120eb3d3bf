package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.ReplyKind;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParleyProbeTest {
    private final Published published = new Published();
    private final WrappedStationsImpl service = new WrappedStationsImpl();

    @AfterEach
    void stop() {
        published.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP12HTTP_BINDING})
    void aCapableServiceAgreesAndAnswersPingsWithoutBeingCalled(String version) throws Exception {
        published.publish(service, version, parley());
        WrappedStations proxy = published.proxy(WrappedStations.class, version, parley());

        ParleyProbe probe = ParleyProbe.run(Published.client(proxy), 3);

        assertThat(probe.reason()).isEmpty();
        assertThat(probe.agreement())
                .hasValueSatisfying(agreement -> assertThat(agreement.channel()).isEqualTo("local"));
        assertThat(probe.roundTrips())
                .hasSize(3)
                .allSatisfy(time -> assertThat(time).isPositive());
        assertThat(service.told()).isEmpty();
        assertThat(ParleyStatus.of(published.server()).orElseThrow().streamedCalls())
                .isZero();
    }

    @Test
    void theNegotiationIsKeptAsItWasButForItsToken() throws Exception {
        published.publish(service, SOAPBinding.SOAP11HTTP_BINDING, parley());
        WrappedStations proxy = published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING, parley());
        proxy.echo("first");
        ParleyStatus.settled(Published.client(proxy)).toCompletableFuture().get(60, TimeUnit.SECONDS);

        ParleyStatus status = Published.status(proxy);

        assertThat(status.negotiation()).hasValueSatisfying(negotiation -> {
            assertThat(negotiation.kind()).isEqualTo(ReplyKind.ANSWER);
            assertThat(negotiation.offer()).contains("mustUnderstand", "<p:offer ");
            assertThat(negotiation.reply()).contains("<p:answer ").containsPattern("<p:token>\\*{40,}</p:token>");
            assertThat(negotiation.time()).isPositive();
        });
        assertThat(status.modelTime()).isPositive();
    }

    @Test
    void trafficCountsWhatStreams() throws Exception {
        published.publish(service, SOAPBinding.SOAP11HTTP_BINDING, parley());
        WrappedStations proxy = published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING, parley());
        proxy.echo("first");
        ParleyStatus.settled(Published.client(proxy)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        proxy.echo("second");
        long before = Published.status(proxy).traffic().bytesOut();

        proxy.echo("x".repeat(10_000));

        assertThat(Published.status(proxy).traffic().bytesOut() - before).isBetween(10_000L, 12_000L);
        assertThat(ParleyStatus.of(published.server()).orElseThrow().traffic().messagesIn())
                .isEqualTo(2);
    }

    @Test
    void aServiceWithoutParleyIsNamedNotCapable() throws Exception {
        published.publish(service, SOAPBinding.SOAP11HTTP_BINDING);
        WrappedStations proxy = published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING, parley());

        ParleyProbe probe = ParleyProbe.run(Published.client(proxy), 3);

        assertThat(probe.agreement()).isEmpty();
        assertThat(probe.reason()).hasValue(FallbackReason.NOT_CAPABLE);
        assertThat(probe.roundTrips()).isEmpty();
    }

    @Test
    void nobodyAtTheAddressIsNoFallbackButAnError() {
        WrappedStations proxy = published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING, parley());

        assertThatThrownBy(() -> ParleyProbe.run(Published.client(proxy), 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(published.address());
    }

    private static ParleyFeature parley() {
        return new ParleyFeature().set("parley.channels", "local").set("parley.negotiation-millis", 60_000);
    }
}
