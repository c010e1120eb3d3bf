package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.MoreStations;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.testkit.Planted;
import jakarta.servlet.ServletConfig;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.BusFactory;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.security.DefaultSecurityContext;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the properties of the feature apart from equal responses. */
class FeatureTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String SOAP12 = SOAPBinding.SOAP12HTTP_BINDING;

    private final Published published = new Published();
    private final WrappedStationsImpl service = new WrappedStationsImpl();

    @AfterEach
    void stop() {
        published.close();
    }

    private static ParleyFeature always() {
        return Published.feature(Mode.ALWAYS);
    }

    private static ParleyFeature local() {
        return new ParleyFeature().set("parley.channels", Published.CHANNEL);
    }

    @Test
    void inModeAlwaysTheFirstCallAlreadyStreams() {
        published.publish(service, SOAP11, local());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, always());

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
        assertThat(Published.status(stations).fallbacks()).isEmpty();
        assertThat(Published.status(stations).agreement()).isPresent();
    }

    @Shows(Use.FEATURE)
    @Test
    void aPortOfAJaxWsServiceTakesTheFeature() throws MalformedURLException {
        published.publish(service, SOAP11, local());
        BusFactory.setThreadDefaultBus(published.clientBus);
        try {
            Service jaxws = Service.create(
                    URI.create(published.address() + "?wsdl").toURL(),
                    new QName("urn:parley:test", "WrappedStationsService"));
            WrappedStations stations = jaxws.getPort(WrappedStations.class, always());

            assertThat(stations.sum(Reading.of("x", 1, 2))).isEqualTo(3);
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
            assertThat(Published.status(stations).typedParts()).isEqualTo(1);
        } finally {
            BusFactory.setThreadDefaultBus(null);
        }
    }

    @Test
    void inModeAlwaysACallThatCannotStreamFailsAndNamesTheReason() {
        published.publish(service, SOAP11);
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, always());

        assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("NOT_CAPABLE");
        assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("NOT_CAPABLE");
        assertThat(Published.status(stations).streamedCalls()).isZero();
    }

    @Test
    void inModeNeverNothingIsOffered() {
        published.publish(service, SOAP11, local());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, local().mode(Mode.NEVER));

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(Published.status(stations).streamedCalls()).isZero();
        assertThat(ParleyStatus.of(published.server()).orElseThrow().agreement())
                .isEmpty();
    }

    @Shows(Use.BUS_PROPERTY)
    @Test
    void theJarAloneDoesNothingAndABusPropertySwitchesItOn() {
        published.publish(service, SOAP11);
        assertThat(ParleyStatus.of(published.server())).isEmpty();

        published.serviceBus.setProperty(ParleyFeature.ENABLED, true);
        published.serviceBus.setProperty("parley.channels", Published.CHANNEL);
        published.clientBus.setProperty(ParleyFeature.ENABLED, "true");
        published.clientBus.setProperty("parley.channels", Published.CHANNEL);
        published.clientBus.setProperty("parley.mode", "always");
        published.clientBus.setProperty("parley.negotiation-millis", "60000");
        String second = published.endpoint("second");
        Server server = published.publishAny(new WrappedStationsImpl(), second, SOAP11);
        WrappedStations stations = published.proxy(WrappedStations.class, second, SOAP11);

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
        assertThat(ParleyStatus.of(server).orElseThrow().streamedCalls()).isEqualTo(1);
    }

    @Shows(Use.SEVERAL_ENDPOINTS)
    @Test
    void severalEndpointsShareOneAddress() {
        published.publish(service, SOAP11, local());
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP12, local());
        WrappedStations old = published.proxy(WrappedStations.class, SOAP11, always());
        WrappedStations current = published.proxy(WrappedStations.class, SOAP12, always());

        assertThat(old.sum(Reading.of("a", 1, 2))).isEqualTo(3);
        assertThat(current.sum(Reading.of("a", 1, 2))).isEqualTo(3);
        assertThatThrownBy(() -> current.fail("x")).isInstanceOf(SOAPFaultException.class);
        assertThatThrownBy(() -> old.fail("x")).isInstanceOf(SOAPFaultException.class);

        assertThat(Published.status(old).streamedCalls()).isEqualTo(2);
        assertThat(Published.status(current).streamedCalls()).isEqualTo(2);
    }

    @Test
    void asynchronousCallsStream() throws ExecutionException, InterruptedException {
        published.publish(service, SOAP11, local());
        MoreStations stations = published.proxy(MoreStations.class, SOAP11, always());
        CompletableFuture<String> handled = new CompletableFuture<>();

        assertThat(stations.echoAsync("polled").get().text).isEqualTo("polled");
        Future<?> unused = stations.echoAsync("called back", response -> {
            try {
                handled.complete(response.get().text);
            } catch (InterruptedException | ExecutionException e) {
                handled.completeExceptionally(e);
            }
        });
        assertThat(handled).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo("called back");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
    }

    @Shows(Use.TIMEOUTS)
    @Test
    void timeoutsEndCallsAndTheSessionLivesOn() {
        published.publish(service, SOAP11, local());
        MoreStations stations = published.proxy(MoreStations.class, SOAP11, always());
        assertThat(stations.echo("x")).isEqualTo("x");
        Map<String, Object> context = Published.client(stations).getRequestContext();

        context.put("jakarta.xml.ws.client.receiveTimeout", "100");
        assertThat(catchThrowable(() -> stations.waitFor(3000))).hasCauseInstanceOf(SocketTimeoutException.class);
        Throwable async = catchThrowable(() -> stations.echoAsync("slow").get());
        assertThat(async).hasStackTraceContaining(SocketTimeoutException.class.getName());

        context.remove("jakarta.xml.ws.client.receiveTimeout");
        assertThat(stations.echo("y")).isEqualTo("y");
        assertThat(Published.status(stations).fallbacks()).isEmpty();
    }

    @Test
    void anUnknownOperationIsAFaultAndTheSessionLivesOn() {
        published.publish(service, SOAP11, local());
        MoreStations plain = published.proxy(MoreStations.class, SOAP11);
        MoreStations stations = published.proxy(MoreStations.class, SOAP11, always());
        String overSoap = catchThrowable(() -> plain.missing("x")).getMessage();

        assertThatThrownBy(() -> stations.missing("x"))
                .isInstanceOf(SOAPFaultException.class)
                .hasMessage(overSoap);
        assertThat(stations.echo("still here")).isEqualTo("still here");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
        assertThat(Published.status(stations).fallbacks()).isEmpty();
    }

    @Shows(Use.VALIDATION)
    @Test
    void whatTheSchemaForbidsIsTheSameFaultAsOverSoap() {
        Server server = published.publish(service, SOAP11, local());
        server.getEndpoint().put(Message.SCHEMA_VALIDATION_ENABLED, true);
        WrappedStations plain = published.proxy(WrappedStations.class, SOAP11);
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, always());
        Reading nameless = Reading.of("x", 1);
        nameless.station = null;
        String overSoap = catchThrowable(() -> plain.sum(nameless)).getMessage();

        assertThatThrownBy(() -> stations.sum(nameless))
                .isInstanceOf(SOAPFaultException.class)
                .hasMessage(overSoap);
        assertThat(stations.sum(Reading.of("x", 1, 2))).isEqualTo(3);
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
    }

    @Shows(Use.VALIDATION)
    @Test
    void aClientThatValidatesFailsBeforeItSends() {
        published.publish(service, SOAP11, local());
        WrappedStations plain = published.proxy(WrappedStations.class, SOAP11);
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, always());
        Published.client(plain).getRequestContext().put(Message.SCHEMA_VALIDATION_ENABLED, true);
        Published.client(stations).getRequestContext().put(Message.SCHEMA_VALIDATION_ENABLED, true);
        Reading nameless = Reading.of("x", 1);
        nameless.station = null;
        String overSoap = catchThrowable(() -> plain.sum(nameless)).getMessage();

        assertThatThrownBy(() -> stations.sum(nameless)).hasMessage(overSoap);
        assertThat(stations.sum(Reading.of("x", 1, 2))).isEqualTo(3);
    }

    @Shows(Use.BASIC_AUTHENTICATION)
    @Shows(Use.IDENTITY)
    @Test
    void usersThatShareAProxyNeverRunAsEachOther() throws InterruptedException, ExecutionException {
        Server server = published.publish(service, SOAP11, local());
        server.getEndpoint().getInInterceptors().add(new Login());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, always());
        Client client = Published.client(stations);
        client.setThreadLocalRequestContext(true);

        CompletableFuture<?>[] users = new CompletableFuture<?>[4];
        for (int i = 0; i < users.length; i++) {
            String user = "user" + i % 2;
            users[i] = CompletableFuture.runAsync(() -> {
                Map<String, Object> context = ((BindingProvider) stations).getRequestContext();
                context.put(BindingProvider.USERNAME_PROPERTY, user);
                context.put(BindingProvider.PASSWORD_PROPERTY, Planted.passwordOf(user));
                for (int call = 0; call < 20; call++) {
                    assertThat(stations.whoAmI()).isEqualTo(user);
                }
            });
        }
        CompletableFuture.allOf(users).get();

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(80);
        assertThat(stations.whoAmI()).isEqualTo("nobody");
    }

    @Shows(Use.OTHER_HEADERS)
    @Shows(Use.IDENTITY)
    @Test
    void aCallWithOtherTransportHeadersThanItsSessionGoesBySoap() {
        published.publish(service, SOAP11, local());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, always());
        Map<String, Object> context = Published.client(stations).getRequestContext();
        context.put(Message.PROTOCOL_HEADERS, Map.of("X-Tenant", List.of("a")));
        assertThat(stations.echo("a")).isEqualTo("a");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);

        context.put(Message.PROTOCOL_HEADERS, Map.of("X-Tenant", List.of("b")));
        context.put("parley.mode", "auto");
        assertThat(stations.echo("b")).isEqualTo("b");

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
        assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.IDENTITY_DIFFERS);
    }

    @Test
    void aMalformedOfferIsAFaultThatSaysWhatWasExpected() throws IOException, InterruptedException {
        published.publish(service, SOAP11, local());
        String envelope = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>"
                + "<s:Header><p:negotiation xmlns:p='urn:parley:1' s:mustUnderstand='1'/></s:Header>"
                + "<s:Body><p:offer xmlns:p='urn:parley:1'><p:version>many</p:version></p:offer></s:Body></s:Envelope>";
        HttpRequest request = HttpRequest.newBuilder(URI.create(published.address()))
                .header("Content-Type", "text/xml; charset=UTF-8")
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofString(envelope))
                .build();

        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("Fault").contains("NEGOTIATION").contains("expected");
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, always());
        assertThat(stations.echo("still here")).isEqualTo("still here");
    }

    @Test
    void aStoppedServiceEndsItsSessionsAndTheNextCallTellsTheTruth() {
        Server server = published.publish(service, SOAP11, local());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, always());
        assertThat(stations.echo("x")).isEqualTo("x");

        server.stop();

        assertThatThrownBy(() -> stations.echo("y")).isInstanceOf(Exception.class);
        assertThat(service.told()).isEmpty();
    }

    @Shows(Use.NEVER_PLAIN)
    @Test
    void aChannelThatCannotBeProtectedIsNotOfferedToAnHttpsAddress() {
        WrappedStations stations = published.proxy(
                WrappedStations.class, "https://localhost:1/nobody", SOAP11, always().set("parley.channels", "local"));

        assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("TLS_NOT_AVAILABLE");
    }

    @Test
    void aServiceThatCannotListenSaysSoAndServesBySoap() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            published.publish(
                    service,
                    SOAP11,
                    new ParleyFeature().set("parley.channels", "stream").set("parley.port", taken.getLocalPort()));
            WrappedStations stations =
                    published.proxy(WrappedStations.class, SOAP11, always().set("parley.channels", "stream"));

            assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("CONNECT_FAILED");
        }
        WrappedStations plain = published.proxy(WrappedStations.class, SOAP11);
        assertThat(plain.echo("x")).isEqualTo("x");
    }

    @Test
    void anEndpointBehindServletFiltersIsStreamedToOnlyIfAllowed() {
        Server server = published.publish(service, SOAP11, local());
        server.getEndpoint().getInInterceptors().add(new AsIfInServlet());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, always());

        assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("FILTERS_BYPASSED");

        String allowed = published.endpoint("allowed");
        Server other = published.publishAny(
                new WrappedStationsImpl(), allowed, SOAP11, local().set("parley.servlets-allowed", true));
        other.getEndpoint().getInInterceptors().add(new AsIfInServlet());
        WrappedStations open = published.proxy(WrappedStations.class, allowed, SOAP11, always());
        assertThat(open.echo("x")).isEqualTo("x");
        assertThat(Published.status(open).streamedCalls()).isEqualTo(1);
    }

    /** Gives messages the properties that CXF's servlet sets. */
    private static final class AsIfInServlet extends AbstractPhaseInterceptor<Message> {
        AsIfInServlet() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            message.put(
                    AbstractHTTPDestination.HTTP_CONFIG,
                    Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {ServletConfig.class},
                            (proxy, method, args) -> {
                                throw new IllegalStateException("asked for " + method);
                            }));
        }
    }

    /** Accepts any user name: the test checks only which one arrives. */
    private static final class Login extends AbstractPhaseInterceptor<Message> {
        Login() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            AuthorizationPolicy policy = message.get(AuthorizationPolicy.class);
            if (policy != null && policy.getUserName() != null) {
                String user = policy.getUserName();
                assertThat(policy.getPassword()).isEqualTo(Planted.passwordOf(user));
                message.put(SecurityContext.class, new DefaultSecurityContext(() -> user, null));
            }
        }
    }
}
