package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.client.CallStatus;
import io.parley.cxf.endpoint.MainSwitch;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.FallbackReason;
import io.parley.testkit.Planted;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.message.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that calls to a service known not to speak Parley share one cached decision, and that differing calls are
 * decided individually.
 */
class PlainServiceTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private WrappedStations stations;

    @BeforeEach
    void learn() throws Exception {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11);
        stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        assertThat(call()).contains(FallbackReason.NEGOTIATING);
        settle();
        assertThat(call()).contains(FallbackReason.NOT_CAPABLE);
        assertThat(call()).contains(FallbackReason.NOT_CAPABLE);
    }

    @AfterEach
    void stop() {
        MainSwitch.set(true);
        published.close();
    }

    @Test
    void eachCallIsCountedAndSaysWhyItWentBySoap() {
        assertThat(call()).contains(FallbackReason.NOT_CAPABLE);
        assertThat(Published.status(stations).fallbacks())
                .isEqualTo(Map.of(FallbackReason.NEGOTIATING, 1L, FallbackReason.NOT_CAPABLE, 3L));
    }

    @Test
    void callsRunThroughNothingOfParleysButTheDecisionAndWhatShowsIt() {
        Client client = Published.client(stations);
        assertThat(client.getOutInterceptors().stream().filter(PlainServiceTest::isOurs))
                .hasSize(2);
        assertThat(client.getInInterceptors().stream().filter(PlainServiceTest::isOurs))
                .hasSize(2);
    }

    @Test
    void aCallAsAnotherUserIsAnotherMatter() throws Exception {
        context().put(BindingProvider.USERNAME_PROPERTY, "alice");
        context().put(BindingProvider.PASSWORD_PROPERTY, Planted.passwordOf("alice"));
        assertThat(call()).contains(FallbackReason.NEW_IDENTITY);
        assertThat(call()).contains(FallbackReason.NEGOTIATING);
        settle();
        assertThat(call()).contains(FallbackReason.NOT_CAPABLE);
        context().put(BindingProvider.USERNAME_PROPERTY, "bob");
        assertThat(call()).contains(FallbackReason.NEW_IDENTITY);
        assertThat(call()).contains(FallbackReason.NEGOTIATING);
    }

    @Test
    void aCallWithCredentialsInItsHeadersIsAnotherMatter() {
        context().put(Message.PROTOCOL_HEADERS, Map.of("Cookie", List.of("user=alice")));
        assertThat(call()).contains(FallbackReason.NEW_IDENTITY);
        assertThat(call()).contains(FallbackReason.NEGOTIATING);
    }

    @Test
    void aCallToAnotherAddressIsAnotherMatter() throws Exception {
        String capable = published.endpoint("capable");
        published.publishAny(new WrappedStationsImpl(), capable, SOAP11, Published.patient());
        context().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, capable);
        assertThat(call()).contains(FallbackReason.NEGOTIATING);
        settle();
        assertThat(call()).as("on the stream").isEmpty();
        context().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, published.address());
        assertThat(call()).contains(FallbackReason.NOT_CAPABLE);
        assertThat(call()).contains(FallbackReason.NOT_CAPABLE);
        context().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, capable);
        assertThat(call()).as("on the stream").isEmpty();
    }

    @Test
    void theModeOfACallIsHeard() {
        context().put(Settings.MODE, "never");
        assertThat(call()).contains(FallbackReason.MODE_NEVER);
        context().put(Settings.MODE, "always");
        assertThatThrownBy(() -> stations.echo("x"))
                .isInstanceOf(WebServiceException.class)
                .hasStackTraceContaining("the mode is always and the call cannot stream: NOT_CAPABLE");
        context().remove(Settings.MODE);
        assertThat(call()).contains(FallbackReason.NOT_CAPABLE);
    }

    @Test
    void theMainSwitchIsHeard() {
        MainSwitch.set(false);
        assertThat(call()).contains(FallbackReason.SWITCHED_OFF);
        MainSwitch.set(true);
        assertThat(call()).contains(FallbackReason.NOT_CAPABLE);
    }

    private static boolean isOurs(Object interceptor) {
        return interceptor.getClass().getName().startsWith("io.parley.");
    }

    private Map<String, Object> context() {
        return ((BindingProvider) stations).getRequestContext();
    }

    private Optional<FallbackReason> call() {
        assertThat(stations.echo("x")).isEqualTo("x");
        Object status = ((BindingProvider) stations).getResponseContext().get(CallStatus.KEY);
        return ((CallStatus) status).reason();
    }

    private void settle() throws Exception {
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
