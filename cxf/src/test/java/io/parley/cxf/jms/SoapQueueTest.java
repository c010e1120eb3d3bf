package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.jms.JMSConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests SOAP over a queue that is set up with one object. */
class SoapQueueTest {
    private final WrappedStationsImpl service = new WrappedStationsImpl();
    private static EmbeddedBroker broker;
    private final OnQueue on = new OnQueue(broker);

    @BeforeAll
    static void start() throws Exception {
        broker = OnQueue.start();
    }

    @AfterEach
    void leave() {
        on.closeBuses();
    }

    @AfterAll
    static void stop() throws Exception {
        broker.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallGoesAsTextOrAsBytes(boolean bytes) throws Exception {
        List<String> kinds = new ArrayList<>();
        on.publish(service).getEndpoint().getInInterceptors().add(new Kinds(kinds));

        StationCalls.make(on.proxy(WrappedStations.class, bytes ? on.queue().withBytes() : on.queue()), service);

        assertThat(kinds).hasSize(StationCalls.COUNT).containsOnly(bytes ? "byte" : "text");
        // A request is taken off the queue after it was answered.
        await().atMost(60, TimeUnit.SECONDS).until(() -> on.broker.waiting(OnQueue.NAME) == 0);
        assertThat(on.broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
    }

    @Test
    void anEndpointElsewhereIsNotSetUp() {
        SoapQueue other = SoapQueue.of(BrokerAccess.byUrl(on.broker.localUrl()), "others");
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(on.serviceBus);
        publisher.setServiceBean(service);
        publisher.setAddress(on.queue().address());
        publisher.getFeatures().add(other);

        assertThatThrownBy(publisher::create)
                .hasStackTraceContaining("expected an endpoint with the address jms:queue:others, found stations");
    }

    /** Closing a client releases what its conduit holds at the broker. */
    @Test
    void aClientThatIsClosedLeavesNoQueueBehind() throws Exception {
        on.publish(service);
        List<String> before = on.broker.queues();
        WrappedStations proxy = on.proxy(WrappedStations.class);
        assertThat(proxy.echo("x")).isEqualTo("x");
        assertThat(on.broker.queues()).hasSize(before.size() + 1);

        Published.client(proxy).destroy();

        await().atMost(60, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(on.broker.queues()).containsExactlyInAnyOrderElementsOf(before));
    }

    /** Records the kind of message in which each request arrived. */
    private static final class Kinds extends AbstractPhaseInterceptor<Message> {
        private final List<String> kinds;

        Kinds(List<String> kinds) {
            super(Phase.PRE_INVOKE);
            this.kinds = kinds;
        }

        @Override
        public void handleMessage(Message message) {
            kinds.add(message.get(JMSConstants.JMS_REQUEST_MESSAGE) instanceof TextMessage ? "text" : "byte");
        }
    }
}
