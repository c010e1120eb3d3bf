package io.parley.cxf.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.jms.OnQueue;
import io.parley.cxf.jms.SoapQueue;
import io.parley.cxf.standalone.Sums.Numbers;
import io.parley.cxf.standalone.Sums.Total;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.endpoint.JmsEndpoint;
import io.parley.transport.jms.endpoint.JmsEndpointClient;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests services and clients on a queue: one side with CXF, the other with a contract but without CXF. */
class StandaloneQueuePairingsTest {
    private static final Contract CONTRACT = Contract.builder(Sums.NAMESPACE)
            .operation("sum", Numbers.class, Total.class)
            .operation("length", String.class, Integer.class)
            .message("note", String.class)
            .build();
    private static final String QUEUE = "sums";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static EmbeddedBroker broker;

    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.builder().queue(QUEUE).start();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @AfterAll
    static void stop() throws Exception {
        broker.close();
    }

    private static BrokerAccess access() {
        return BrokerAccess.byUrl(broker.localUrl());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientOfCxfHasTypedCallsToAServiceWithoutIt(boolean bytes) throws Exception {
        JmsEndpoint endpoint = endpoint();
        Sums sums = proxy(bytes, Published.patient().mode(Mode.ALWAYS));

        assertThat(sums.sum(Numbers.of(1, 2, 3)).value).isEqualTo(6);
        assertThat(sums.length("größer")).isEqualTo(6);
        ParleyStatus status = Published.status(sums);
        assertThat(status.agreement().orElseThrow().channel()).isEqualTo("jms");
        assertThat(status.streamedCalls()).isEqualTo(2);
        assertThat(status.infosetParts()).isZero();
        assertThat(endpoint.sessions()).isEqualTo(1);
    }

    /** The client has CXF's transport alone, as a client of another library has its own. */
    @Test
    void aClientWithoutParleyIsAnsweredBySoap() throws Exception {
        JmsEndpoint endpoint = endpoint();
        Sums sums = proxy(false);

        assertThat(sums.sum(Numbers.of(1, 2, 3)).value).isEqualTo(6);
        assertThatThrownBy(() -> sums.length(""))
                .isInstanceOf(SOAPFaultException.class)
                .hasMessage("the handler of the call failed");
        sums.note("by queue");
        await().atMost(PATIENCE).until(() -> notes.equals(List.of("by queue")));
        assertThat(endpoint.counts().streamed()).isZero();
    }

    @Test
    void aClientWithoutCxfHasTypedCallsToAServiceOfCxf() {
        publish(Published.patient());
        JmsEndpointClient client = client(Mode.ALWAYS);

        assertThat(client.call("sum", Numbers.of(1, 2, 3), Total.class).value).isEqualTo(6);
        assertThat(client.call("length", "größer", Integer.class)).isEqualTo(6);
        client.send("note", "by queue");

        await().atMost(PATIENCE).until(() -> notes.equals(List.of("by queue")));
        assertThat(client.channel()).contains("jms");
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"ALWAYS", "NEVER"})
    void whatAServiceOfCxfFailsWithIsTheSameErrorOnASessionAndBySoap(Mode mode) {
        publish(Published.patient());
        JmsEndpointClient client = client(mode);

        StandalonePairingsTest.assertFailsWithoutText(client);
    }

    @Test
    void aServiceOfCxfWithoutParleyIsCalledBySoapWithTheReason() {
        publish();
        JmsEndpointClient client = client(Mode.AUTO);

        await().atMost(PATIENCE).until(() -> {
            assertThat(client.call("sum", Numbers.of(1, 2, 3), Total.class).value)
                    .isEqualTo(6);
            return client.lastFallback()
                    .filter(FallbackReason.NOT_CAPABLE::equals)
                    .isPresent();
        });
        assertThat(client.channel()).isEmpty();
    }

    @Test
    void aDurableSessionOfAClientOfCxfContinuesAtTheNextServiceWithoutIt() throws Exception {
        ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
        JmsEndpoint first = service().port(7001).durable(store).start(access(), QUEUE);
        Bus bus = bus();
        bus.setProperty("parley.reliability", "durable");
        Sums sums = proxy(bus, false, Published.patient().mode(Mode.ALWAYS));
        assertThat(sums.length("größer")).isEqualTo(6);
        Agreement agreed = Published.status(sums).agreement().orElseThrow();
        assertThat(agreed.reliability()).isEqualTo(Reliability.DURABLE);

        first.close();
        kept(store);
        JmsEndpoint next = kept(service().port(7001).durable(store).start(access(), QUEUE));

        assertThat(sums.length("four")).isEqualTo(4);
        assertThat(Published.status(sums).agreement().orElseThrow().id()).isEqualTo(agreed.id());
        assertThat(next.counts().streamed()).isEqualTo(1);
    }

    /** The listener of such a service has another port after its next start. */
    @Test
    void aServiceOfCxfOnAQueueHasSessionsThatOutliveAConnectionOnly() {
        Bus bus = bus();
        bus.setProperty("parley.reliability", "durable");
        OnQueue.publish(
                bus, new StandalonePairingsTest.SumsService(notes), SoapQueue.of(access(), QUEUE), Published.patient());
        Bus other = bus();
        other.setProperty("parley.reliability", "durable");
        Sums sums = proxy(other, false, Published.patient().mode(Mode.ALWAYS));

        assertThat(sums.length("größer")).isEqualTo(6);
        assertThat(Published.status(sums).agreement().orElseThrow().reliability())
                .isEqualTo(Reliability.RESUME);
    }

    private JmsEndpoint endpoint() throws Exception {
        return kept(service().start(access(), QUEUE));
    }

    private JmsEndpoint.Builder service() {
        return JmsEndpoint.serve(CONTRACT)
                .on("sum", Numbers.class, numbers -> Total.of(numbers))
                .on("length", String.class, StandaloneQueuePairingsTest::lengthOf)
                .onMessage("note", String.class, (text, session) -> notes.add(text));
    }

    private static int lengthOf(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("there is no text");
        }
        return text.length();
    }

    private JmsEndpointClient client(Mode mode) {
        return kept(JmsEndpointClient.of(CONTRACT).mode(mode).timeout(PATIENCE).open(access(), QUEUE));
    }

    private void publish(ParleyFeature... features) {
        Bus bus = bus();
        OnQueue.publish(bus, new StandalonePairingsTest.SumsService(notes), SoapQueue.of(access(), QUEUE), features);
    }

    private Sums proxy(boolean bytes, ParleyFeature... features) {
        return proxy(bus(), bytes, features);
    }

    private static Sums proxy(Bus bus, boolean bytes, ParleyFeature... features) {
        SoapQueue queue = SoapQueue.of(access(), QUEUE);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Sums.class);
        factory.setAddress(queue.address());
        factory.getFeatures().addAll(List.of(features));
        factory.getFeatures().add(bytes ? queue.withBytes() : queue);
        return factory.create(Sums.class);
    }

    private Bus bus() {
        Bus bus = BusFactory.newInstance().createBus();
        kept(() -> bus.shutdown(true));
        return bus;
    }

    /** Registers a resource, to be closed before the ones registered earlier. */
    private <T extends AutoCloseable> T kept(T each) {
        open.add(0, each);
        return each;
    }
}
