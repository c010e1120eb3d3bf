package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.client.CallStatus;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests calls with less time than a negotiation, whose offer is held back until the test releases it. */
@Timeout(120)
class ImpatientCallsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int MILLIS = 700;
    private static final long PATIENCE_SECONDS = 60;

    private final Published published = new Published();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final WrappedStationsImpl service = new WrappedStationsImpl();
    private Relay relay;

    @BeforeEach
    void start() throws Exception {
        relay = new Relay(published.address());
        published.publish(service, SOAP11, new ParleyFeature().set(Settings.ADVERTISE, true));
        relay.edit(this::hold, answer -> answer);
    }

    @AfterEach
    void stop() {
        goOn.countDown();
        relay.close();
        published.close();
    }

    private String hold(String offer) {
        try {
            assertThat(goOn.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return offer;
    }

    @Test
    void aCallThatMustStreamEndsWithItsOwnTime() {
        WrappedStations stations = always();

        assertTimedOut(catchThrowable(() -> stations.echo("x")));

        assertThat(ParleyStatus.state(Published.client(stations)).orElseThrow().isNegotiating())
                .isTrue();
    }

    @Test
    void itsStatusSaysThatTheNegotiationGoesOn() {
        WrappedStations stations = always();

        assertTimedOut(catchThrowable(() -> stations.echo("x")));

        assertThat(((BindingProvider) stations).getResponseContext().get(CallStatus.KEY))
                .isInstanceOfSatisfying(
                        CallStatus.class, status -> assertThat(status.reason()).contains(FallbackReason.NEGOTIATING));
    }

    @Test
    void aCallThatWaitsForTheNegotiationOfAnotherDoesToo() {
        WrappedStations stations = always();

        assertTimedOut(catchThrowable(() -> stations.echo("x")));
        assertTimedOut(catchThrowable(() -> stations.echo("y")));
    }

    @Test
    void anAsynchronousCallDoesToo() {
        Client client = Published.client(always());

        Throwable failure = catchThrowable(() -> {
            ClientCallback callback = new ClientCallback();
            client.invoke(callback, "echo", "x");
            callback.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        });

        assertThat(failure).hasStackTraceContaining(SocketTimeoutException.class.getName());
    }

    @Test
    void aOneWayCallDoesToo() {
        WrappedStations stations = always();

        assertTimedOut(catchThrowable(() -> stations.tell("x")));

        assertThat(service.told()).isEmpty();
    }

    @Test
    void theTimeCanBeThatOfTheConduit() {
        WrappedStations stations = proxy(Published.feature(Mode.ALWAYS));
        ((HTTPConduit) Published.client(stations).getConduit()).getClient().setReceiveTimeout(MILLIS);

        assertTimedOut(catchThrowable(() -> stations.echo("x")));
    }

    @Test
    void laterCallsStreamOnTheSessionOfThatNegotiation() throws Exception {
        WrappedStations stations = always();
        assertTimedOut(catchThrowable(() -> stations.echo("x")));

        goOn.countDown();
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        limit(stations, 60_000);

        assertThat(stations.echo("y")).isEqualTo("y");
        assertThat(Published.status(stations).streamedCalls()).isOne();
    }

    /** A WSDL that advertises Parley makes a call wait for a session, but it may use SOAP. */
    @Test
    void aCallThatMayUseSoapDoesSoWithHalfOfItsTime() {
        WrappedStations stations = advertised();
        limit(stations, 10_000);

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.NEGOTIATING);
        assertThat(ParleyStatus.state(Published.client(stations)).orElseThrow().isNegotiating())
                .isTrue();
    }

    private WrappedStations always() {
        WrappedStations stations = proxy(Published.feature(Mode.ALWAYS));
        limit(stations, MILLIS);
        return stations;
    }

    private WrappedStations proxy(ParleyFeature feature) {
        return published.proxy(WrappedStations.class, relay.address("stations"), SOAP11, feature);
    }

    private WrappedStations advertised() {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(published.clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setWsdlURL(published.address() + "?wsdl");
        factory.setServiceName(new QName("urn:parley:test", "WrappedStationsService"));
        factory.setEndpointName(
                published.server().getEndpoint().getEndpointInfo().getName());
        factory.setAddress(relay.address("stations"));
        factory.getFeatures().add(Published.feature(Mode.AUTO).set(Settings.POLICY, "advertised"));
        return factory.create(WrappedStations.class);
    }

    private static void limit(WrappedStations stations, int millis) {
        ((BindingProvider) stations).getRequestContext().put(Message.RECEIVE_TIMEOUT, millis);
    }

    private static void assertTimedOut(Throwable failure) {
        assertThat(failure)
                .isInstanceOf(WebServiceException.class)
                .hasCauseInstanceOf(SocketTimeoutException.class)
                .hasStackTraceContaining("NEGOTIATING")
                .hasStackTraceContaining("receive timeout");
    }
}
