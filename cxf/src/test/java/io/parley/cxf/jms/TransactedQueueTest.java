package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jws.WebService;
import jakarta.transaction.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.jms.ConnectionFactoryFeature;
import org.apache.cxf.transport.jms.JMSConfigFeature;
import org.apache.cxf.transport.jms.JMSConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests services that receive messages from a queue in transactions: failed messages are redelivered, with Parley as
 * without.
 */
class TransactedQueueTest {
    /** The broker's number of deliveries before a message becomes a dead letter. */
    private static final int DELIVERIES = 5;

    private OnQueue on;
    private final ThreadTransactions transactions = new ThreadTransactions();
    private final FailingStations service = new FailingStations(transactions);

    /** The way in which the transaction is configured. */
    private enum Transacted {
        BY_SOAP_QUEUE,
        BY_CONFIGURATION,
        BY_ADDRESS
    }

    /** Counts its failing runs, and records the transaction status of the thread in each {@code echo}. */
    @WebService(endpointInterface = "io.parley.cxf.services.WrappedStations", serviceName = "WrappedStationsService")
    public static class FailingStations extends WrappedStationsImpl {
        private final ThreadTransactions transactions;
        private final AtomicInteger runs = new AtomicInteger();
        private final BlockingQueue<Integer> statuses = new LinkedBlockingQueue<>();

        FailingStations(ThreadTransactions transactions) {
            this.transactions = transactions;
        }

        @Override
        public String echo(String value) {
            statuses.add(transactions.getStatus());
            return value;
        }

        @Override
        public String fail(String kind) throws StationException {
            runs.incrementAndGet();
            return super.fail(kind);
        }

        @Override
        public void tell(String what) {
            runs.incrementAndGet();
            throw new IllegalStateException("not done");
        }
    }

    @BeforeEach
    void start() throws Exception {
        on = new OnQueue();
    }

    @AfterEach
    void stop() throws Exception {
        on.close();
    }

    @Shows(Use.JMS_ONE_WAY)
    @ParameterizedTest(name = "transacted {0}, with Parley {1}")
    @CsvSource({
        "BY_SOAP_QUEUE, false",
        "BY_SOAP_QUEUE, true",
        "BY_CONFIGURATION, false",
        "BY_CONFIGURATION, true",
        "BY_ADDRESS, false",
        "BY_ADDRESS, true"
    })
    void aOneWayCallThatFailsIsDeliveredAgainUntilItIsADeadLetter(Transacted set, boolean parley) throws Exception {
        publish(set, parley);
        WrappedStations proxy = proxy(set, features(parley));
        proxy.echo("first");
        settle(proxy);
        proxy.echo("second");

        proxy.tell("poison");

        await().atMost(60, TimeUnit.SECONDS).until(() -> on.broker.waiting(EmbeddedBroker.DEAD_LETTERS) == 1);
        assertThat(service.runs).hasValue(DELIVERIES);
    }

    /** CXF's behaviour: a caller that waits for a response gets a fault, and the request is consumed. */
    @ParameterizedTest(name = "transacted {0}, with Parley {1}")
    @CsvSource({"BY_SOAP_QUEUE, false", "BY_SOAP_QUEUE, true", "BY_CONFIGURATION, false", "BY_CONFIGURATION, true"})
    void aRequestThatFailsIsAnsweredByAFaultAndRunsOnce(Transacted set, boolean parley) throws Exception {
        publish(set, parley);
        WrappedStations proxy = proxy(set, features(parley));
        proxy.echo("first");
        settle(proxy);

        assertThatThrownBy(() -> proxy.fail("other")).hasMessage("unchecked: other");

        await().atMost(60, TimeUnit.SECONDS).until(() -> on.broker.waiting(OnQueue.NAME) == 0);
        assertThat(service.runs).hasValue(1);
        assertThat(on.broker.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
    }

    @Shows(Use.JMS_TRANSACTED)
    @ParameterizedTest
    @ValueSource(strings = {"BY_CONFIGURATION", "BY_ADDRESS"})
    void aServiceThatIsSetUpWithTransactionsStaysOnSoapAndSaysWhy(String how) throws Exception {
        Transacted set = Transacted.valueOf(how);
        publish(set, true);
        WrappedStations proxy = proxy(set, features(true));
        proxy.echo("first");
        settle(proxy);
        proxy.echo("second");

        assertThat(OnQueue.status(proxy).streamedCalls()).isZero();
        assertThat(OnQueue.status(proxy).fallbacks())
                .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.TRANSACTED);
        assertThat(OnQueue.status(proxy).lastDetail()).contains("sessionTransacted");
        WrappedStations must = proxy(set, List.of(Published.patient().mode(Mode.ALWAYS)));
        assertThatThrownBy(() -> must.echo("x"))
                .hasStackTraceContaining("TRANSACTED")
                .hasStackTraceContaining("sessionTransacted");
    }

    /** The service may use the transaction, so calls with a response run in it too. */
    @Shows(Use.JMS_TRANSACTED)
    @Test
    void requestsRunInTheTransactionOfTheTransactionManager() throws Exception {
        JMSConfiguration configuration = configuration();
        configuration.setTransactionManager(transactions);
        publish(Published.patient(), feature(configuration));
        WrappedStations proxy = proxy(Transacted.BY_CONFIGURATION, features(true));
        proxy.echo("first");
        settle(proxy);
        proxy.echo("second");
        proxy.echo("third");

        assertThat(service.statuses).hasSize(3).containsOnly(Status.STATUS_ACTIVE);
        assertThat(OnQueue.status(proxy).fallbacks())
                .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.TRANSACTED);
        assertThat(OnQueue.status(proxy).lastDetail()).contains("transaction manager");
        proxy.tell("poison");
        await().atMost(60, TimeUnit.SECONDS).until(() -> transactions.rolledBack.get() == 1);
    }

    /**
     * A SoapQueue states what its sessions provide, which does not cover a transaction manager of the configuration.
     */
    @Test
    void aSoapQueueWithATransactionManagerStaysOnSoap() throws Exception {
        JMSConfiguration configuration = configuration();
        configuration.setTransactionManager(transactions);
        publish(Published.patient(), feature(configuration), on.queue());
        WrappedStations proxy = proxy(Transacted.BY_SOAP_QUEUE, features(true));
        proxy.echo("first");
        settle(proxy);
        proxy.echo("second");

        assertThat(OnQueue.status(proxy).fallbacks()).containsKey(FallbackReason.TRANSACTED);
    }

    @Test
    void whatIsAnsweredStreamsOverASoapQueue() throws Exception {
        publish(Transacted.BY_SOAP_QUEUE, true);
        WrappedStations proxy = proxy(Transacted.BY_SOAP_QUEUE, features(true));
        proxy.echo("first");
        settle(proxy);
        proxy.echo("second");
        proxy.tell("poison");

        assertThat(OnQueue.status(proxy).streamedCalls()).isEqualTo(1);
        assertThat(OnQueue.status(proxy).fallbacks())
                .containsOnlyKeys(FallbackReason.NEGOTIATING, FallbackReason.NOT_STREAMABLE);
        assertThat(OnQueue.status(proxy).lastDetail()).contains("one-way");
    }

    /** The queue keeps the message for a service that is down, which a session could not. */
    @Test
    void aOneWayCallWaitsForItsServiceOnTheQueueAndIsNoOffer() throws Exception {
        WrappedStations proxy = proxy(Transacted.BY_CONFIGURATION, features(true));

        proxy.tell("poison");

        await().atMost(60, TimeUnit.SECONDS).until(() -> on.broker.waiting(OnQueue.NAME) == 1);
        assertThat(ParleyStatus.isNegotiating(Published.client(proxy))).isFalse();
        publish(Transacted.BY_SOAP_QUEUE, true);
        await().atMost(60, TimeUnit.SECONDS).until(() -> service.runs.get() == DELIVERIES);
    }

    private static List<Feature> features(boolean parley) {
        return parley ? List.of(Published.patient()) : List.of();
    }

    private static void settle(Object proxy) {
        await().atMost(60, TimeUnit.SECONDS).until(() -> !ParleyStatus.isNegotiating(Published.client(proxy)));
    }

    private JMSConfiguration configuration() {
        JMSConfiguration configuration = new JMSConfiguration();
        configuration.setConnectionFactory(
                BrokerAccess.byUrl(on.broker.localUrl()).factory());
        configuration.setTargetDestination(OnQueue.NAME);
        configuration.setRequestURI(on.queue().address());
        return configuration;
    }

    private static JMSConfigFeature feature(JMSConfiguration configuration) {
        JMSConfigFeature feature = new JMSConfigFeature();
        feature.setJmsConfig(configuration);
        return feature;
    }

    private Feature setUp(Transacted set, boolean atService) {
        if (set == Transacted.BY_SOAP_QUEUE) {
            return on.queue();
        } else if (set == Transacted.BY_ADDRESS) {
            return new ConnectionFactoryFeature(
                    BrokerAccess.byUrl(on.broker.localUrl()).factory());
        }
        JMSConfiguration configuration = configuration();
        configuration.setSessionTransacted(atService);
        return feature(configuration);
    }

    private void publish(Transacted set, boolean parley) {
        List<Feature> all = new ArrayList<>(features(parley));
        all.add(setUp(set, true));
        publish(address(set), all.toArray(Feature[]::new));
    }

    private void publish(Feature... features) {
        publish(on.queue().address(), features);
    }

    private void publish(String address, Feature... features) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(on.serviceBus);
        publisher.setServiceClass(service.getClass());
        publisher.setServiceBean(service);
        publisher.setAddress(address);
        publisher.getFeatures().addAll(List.of(features));
        publisher.setStart(false);
        publisher.create().start();
    }

    private String address(Transacted set) {
        return on.queue().address() + (set == Transacted.BY_ADDRESS ? "?sessionTransacted=true" : "");
    }

    private WrappedStations proxy(Transacted set, List<Feature> features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(on.clientBus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress(on.queue().address());
        factory.getFeatures().addAll(features);
        factory.getFeatures().add(setUp(set, false));
        return factory.create(WrappedStations.class);
    }
}
