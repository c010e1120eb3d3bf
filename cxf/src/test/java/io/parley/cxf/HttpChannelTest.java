package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.client.CallStatus;
import io.parley.cxf.services.CountingStations;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the http channel, whose frames are posted to the service's own URL. */
class HttpChannelTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final WrappedStationsImpl service = new WrappedStationsImpl();

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void everythingAnswersAsOverSoap() throws Exception {
        published.publish(service, SOAP11, new ParleyFeature());
        WrappedStations proxy = published.proxy(WrappedStations.class, SOAP11, always().set("parley.channels", "http"));

        assertThat(proxy.echo("ünï©ødé \uD83D\uDE00 & <markup>")).isEqualTo("ünï©ødé \uD83D\uDE00 & <markup>");
        assertThat(proxy.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4.0);
        Holder<Reading> current = new Holder<>(Reading.of("north", 7, 8));
        Holder<Integer> count = new Holder<>();
        assertThat(proxy.swap(current, count)).isEqualTo(Reading.of("north", 7, 8));
        assertThat(current.value).isEqualTo(Reading.of("north'", 1, 2, 3));
        assertThatThrownBy(() -> proxy.fail("checked"))
                .isInstanceOfSatisfying(
                        StationException.class,
                        fault -> assertThat(fault.getFaultInfo().code).isEqualTo(42));
        assertThatThrownBy(() -> proxy.fail("other")).hasMessage("unchecked: other");
        proxy.tell("later");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("later");

        assertThat(channel(proxy)).isEqualTo("http");
        assertThat(Published.status(proxy).streamedCalls()).isEqualTo(6);
        assertThat(Published.status(proxy).typedParts()).isPositive();
        assertThat(ParleyStatus.of(published.server()).orElseThrow().streamedCalls())
                .isEqualTo(6);
    }

    @Test
    void aMessageOfTwentyTwoMegabytesGoesThrough() {
        published.publish(service, SOAP11, new ParleyFeature());
        WrappedStations proxy = published.proxy(WrappedStations.class, SOAP11, always().set("parley.channels", "http"));
        double[] values = new double[22_000_000 / Double.BYTES];
        Arrays.fill(values, 0.5);

        assertThat(proxy.sum(Reading.of("north", values))).isEqualTo(values.length / 2.0);

        assertThat(Published.status(proxy).streamedCalls()).isEqualTo(1);
    }

    @Test
    void aStreamPortThatIsClosedIsPassedOver() {
        published.publish(service, SOAP11, new ParleyFeature().set("parley.advertised-port", Published.freePort()));
        WrappedStations proxy =
                published.proxy(WrappedStations.class, SOAP11, always().set("parley.channels", "stream,http"));

        assertThat(proxy.echo("x")).isEqualTo("x");

        assertThat(channel(proxy)).isEqualTo("http");
        assertThat(Published.status(proxy).failedChannels()).isEqualTo(Map.of("stream", FallbackReason.CONNECT_FAILED));
    }

    @Test
    void aStreamPortThatIsSilentIsPassedOverAndRememberedByOtherClients() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("localhost"))) {
            published.publish(
                    service, SOAP11, new ParleyFeature().set("parley.advertised-port", silent.getLocalPort()));
            WrappedStations proxy =
                    published.proxy(WrappedStations.class, SOAP11, always().set("parley.channels", "stream,http"));
            assertThat(proxy.echo("x")).isEqualTo("x");
            assertThat(Published.status(proxy).failedChannels())
                    .isEqualTo(Map.of("stream", FallbackReason.CONNECT_TIMEOUT));

            WrappedStations other =
                    published.proxy(WrappedStations.class, SOAP11, always().set("parley.channels", "stream,http"));
            ((BindingProvider) other).getRequestContext().put(BindingProvider.USERNAME_PROPERTY, "somebody");
            ((BindingProvider) other).getRequestContext().put(BindingProvider.PASSWORD_PROPERTY, "else");
            assertThat(other.echo("y")).isEqualTo("y");

            assertThat(channel(other)).isEqualTo("http");
            assertThat(Published.status(other).failedChannels())
                    .as("not tried again")
                    .isEmpty();
        }
    }

    /** Calls that may have run fail; all others continue another way, with the reason. */
    @Test
    void aStreamThatIsCutInMidConversationRunsNoCallTwice() throws Exception {
        CountingStations counting = new CountingStations();
        try (CutRelay relay = new CutRelay()) {
            published.publish(counting, SOAP11, new ParleyFeature().set("parley.advertised-port", relay.port()));
            relay.to(ParleyStatus.ready(published.server())
                    .thenApply(ready -> ParleyStatus.of(published.server())
                            .orElseThrow()
                            .listening()
                            .get(0)
                            .port())
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS));
            WrappedStations proxy = published.proxy(WrappedStations.class, SOAP11, Published.patient());
            ((BindingProvider) proxy).getRequestContext().put("parley.mode", "always");
            assertThat(proxy.echo("first")).isEqualTo("first");
            assertThat(channel(proxy)).isEqualTo("stream");
            ((BindingProvider) proxy).getRequestContext().remove("parley.mode");

            int failed = 0;
            for (int call = 0; call < 60; call++) {
                if (call == 20) {
                    relay.cut();
                }
                try {
                    assertThat(proxy.echo("call " + call)).isEqualTo("call " + call);
                } catch (WebServiceException e) {
                    failed++;
                }
            }

            assertThat(failed).as("calls that were under way").isLessThanOrEqualTo(1);
            assertThat(counting.seen.values())
                    .allSatisfy(times -> assertThat(times).hasValue(1));
            assertThat(counting.seen).hasSizeGreaterThanOrEqualTo(61 - failed);
            CallStatus last =
                    (CallStatus) ((BindingProvider) proxy).getResponseContext().get(CallStatus.KEY);
            assertThat(last.reason()).as("why it went by SOAP").isPresent();
        }
    }

    private static ParleyFeature always() {
        return Published.patient().mode(Mode.ALWAYS);
    }

    private static String channel(Object proxy) {
        return Published.status(proxy).agreement().orElseThrow().channel();
    }
}
