package io.parley.cxf.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.Limits;
import io.parley.binding.Part;
import io.parley.binding.Parts;
import io.parley.cxf.carrier.Carriers;
import io.parley.cxf.live.RequestChain;
import io.parley.cxf.live.ResponseChain;
import io.parley.cxf.services.BareStations;
import io.parley.cxf.services.BareStationsImpl;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.RpcStations;
import io.parley.cxf.services.RpcStationsImpl;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.Stations;
import io.parley.cxf.services.StationsImpl;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.stax.StaxOut;
import io.parley.cxf.stax.Terms;
import io.parley.cxf.stax.TypedIn;
import io.parley.representation.Representations;
import io.parley.runtime.MessageOrder;
import io.parley.soap.StaticHeaders;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.SocketTimeoutException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.Conduit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests real clients and services whose messages are carried as infoset bytes, without negotiation, frames or sockets.
 */
class SeamTest {
    private static final PartCounter NO_COUNTER = new PartCounter() {
        @Override
        public void count(boolean typed) {}

        @Override
        public void untyped(Part part, String reason) {}
    };

    private static final Terms INFOSET = new Terms(
            List.of(Representations.load(SeamTest.class.getClassLoader()).get("bnux")),
            Map.of(),
            Parts.none(),
            new IdentityHashMap<>());

    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final Bus bus = BusFactory.newInstance().createBus();
    private Server server;
    private LoopbackConversation conversation;

    static Stream<Arguments> stylesAndVersions() {
        return Stream.of(SOAPBinding.SOAP11HTTP_BINDING, SOAPBinding.SOAP12HTTP_BINDING)
                .flatMap(version -> Stream.of(
                        Arguments.of(WrappedStations.class, new WrappedStationsImpl(), version),
                        Arguments.of(RpcStations.class, new RpcStationsImpl(), version)));
    }

    @AfterEach
    void stop() {
        server.destroy();
        bus.shutdown(true);
        workers.shutdownNow();
    }

    @ParameterizedTest
    @MethodSource("stylesAndVersions")
    <T extends Stations> void callsHoldersAndFaultsAreWhatTheyAreOverSoap(
            Class<T> type, StationsImpl service, String version) throws InterruptedException {
        T stations = connect(type, service, version);

        assertThat(stations.echo("ünï©ødé \uD83D\uDE00 & <markup>")).isEqualTo("ünï©ødé \uD83D\uDE00 & <markup>");
        assertThat(stations.sum(Reading.of("north", 1.5, 2.5))).isEqualTo(4.0);

        Holder<Reading> current = new Holder<>(Reading.of("north", 7, 8));
        Holder<Integer> count = new Holder<>();
        assertThat(stations.swap(current, count)).isEqualTo(Reading.of("north", 7, 8));
        assertThat(current.value).isEqualTo(Reading.of("north'", 1, 2, 3));
        assertThat(count.value).isEqualTo(2);

        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOfSatisfying(StationException.class, fault -> {
            assertThat(fault.getFaultInfo().code).isEqualTo(42);
            assertThat(fault).hasMessage("station is down");
        });
        assertThatThrownBy(() -> stations.fail("other"))
                .isInstanceOf(SOAPFaultException.class)
                .hasMessage("unchecked: other");

        stations.tell("later");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("later");
        assertThat(conversation.calls).hasValue(6);
    }

    @Test
    void bareParametersTravelAsTheyAre() throws InterruptedException {
        BareStationsImpl service = new BareStationsImpl();
        BareStations stations = connect(BareStations.class, service, SOAPBinding.SOAP11HTTP_BINDING);

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(stations.sum(Reading.of("n", 1, 2))).isEqualTo(3);
        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);
        stations.tell("bare");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("bare");
        assertThat(conversation.calls).hasValue(4);
    }

    @Test
    void aReceiveTimeoutOfTheRequestContextEndsTheCall() {
        WrappedStations stations =
                connect(WrappedStations.class, new WrappedStationsImpl(), SOAPBinding.SOAP11HTTP_BINDING);
        ClientProxy.getClient(stations).getRequestContext().put("jakarta.xml.ws.client.receiveTimeout", "50");

        Throwable failure = catchThrowable(() -> stations.waitFor(2000));

        assertThat(failure).hasCauseInstanceOf(SocketTimeoutException.class);
    }

    private <T> T connect(Class<T> type, Object service, String version) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceClass(service.getClass());
        publisher.setServiceBean(service);
        publisher.setBindingId(version);
        publisher.setAddress("http://localhost:0/stations");
        publisher.setStart(true);
        server = publisher.create();
        install(server.getEndpoint());
        MessageImpl nobody = new MessageImpl();
        conversation = new LoopbackConversation(
                new ServiceSession(
                        new ServiceSession.Service(
                                bus, server, new RequestChain(bus, server), workers, MessageOrder.SESSION, NO_COUNTER),
                        Caller.of(nobody),
                        StaticHeaders.begin(Limits.defaults()),
                        terms -> INFOSET,
                        terms -> null),
                workers);

        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(type);
        factory.setBindingId(version);
        factory.setAddress("http://localhost:1/nobody-listens-here");
        T proxy = type.cast(factory.create());
        install(ClientProxy.getClient(proxy));
        ClientProxy.getClient(proxy).getOutInterceptors().add(new Redirect());
        return proxy;
    }

    private static void install(InterceptorProvider endpoint) {
        endpoint.getOutInterceptors().add(new StaxOut());
        endpoint.getOutFaultInterceptors().add(new StaxOut());
        endpoint.getInInterceptors().add(new TypedIn());
    }

    private final class Redirect extends AbstractPhaseInterceptor<Message> {
        Redirect() {
            super(Phase.SETUP);
        }

        @Override
        public void handleMessage(Message message) {
            Conduit original = message.getExchange().getConduit(message);
            message.put(
                    Conduit.class,
                    new ParleyConduit(
                            Carriers.of(original).orElseThrow(),
                            original,
                            new ClientSession(
                                    conversation,
                                    INFOSET,
                                    NO_COUNTER,
                                    StaticHeaders.begin(Limits.defaults()),
                                    new ResponseChain(),
                                    null),
                            prepared -> false,
                            (out, why, lost, end) -> false));
        }
    }
}
