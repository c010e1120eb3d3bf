package io.parley.cxf.neighbours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.annotations.FactoryType;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.BindingFaultInfo;
import org.apache.cxf.service.model.BindingMessageInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.MultipleEndpointObserver;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngineFactory;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.EndpointReferenceUtils;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.policy.PolicyBuilder;
import org.apache.cxf.ws.policy.PolicyEngine;
import org.apache.cxf.ws.policy.PolicyEngineImpl;
import org.apache.cxf.ws.policy.PolicyProvider;
import org.apache.cxf.wsdl.interceptors.AbstractEndpointSelectionInterceptor;
import org.apache.neethi.Policy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/**
 * Tests that what CXF and applications obtain from a call's HTTP destination and HTTP conduit is available in a
 * streamed call.
 */
class HttpDestinationTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String POLICY = """
            <wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy"
                        xmlns:http-conf="http://cxf.apache.org/transports/http/configuration"><http-conf:%s/></wsp:Policy>
            """;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    /** Returns the reference by which it was called, and creates references. */
    @WebService(targetNamespace = "urn:parley:test", endpointInterface = "io.parley.cxf.services.WrappedStations")
    public static final class Multiplexed extends WrappedStationsImpl {
        @Override
        public String echo(String value) {
            return value + " at " + EndpointReferenceUtils.getEndpointReferenceId(context.getMessageContext());
        }
    }

    /** Counts its calls, in a separate object per HTTP session. */
    @FactoryType(FactoryType.Type.Session)
    @WebService(targetNamespace = "urn:parley:test", endpointInterface = "io.parley.cxf.services.WrappedStations")
    public static final class PerSession extends WrappedStationsImpl {
        private int calls;

        @Override
        public String echo(String value) {
            calls++;
            return value + " " + calls;
        }
    }

    /** Returns its name. */
    @WebService(targetNamespace = "urn:parley:test", endpointInterface = "io.parley.cxf.services.WrappedStations")
    public static final class Named extends WrappedStationsImpl {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String whoAmI() {
            return name;
        }

        @Override
        public String echo(String value) {
            return name + " says " + value;
        }
    }

    @Shows(Use.HTTP_POLICIES)
    @Test
    void aPolicyOfTheHttpServerHoldsOnTheStreamAndItsHeadersCome() throws Exception {
        policy(published.serviceBus, "server CacheControl='no-store' ServerType='Stations/1' ContentLocation='/north'");
        policy(published.clientBus, "client ReceiveTimeout='61000'");
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = stations(published.address());

        for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
            mode(stations, mode);
            assertThat(stations.echo("x")).isEqualTo("x");
            assertThat(headersOfResponse(stations))
                    .containsEntry("Cache-Control", List.of("no-store"))
                    .containsEntry("Content-Location", List.of("/north"))
                    .containsEntry("Server", List.of("Stations/1"));
            assertThatThrownBy(() -> stations.fail("other")).hasMessage("unchecked: other");
            assertThatThrownBy(() -> stations.fail("checked")).hasMessage("station is down");
            stations.tell("x");
        }

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(4);
    }

    @Shows(Use.MULTIPLEX)
    @Test
    void aReferenceParameterNamesTheObjectThatIsCalled() throws Exception {
        Server server = published.publishAny(new Multiplexed(), published.address(), SOAP11, new ParleyFeature());
        new WSAddressingFeature().initialize(server, published.serviceBus);
        QName service = server.getEndpoint().getService().getName();
        EndpointReferenceType reference =
                EndpointReferenceUtils.getEndpointReferenceWithId(service, null, "north", published.serviceBus);
        WrappedStations stations = stations(published.address());
        new WSAddressingFeature().initialize(Published.client(stations), published.clientBus);
        Published.client(stations).getOutInterceptors().add(new To(reference));

        mode(stations, Mode.NEVER);
        assertThat(stations.echo("by SOAP")).isEqualTo("by SOAP at north");
        mode(stations, Mode.ALWAYS);
        assertThat(stations.echo("streamed")).isEqualTo("streamed at north");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
    }

    @Shows(Use.MULTIPLEX)
    @Test
    void theEndOfAnAddressNamesTheObjectThatIsCalled() {
        Server server = published.publishAny(new Multiplexed(), published.address(), SOAP11, new ParleyFeature());
        ((AbstractHTTPDestination) server.getDestination()).setMultiplexWithAddress(true);
        QName service = server.getEndpoint().getService().getName();

        for (String id : List.of("north", "south")) {
            String address = EndpointReferenceUtils.getAddress(
                    EndpointReferenceUtils.getEndpointReferenceWithId(service, null, id, published.serviceBus));
            assertThat(address).isEqualTo(published.address() + "/" + id);
            WrappedStations stations = stations(address);
            mode(stations, Mode.NEVER);
            assertThat(stations.echo("by SOAP")).isEqualTo("by SOAP at " + id);
            mode(stations, Mode.ALWAYS);
            assertThat(stations.echo("streamed")).isEqualTo("streamed at " + id);
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
        }
    }

    @Shows(Use.SESSION_SCOPE)
    @Test
    void aServiceWithAnObjectForEachHttpSessionIsCalledAsOverSoap() throws Exception {
        published
                .serviceBus
                .getExtension(JettyHTTPServerEngineFactory.class)
                .createJettyHTTPServerEngine(URI.create(published.address()).getPort(), "http")
                .setSessionSupport(true);
        published.publishAny(new PerSession(), published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = stations(published.address());

        for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
            mode(stations, mode);
            for (int call = 0; call < 2; call++) {
                assertThat(stations.echo("call"))
                        .as("a client that keeps no cookies")
                        .isEqualTo("call 1");
            }
        }

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
    }

    @Shows(Use.ROUTED_ENDPOINTS)
    @Test
    void whereAnApplicationChoosesBetweenEndpointsCallsGoBySoapAndSayWhy() throws Exception {
        Server first = published.publishAny(new Named("first"), published.address(), SOAP11, new ParleyFeature());
        first.getEndpoint().put("allow-multiplex-endpoint", true);
        published.publishAny(new Named("second"), published.address(), SOAP11, new ParleyFeature());
        MultipleEndpointObserver observer =
                (MultipleEndpointObserver) first.getDestination().getMessageObserver();
        observer.getRoutingInterceptors().clear();
        observer.getRoutingInterceptors().add(new ByOperation("whoAmI"));
        WrappedStations stations = stations(published.address());

        for (int call = 0; call < 3; call++) {
            assertThat(stations.whoAmI()).isEqualTo("second");
            ParleyStatus.settled(Published.client(stations))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            assertThat(stations.echo("x")).isEqualTo("first says x");
        }

        assertThat(Published.status(stations).fallbacks())
                .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.UNSUPPORTED_ENDPOINT);
    }

    @Test
    void whereAnApplicationBeginsToChooseBetweenEndpointsSessionsEnd() {
        Server first = published.publishAny(new Named("first"), published.address(), SOAP11, new ParleyFeature());
        first.getEndpoint().put("allow-multiplex-endpoint", true);
        published.publishAny(new Named("second"), published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = stations(published.address());
        mode(stations, Mode.ALWAYS);
        assertThat(stations.whoAmI()).isEqualTo("first");
        mode(stations, Mode.AUTO);

        MultipleEndpointObserver observer =
                (MultipleEndpointObserver) first.getDestination().getMessageObserver();
        observer.getRoutingInterceptors().clear();
        observer.getRoutingInterceptors().add(new ByOperation("whoAmI"));

        assertThat(stations.whoAmI()).isEqualTo("second");
        assertThat(stations.echo("x")).isEqualTo("first says x");
        assertThat(ParleyStatus.of(first).orElseThrow().streamedCalls()).isEqualTo(1);
        assertThat(Published.status(stations).fallbacks()).containsKey(FallbackReason.TERMS_CHANGED);
    }

    /** Applications do this to keep an old contract beside a new one. */
    @Shows(Use.ROUTED_ENDPOINTS)
    @Test
    void aServiceThatIsHandedTheMessagesOfAnotherIsCalledBySoapAndSaysWhy() throws Exception {
        Server other =
                published.publishAny(new Named("other"), published.endpoint("other"), SOAP11, new ParleyFeature());
        Server server = published.publishAny(new Named("this"), published.address(), SOAP11, new ParleyFeature());
        HandedTo handing = new HandedTo(other);
        server.getEndpoint().getInInterceptors().add(handing);
        WrappedStations stations = stations(published.address());

        for (int call = 0; call < 3; call++) {
            assertThat(stations.echo("x")).isEqualTo("other says x");
            ParleyStatus.settled(Published.client(stations))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
        }

        assertThat(Published.status(stations).fallbacks())
                .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.UNSUPPORTED_ENDPOINT);
        assertThat(stations(published.endpoint("other")).echo("x")).isEqualTo("other says x");
    }

    @Shows(Use.TRANSPORT_CASTS)
    @Test
    void whoCastsToConduitAndDestinationOfHttpFindsThemInEveryPhase() {
        Server server =
                published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = stations(published.address());
        Client client = Published.client(stations);
        List<String> missed = new ArrayList<>();
        for (String phase : Phases.out()) {
            client.getOutInterceptors().add(new Casting(phase, missed));
            server.getEndpoint().getOutInterceptors().add(new Casting(phase, missed));
            server.getEndpoint().getOutFaultInterceptors().add(new Casting(phase, missed));
        }
        for (String phase : Phases.in()) {
            client.getInInterceptors().add(new Casting(phase, missed));
            server.getEndpoint().getInInterceptors().add(new Casting(phase, missed));
        }

        for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
            mode(stations, mode);
            assertThat(stations.echo("x")).isEqualTo("x");
            assertThatThrownBy(() -> stations.fail("other")).hasMessage("unchecked: other");
            assertThat(missed).as("in mode %s", mode).isEmpty();
        }
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(2);
    }

    private static void policy(Bus bus, String assertion) throws Exception {
        Element policy =
                StaxUtils.read(new StringReader(POLICY.formatted(assertion))).getDocumentElement();
        PolicyEngineImpl engine = (PolicyEngineImpl) bus.getExtension(PolicyEngine.class);
        engine.getPolicyProviders()
                .add(new OfEndpoints(bus.getExtension(PolicyBuilder.class).getPolicy(policy)));
        engine.setEnabled(true);
    }

    /** Gives every endpoint of a bus the same policy. */
    private record OfEndpoints(Policy policy) implements PolicyProvider {
        @Override
        public Policy getEffectivePolicy(EndpointInfo endpoint, Message message) {
            return policy;
        }

        @Override
        public @Nullable Policy getEffectivePolicy(ServiceInfo service, Message message) {
            return null;
        }

        @Override
        public @Nullable Policy getEffectivePolicy(BindingOperationInfo operation, Message message) {
            return null;
        }

        @Override
        public @Nullable Policy getEffectivePolicy(BindingMessageInfo part, Message message) {
            return null;
        }

        @Override
        public @Nullable Policy getEffectivePolicy(BindingFaultInfo fault, Message message) {
            return null;
        }
    }

    private WrappedStations stations(String address) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(published.clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(address);
        factory.getFeatures().add(Published.patient());
        return (WrappedStations) factory.create();
    }

    private static void mode(Object proxy, Mode mode) {
        Published.client(proxy)
                .getRequestContext()
                .put("parley.mode", mode.name().toLowerCase(java.util.Locale.ROOT));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, List<String>> headersOfResponse(Object proxy) {
        return (Map<String, List<String>>)
                Published.client(proxy).getResponseContext().get(Message.PROTOCOL_HEADERS);
    }

    /** Sends a request to a reference, with its parameters. */
    private static final class To extends AbstractPhaseInterceptor<Message> {
        private final EndpointReferenceType reference;

        To(EndpointReferenceType reference) {
            super(Phase.POST_LOGICAL);
            addAfter(org.apache.cxf.ws.addressing.MAPAggregator.class.getName());
            this.reference = reference;
        }

        @Override
        public void handleMessage(Message message) {
            org.apache.cxf.ws.addressing.ContextUtils.retrieveMAPs(message, false, true)
                    .setTo(reference);
        }
    }

    /** Selects an endpoint by the bytes of a message, as CXF's own test of versions does. */
    private static final class ByOperation extends AbstractEndpointSelectionInterceptor {
        private final String ofSecond;

        ByOperation(String ofSecond) {
            super(Phase.POST_STREAM);
            addBefore(StaxInInterceptor.class.getName());
            this.ofSecond = ofSecond;
        }

        @Override
        protected Endpoint selectEndpoint(Message message, Set<Endpoint> endpoints) {
            InputStream in = message.getContent(InputStream.class);
            if (in == null) {
                return null;
            }
            try {
                byte[] bytes = in.readAllBytes();
                message.setContent(InputStream.class, new ByteArrayInputStream(bytes));
                boolean second = new String(bytes, StandardCharsets.UTF_8).contains(":" + ofSecond);
                return endpoints.stream().skip(second ? 1 : 0).findFirst().orElseThrow();
            } catch (IOException e) {
                throw new Fault(e);
            }
        }
    }

    /** Runs the chain of another service in place of the rest of the current one. */
    private static final class HandedTo extends AbstractPhaseInterceptor<Message> {
        private final Server other;

        HandedTo(Server other) {
            super(Phase.RECEIVE);
            this.other = other;
        }

        @Override
        public void handleMessage(Message message) {
            message.getInterceptorChain().abort();
            other.getDestination().getMessageObserver().onMessage(message);
        }
    }

    /** Looks for the conduit and the destination of HTTP. */
    private static final class Casting extends AbstractPhaseInterceptor<Message> {
        private final List<String> missed;

        Casting(String phase, List<String> missed) {
            super("casting in " + phase, phase);
            this.missed = missed;
        }

        @Override
        public void handleMessage(Message message) {
            boolean isClient = org.apache.cxf.message.MessageUtils.isRequestor(message);
            Object found = isClient
                    ? message.getExchange().getConduit(message)
                    : message.getExchange().getDestination();
            Class<?> expected = isClient ? HTTPConduit.class : AbstractHTTPDestination.class;
            if (!expected.isInstance(found)) {
                missed.add(getPhase() + ": " + found);
            }
            if (isClient && !(message.get(Conduit.class) instanceof HTTPConduit)) {
                missed.add(getPhase() + " on the message: " + message.get(Conduit.class));
            }
        }
    }
}
