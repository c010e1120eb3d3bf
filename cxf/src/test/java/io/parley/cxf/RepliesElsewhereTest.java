package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.parley.cxf.addressing.ReplyAddresses;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.JAXWSAConstants;
import org.apache.cxf.ws.addressing.WSAContextUtils;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.addressing.soap.MAPCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests WS-Addressing with replies sent elsewhere and with mismatched actions: requests stream, and the outcome is the
 * same as over SOAP.
 */
class RepliesElsewhereTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final String replies = "http://localhost:" + Published.freePort() + "/replies";
    private final BlockingQueue<String> faults = new LinkedBlockingQueue<>();
    private final WrappedStationsImpl service = new WrappedStationsImpl();
    private HttpServer receiver;
    private int asked;

    @BeforeEach
    void start() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            faults.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        receiver.start();
        Server server = published.publishAny(service, published.address(), SOAP11, Published.feature(Mode.AUTO));
        new WSAddressingFeature().initialize(server, published.serviceBus);
        ReplyAddresses.only(List.of(replies, faultsTo())).initialize(server, published.serviceBus);
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
        published.close();
    }

    private String faultsTo() {
        return "http://localhost:" + receiver.getAddress().getPort() + "/faults";
    }

    private WrappedStations stations(Mode mode) {
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(mode));
        new WSAddressingFeature().initialize(Published.client(stations), published.clientBus);
        return stations;
    }

    private static Map<String, Object> context(WrappedStations stations) {
        return ((BindingProvider) stations).getRequestContext();
    }

    /** Records whether responses arrived as separate messages, or on the connection of their requests. */
    private static final class Arrivals extends AbstractPhaseInterceptor<Message> {
        final List<Boolean> elsewhere = new CopyOnWriteArrayList<>();

        Arrivals() {
            super(Phase.PRE_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            elsewhere.add(Boolean.TRUE.equals(message.get(Message.DECOUPLED_CHANNEL_MESSAGE)));
        }
    }

    @Shows(Use.ADDRESSING_DECOUPLED)
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void repliesToAnotherEndpointFindTheirCallsThatStreamed(boolean byPolicy) throws Exception {
        WrappedStations stations = stations(Mode.ALWAYS);
        if (byPolicy) {
            HTTPClientPolicy policy = new HTTPClientPolicy();
            policy.setDecoupledEndpoint(replies);
            ((HTTPConduit) Published.client(stations).getConduit()).setClient(policy);
        } else {
            context(stations).put(WSAContextUtils.REPLYTO_PROPERTY, replies);
        }
        Arrivals arrivals = new Arrivals();
        Published.client(stations).getInInterceptors().add(arrivals);
        Published.client(stations).getInFaultInterceptors().add(arrivals);

        for (int call = 0; call < 3; call++) {
            assertThat(stations.sum(Reading.of("north", call, 2))).isEqualTo(call + 2);
        }
        assertThat(called(stations, "later")).isEqualTo("later");
        assertThat(arrivals.elsewhere).hasSize(4).containsOnly(true);
        stations.tell("one way");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("one way");
        assertThat(service.told()).as("once").isEmpty();
        assertThat(thrown(stations, "checked")).isEqualTo("StationException station is down 42");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(6);
        assertThat(Published.status(stations).fallbacks()).isEmpty();
    }

    /** Makes an asynchronous call; returns its result. */
    private static Object called(WrappedStations stations, String text) throws Exception {
        Client client = Published.client(stations);
        CompletableFuture<Object> result = new CompletableFuture<>();
        client.invoke(
                new ClientCallback() {
                    @Override
                    public void handleResponse(Map<String, Object> context, Object[] results) {
                        result.complete(results == null ? "nothing" : results[0]);
                    }

                    @Override
                    public void handleException(Map<String, Object> context, Throwable why) {
                        result.completeExceptionally(why);
                    }
                },
                "echo",
                text);
        return result.get(60, TimeUnit.SECONDS);
    }

    /** The caller only learns that the call failed: CXF's client receives an empty response. */
    @Shows(Use.ADDRESSING_FAULT_TO)
    @ParameterizedTest
    @ValueSource(strings = {"checked", "unchecked"})
    void faultsGoWhereTheRequestWantsThemToGo(String kind) throws Exception {
        List<String> seen = new ArrayList<>();
        for (Mode mode : new Mode[] {Mode.NEVER, Mode.ALWAYS}) {
            WrappedStations stations = stations(mode);
            AddressingProperties addressing = new AddressingProperties();
            EndpointReferenceType faultTo = new EndpointReferenceType();
            faultTo.setAddress(ContextUtils.getAttributedURI(faultsTo()));
            addressing.setFaultTo(faultTo);
            context(stations).put(JAXWSAConstants.CLIENT_ADDRESSING_PROPERTIES, addressing);

            assertThatThrownBy(() -> stations.fail(kind)).isInstanceOf(WebServiceException.class);

            String fault = faults.poll(60, TimeUnit.SECONDS);
            assertThat(fault).isNotNull().contains("RelatesTo");
            seen.add(fault.contains("station is down") + " " + fault.contains("unchecked: unchecked"));
            assertThat(faults).as("once").isEmpty();
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(mode == Mode.ALWAYS ? 1 : 0);
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0));
        assertThat(seen.get(0)).contains("true");
    }

    /** A service whose operation has an action. */
    @WebService(targetNamespace = "urn:parley:test", name = "Asked")
    public interface Asked {
        @WebMethod(action = "urn:parley:test:ask")
        String ask(String what);
    }

    @WebService(targetNamespace = "urn:parley:test", endpointInterface = "io.parley.cxf.RepliesElsewhereTest$Asked")
    public static final class AskedImpl implements Asked {
        @Override
        public String ask(String what) {
            return what + "!";
        }
    }

    @Shows(Use.ADDRESSING_ACTIONS)
    @ParameterizedTest
    @ValueSource(strings = {SOAP11, SOAPBinding.SOAP12HTTP_BINDING})
    void anActionThatIsNotTheOperationsIsRefusedAsOverSoap(String soap) {
        Asked right = asked(soap, Mode.ALWAYS);
        assertThat(asking(right, "x")).isEqualTo("x!");
        assertThat(Published.status(right).streamedCalls()).isEqualTo(1);

        List<String> seen = new ArrayList<>();
        for (Mode mode : new Mode[] {Mode.NEVER, Mode.ALWAYS}) {
            Asked asked = asked(soap, mode);
            AddressingProperties addressing = new AddressingProperties();
            addressing.setAction(ContextUtils.getAttributedURI("urn:parley:test:another"));
            ((BindingProvider) asked).getRequestContext().put(JAXWSAConstants.CLIENT_ADDRESSING_PROPERTIES, addressing);

            seen.add(asking(asked, "x"));

            assertThat(Published.status(asked).streamedCalls()).isEqualTo(mode == Mode.ALWAYS ? 1 : 0);
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0)).startsWith("SOAPFaultException");
    }

    /** Publishes a new service each time: a refusal concerns the message, not its sender. */
    private Asked asked(String soap, Mode mode) {
        String address = published.endpoint("asked-" + asked++);
        Server server = published.publishAny(new AskedImpl(), address, soap, Published.feature(Mode.AUTO));
        new WSAddressingFeature().initialize(server, published.serviceBus);
        Asked asked = published.proxy(Asked.class, address, soap, Published.feature(mode));
        new WSAddressingFeature().initialize(Published.client(asked), published.clientBus);
        return asked;
    }

    private static String asking(Asked asked, String what) {
        try {
            return asked.ask(what);
        } catch (SOAPFaultException e) {
            return "SOAPFaultException " + e.getFault().getFaultCode() + " "
                    + e.getFault().getFaultString();
        }
    }

    @Shows(Use.ADDRESSING_ACTIONS)
    @ParameterizedTest
    @ValueSource(strings = {SOAP11, SOAPBinding.SOAP12HTTP_BINDING})
    void anActionThatTheTransportDoesNotNameIsRefusedAsOverSoap(String soap) {
        List<String> seen = new ArrayList<>();
        for (Mode mode : new Mode[] {Mode.NEVER, Mode.ALWAYS}) {
            Asked asked = asked(soap, mode);
            Published.client(asked).getOutInterceptors().add(new OtherAction());

            seen.add(asking(asked, "x"));

            assertThat(Published.status(asked).streamedCalls()).isEqualTo(mode == Mode.ALWAYS ? 1 : 0);
        }
        assertThat(seen.get(1))
                .isEqualTo(seen.get(0))
                .startsWith("SOAPFaultException")
                .contains("not valid");
    }

    /** Makes the transport name another action than the message. */
    private static final class OtherAction extends AbstractPhaseInterceptor<Message> {
        OtherAction() {
            super(Phase.PRE_PROTOCOL);
            addAfter(MAPCodec.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            String other = "\"urn:parley:test:another\"";
            Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
            if (headers != null && headers.containsKey("SOAPAction")) {
                headers.put("SOAPAction", new ArrayList<>(List.of(other)));
            } else {
                message.put(Message.CONTENT_TYPE, "application/soap+xml; action=" + other);
            }
        }
    }

    @Shows(Use.ADDRESSING_ACTIONS)
    @Test
    void aServiceThatRequiresAddressingIsNegotiatedWithAndStillRequiresIt() {
        String strict = published.endpoint("strict");
        WSAddressingFeature required = new WSAddressingFeature();
        required.setAddressingRequired(true);
        Server server = published.publishAny(new WrappedStationsImpl(), strict, SOAP11, Published.feature(Mode.AUTO));
        required.initialize(server, published.serviceBus);
        List<String> seen = new ArrayList<>();
        for (Mode mode : new Mode[] {Mode.NEVER, Mode.ALWAYS}) {
            WrappedStations without = published.proxy(WrappedStations.class, strict, SOAP11, Published.feature(mode));
            seen.add(thrown(without, "checked"));
            assertThat(Published.status(without).streamedCalls()).isEqualTo(mode == Mode.ALWAYS ? 1 : 0);
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0)).startsWith("SOAPFaultException");
        WrappedStations with = published.proxy(WrappedStations.class, strict, SOAP11, Published.feature(Mode.ALWAYS));
        new WSAddressingFeature().initialize(Published.client(with), published.clientBus);

        assertThat(with.echo("x")).isEqualTo("x");
        assertThat(Published.status(with).streamedCalls()).isEqualTo(1);
    }

    /** Returns the failure of a call that must fail. */
    private static String thrown(WrappedStations stations, String kind) {
        try {
            return "returned " + stations.fail(kind);
        } catch (StationException e) {
            return "StationException " + e.getMessage() + " " + e.getFaultInfo().code;
        } catch (SOAPFaultException e) {
            return "SOAPFaultException " + e.getFault().getFaultCode() + " "
                    + e.getFault().getFaultString();
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }
}
