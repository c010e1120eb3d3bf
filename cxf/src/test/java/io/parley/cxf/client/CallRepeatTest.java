package io.parley.cxf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.binding.Parts;
import io.parley.cxf.Published;
import io.parley.cxf.carrier.Carriers;
import io.parley.cxf.endpoint.Ledger;
import io.parley.cxf.live.ResponseChain;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.stax.StaxOut;
import io.parley.cxf.stax.Terms;
import io.parley.cxf.stax.TypedIn;
import io.parley.cxf.transport.ClientSession;
import io.parley.cxf.transport.LoopbackConversation;
import io.parley.cxf.transport.ParleyConduit;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.representation.Representations;
import io.parley.runtime.Conversation;
import io.parley.runtime.MessageHandler;
import io.parley.soap.StaticHeaders;
import jakarta.xml.ws.Holder;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.http.HTTPConduit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that a call falls back to SOAP only if its session did not dispatch it. */
class CallRepeatTest {
    private static final StaticHeaders HEADERS = StaticHeaders.begin(Limits.defaults());
    private static final Terms TERMS = new Terms(
            List.of(Representations.load(CallRepeatTest.class.getClassLoader()).get("bnux")),
            Map.of(),
            Parts.none(),
            new IdentityHashMap<>());

    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final Bus bus = BusFactory.newInstance().createBus();
    private final WrappedStationsImpl service = new WrappedStationsImpl();
    private final Ledger ledger = new Ledger();
    private String address;

    @BeforeEach
    void publish() {
        address = "http://localhost:" + Published.freePort() + "/stations";
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceClass(WrappedStationsImpl.class);
        publisher.setServiceBean(service);
        publisher.setAddress(address);
        publisher.create();
    }

    @AfterEach
    void stop() {
        bus.shutdown(true);
        workers.shutdownNow();
    }

    @Test
    void aRefusedCallIsMadeBySoapWithHoldersAndFaults() throws InterruptedException {
        WrappedStations stations = proxy(Mode.AUTO, ErrorCode.NOT_DISPATCHED);

        assertThat(stations.echo("x")).isEqualTo("x");
        Holder<Reading> current = new Holder<>(Reading.of("north", 7, 8));
        Holder<Integer> count = new Holder<>();
        assertThat(stations.swap(current, count)).isEqualTo(Reading.of("north", 7, 8));
        assertThat(current.value).isEqualTo(Reading.of("north'", 1, 2, 3));
        assertThat(count.value).isEqualTo(2);
        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);
        stations.tell("once");
        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("once");
        assertThat(ledger.fallbacks()).containsEntry(FallbackReason.BUDGET, 4L).hasSize(1);
    }

    @Test
    void aCallThatMayHaveBeenDispatchedIsNotMadeAgain() {
        WrappedStations stations = proxy(Mode.AUTO, ErrorCode.CONNECTION_LOST);

        assertThatThrownBy(() -> stations.tell("twice?")).hasStackTraceContaining("CONNECTION_LOST");

        assertThat(service.told()).isEmpty();
        assertThat(ledger.fallbacks()).isEmpty();
    }

    @Test
    void inModeAlwaysTheRefusalIsWhatTheCallerSees() {
        WrappedStations stations = proxy(Mode.ALWAYS, ErrorCode.NOT_DISPATCHED);

        assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("NOT_DISPATCHED");
        assertThat(ledger.fallbacks()).isEmpty();
    }

    @Test
    void aRequestForWhichThereIsNoMemoryIsMadeBySoapWhetherThatShowsWithinItOrAtItsEnd() {
        MessageHandler unreached = message -> {
            throw new AssertionError("the request was dispatched");
        };
        WrappedStations stations = proxy(Mode.AUTO, new LoopbackConversation(unreached, workers, 0));

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(stations.echo("x".repeat(2000))).hasSize(2000);
        assertThat(ledger.fallbacks()).containsEntry(FallbackReason.BUDGET, 2L).hasSize(1);
    }

    private WrappedStations proxy(Mode mode, ErrorCode refusal) {
        MessageHandler refusing = message -> {
            message.refuse(refusal, "as the test wants");
            message.close();
        };
        return proxy(mode, new LoopbackConversation(refusing, workers));
    }

    private WrappedStations proxy(Mode mode, LoopbackConversation conversation) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(address);
        WrappedStations proxy = factory.create(WrappedStations.class);
        Client client = ClientProxy.getClient(proxy);
        client.getOutInterceptors().add(new StaxOut());
        client.getInInterceptors().add(new TypedIn());
        client.getOutInterceptors()
                .add(new Redirect(
                        conversation,
                        new ClientSession(conversation, TERMS, ledger, HEADERS, new ResponseChain(), null),
                        mode,
                        ledger));
        return proxy;
    }

    private static final class Redirect extends AbstractPhaseInterceptor<Message> {
        private final Conversation conversation;
        private final ClientSession session;
        private final Mode mode;
        private final Ledger ledger;

        Redirect(Conversation conversation, ClientSession session, Mode mode, Ledger ledger) {
            super(Phase.SETUP);
            this.conversation = conversation;
            this.session = session;
            this.mode = mode;
            this.ledger = ledger;
        }

        @Override
        public void handleMessage(Message message) {
            if (message.get(CallRepeat.PROPERTY) == null) {
                HTTPConduit http = (HTTPConduit) message.getExchange().getConduit(message);
                CallRepeat bySoap = new CallRepeat(message, mode, ledger::fellBack, conversation);
                message.put(
                        Conduit.class,
                        new ParleyConduit(Carriers.of(http).orElseThrow(), http, session, prepared -> false, bySoap));
            }
        }
    }
}
