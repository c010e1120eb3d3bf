package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.testkit.context.PostgresServer;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import jakarta.jws.WebService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.interceptor.OutgoingChainInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.jms.JMSConstants;
import org.apache.cxf.transport.jms.JMSMessageHeadersType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests two instances of a service on one queue. The first loses its broker after it has run a request and before it
 * has taken it off the queue, so the broker redelivers the request to the second.
 */
class AnsweredRequestsTest {
    private final List<AutoCloseable> open = new ArrayList<>();
    private OnQueue on;
    private String place;

    @BeforeEach
    void start() throws Exception {
        on = new OnQueue();
        open.add(on);
        PostgresServer postgres = PostgresServer.shared();
        place = postgres.address(postgres.newSchema());
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    /** Records its requests, with the suffix "again" if they are marked as redelivered. */
    @WebService(endpointInterface = "io.parley.cxf.services.WrappedStations", serviceName = "WrappedStationsService")
    public static class NotingStations extends WrappedStationsImpl {
        private final BlockingQueue<String> noted = new LinkedBlockingQueue<>();
        private volatile boolean failing;

        @Override
        public String echo(String value) {
            note(value);
            return value;
        }

        @Override
        public void tell(String what) {
            note(what);
            if (failing) {
                throw new IllegalStateException("not done");
            }
        }

        @Override
        public String fail(String how) throws StationException {
            note(how);
            return super.fail(how);
        }

        private void note(String what) {
            JMSMessageHeadersType headers =
                    (JMSMessageHeadersType) context.getMessageContext().get(JMSConstants.JMS_SERVER_REQUEST_HEADERS);
            noted.add(headers.isJMSRedelivered() ? what + " again" : what);
        }
    }

    /** Records what is posted. */
    @WebService(
            endpointInterface = "io.parley.cxf.jms.Notices",
            targetNamespace = "urn:parley:test:notices",
            serviceName = "Notices")
    public static class Board implements Notices {
        private final BlockingQueue<String> posted = new LinkedBlockingQueue<>();

        @Override
        public void post(String notice) {
            posted.add(notice);
        }
    }

    /** The first instance's connections to the broker, which can be cut. */
    private static final class Way implements ConnectionFactory {
        private final ConnectionFactory broker;
        private final List<Connection> connections = new ArrayList<>();
        private boolean cut;

        Way(EmbeddedBroker broker) {
            this.broker = BrokerAccess.byUrl(broker.localUrl()).factory();
        }

        synchronized void cut() {
            cut = true;
            for (Connection each : connections) {
                try {
                    each.close();
                } catch (JMSException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        @Override
        public synchronized Connection createConnection() throws JMSException {
            if (cut) {
                throw new JMSException("cut");
            }
            Connection made = broker.createConnection();
            connections.add(made);
            return made;
        }

        @Override
        public Connection createConnection(String user, String password) throws JMSException {
            return createConnection();
        }

        @Override
        public JMSContext createContext() {
            throw new UnsupportedOperationException();
        }

        @Override
        public JMSContext createContext(String user, String password) {
            throw new UnsupportedOperationException();
        }

        @Override
        public JMSContext createContext(String user, String password, int mode) {
            throw new UnsupportedOperationException();
        }

        @Override
        public JMSContext createContext(int mode) {
            throw new UnsupportedOperationException();
        }
    }

    /** Cuts the connections when a request is complete except for its acknowledgement. */
    private static final class Cutting extends AbstractPhaseInterceptor<Message> {
        private final Way way;

        Cutting(String phase, Way way) {
            super(phase);
            this.way = way;
            addAfter(OutgoingChainInterceptor.class.getName());
            addAfter("io.parley.cxf.jms.RedeliveryFilter$AfterOneWay");
            addAfter("io.parley.cxf.jms.RedeliveryFilter$AfterAnswer");
        }

        @Override
        public void handleMessage(Message message) {
            way.cut();
        }
    }

    /**
     * Publishes the first instance with a single consumer: another consumer would receive what the first lost while
     * both end.
     */
    private NotingStations publishFirst(boolean remembering) {
        return publishFirst(new NotingStations(), remembering);
    }

    private <T> T publishFirst(T service, boolean remembering) {
        Way way = new Way(on.broker);
        var endpoint = OnQueue.publish(
                        bus(),
                        service,
                        queue(BrokerAccess.byFactory(way), remembering).withConsumers(1))
                .getEndpoint();
        endpoint.getInInterceptors().add(new Cutting(Phase.POST_INVOKE, way));
        endpoint.getOutFaultInterceptors().add(new Cutting(Phase.SETUP_ENDING, way));
        return service;
    }

    private NotingStations publishSecond(boolean remembering) {
        return publishSecond(new NotingStations(), remembering);
    }

    private <T> T publishSecond(T service, boolean remembering) {
        OnQueue.publish(bus(), service, queue(BrokerAccess.byUrl(on.broker.localUrl()), remembering));
        return service;
    }

    private Bus bus() {
        Bus bus = BusFactory.newInstance().createBus();
        open.add(() -> bus.shutdown(true));
        return bus;
    }

    /** Returns a queue set up as in a separate process: only the database is shared. */
    private SoapQueue queue(BrokerAccess broker, boolean remembering) {
        SoapQueue queue = SoapQueue.of(broker, OnQueue.NAME);
        if (!remembering) {
            return queue;
        }
        ContextStore store = ContextStores.open(place, StoreSettings.defaults());
        open.add(store);
        return queue.withStore(store);
    }

    private void ask(String operation) throws Exception {
        WrappedStations proxy = on.proxy(WrappedStations.class);
        switch (operation) {
            case "echo" -> assertThat(proxy.echo("once")).isEqualTo("once");
            case "tell" -> proxy.tell("once");
            default -> {
                try {
                    proxy.fail("checked");
                } catch (StationException expected) {
                    assertThat(expected.getFaultInfo().code).isEqualTo(42);
                }
            }
        }
    }

    private void awaitAllTaken() {
        await().atMost(60, TimeUnit.SECONDS).until(() -> on.broker.waiting(OnQueue.NAME) == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo", "tell", "fail"})
    void whatOneInstanceHasDoneIsDroppedByTheOtherWhereTheyShareAStore(String operation) throws Exception {
        NotingStations first = publishFirst(true);
        ask(operation);
        assertThat(first.noted.poll(60, TimeUnit.SECONDS)).isNotNull();
        NotingStations second = publishSecond(true);

        awaitAllTaken();
        assertThat(on.proxy(WrappedStations.class).echo("next")).isEqualTo("next");

        assertThat(second.noted).containsExactly("next");
        assertThat(first.noted).isEmpty();
        assertThat(on.broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
    }

    @Test
    void aOneWayKnownByItsSoapActionIsDroppedByTheOtherToo() throws Exception {
        Board first = publishFirst(new Board(), true);
        on.proxy(Notices.class).post("once");
        assertThat(first.posted.poll(60, TimeUnit.SECONDS)).isEqualTo("once");
        Board second = publishSecond(new Board(), true);

        awaitAllTaken();
        on.proxy(Notices.class).post("next");

        assertThat(second.posted.poll(60, TimeUnit.SECONDS)).isEqualTo("next");
        assertThat(on.broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo", "tell", "fail"})
    void withoutAStoreItComesAgainAndIsMarked(String operation) throws Exception {
        NotingStations first = publishFirst(false);
        ask(operation);
        assertThat(first.noted.poll(60, TimeUnit.SECONDS)).isNotNull();
        NotingStations second = publishSecond(false);

        assertThat(second.noted.poll(60, TimeUnit.SECONDS)).endsWith(" again");
        awaitAllTaken();
    }

    @Test
    void whatFailedIsNotTakenForDone() throws Exception {
        ContextStore store = ContextStores.open(place, StoreSettings.defaults());
        open.add(store);
        NotingStations failing = new NotingStations();
        failing.failing = true;
        SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(on.broker.localUrl()), OnQueue.NAME);
        OnQueue.publish(bus(), failing, queue.withStore(store));

        on.proxy(WrappedStations.class).tell("poison");

        await().atMost(60, TimeUnit.SECONDS).until(() -> on.broker.waiting(EmbeddedBroker.DEAD_LETTERS) == 1);
        assertThat(failing.noted)
                .containsExactly("poison", "poison again", "poison again", "poison again", "poison again");
    }

    /** The redelivery mark alone does not say whether the request was completed. */
    @Test
    void ifTheStoreIsGoneRequestsAreAnsweredAllTheSame() throws Exception {
        ContextStore store = ContextStores.open(place, StoreSettings.defaults());
        store.close();
        NotingStations service = new NotingStations();
        SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(on.broker.localUrl()), OnQueue.NAME);
        try (RawSoap raw = new RawSoap(on.broker)) {
            TextMessage before = raw.echo("before");
            raw.send(before, raw.inbox);
            OnQueue.publish(bus(), service, queue.withStore(store));

            assertThat(raw.take(raw.inbox)).isNotNull();
            assertThat(service.noted).containsExactly("before again");
        }
    }
}
