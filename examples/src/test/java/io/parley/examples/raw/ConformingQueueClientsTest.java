package io.parley.examples.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.conformance.Clients;
import io.parley.conformance.Result;
import io.parley.conformance.Result.Outcome;
import io.parley.conformance.Suite;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.jms.SoapQueue;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.testkit.BrokenRules;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.endpoint.JmsEndpointClient;
import jakarta.jms.ConnectionFactory;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests the clients of services on queues against the protocol's pages, by a service that shares no codec with them;
 * and clients that break its rules.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformingQueueClientsTest {
    private static final Contract CONTRACT = Contract.builder(Sums.NAMESPACE)
            .operation("sum", Sums.Numbers.class, Sums.Total.class)
            .message("note", Sums.Note.class)
            .actions(name -> "")
            .build();

    private static final List<String> OF_QUEUES = List.of("1.1", "13.1/12", "13.1/13", "13.1/14", "7/3", "7/4");
    /** Less than the suite's patience; the default may be too short for a busy machine. */
    private static final long CONNECT_MILLIS = 6_000;

    private EmbeddedBroker broker;
    private ConnectionFactory factory;

    @BeforeAll
    void start() throws Exception {
        broker = EmbeddedBroker.builder().bind("localhost", 0).start();
        factory = BrokerAccess.byUrl(broker.url()).factory();
    }

    @AfterAll
    void close() throws Exception {
        broker.close();
    }

    private static String queue(URI url) {
        return url.toString().substring("jms:queue:".length());
    }

    private void callStandalone(URI url, boolean isResumed) {
        JmsEndpointClient.Builder builder = JmsEndpointClient.of(CONTRACT)
                .mode(Mode.ALWAYS)
                .limits(Limits.defaults().with(Limit.CONNECT_MILLIS, CONNECT_MILLIS));
        if (isResumed) {
            builder.resumable();
        }
        try (JmsEndpointClient client = builder.open(BrokerAccess.byUrl(broker.url()), queue(url))) {
            var unused = client.call("sum", new Sums.Numbers(), Sums.Total.class);
        }
    }

    private void callByCxf(URI url, boolean isResumed) {
        Bus bus = BusFactory.newInstance().createBus();
        try {
            BusFactory.setThreadDefaultBus(bus);
            SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(broker.url()), queue(url));
            JaxWsProxyFactoryBean proxies = new JaxWsProxyFactoryBean();
            proxies.setBus(bus);
            proxies.setServiceClass(Sums.Service.class);
            proxies.setAddress(queue.address());
            proxies.getFeatures()
                    .addAll(List.of(
                            queue,
                            new ParleyFeature()
                                    .set("parley.mode", "always")
                                    .set(Limit.CONNECT_MILLIS.setting(), CONNECT_MILLIS)
                                    .set("parley.reliability", isResumed ? "resume" : "none")));
            Sums.Service service = (Sums.Service) proxies.create();
            var unused = service.sum(new Sums.Numbers());
        } finally {
            BusFactory.setThreadDefaultBus(null);
            bus.shutdown(true);
        }
    }

    @Test
    void theStandaloneClientConforms() throws Exception {
        judge(url -> callStandalone(url, false), Suite.ofClients(), 140);
    }

    @Test
    void theClientOfCxfConforms() throws Exception {
        judge(url -> callByCxf(url, false), Suite.ofClients(), 140);
    }

    @Test
    void sessionsThatAreResumedConform() throws Exception {
        List<Clients.Caller> callers = List.of(url -> callStandalone(url, true), url -> callByCxf(url, true));
        for (Clients.Caller caller : callers) {
            judge(caller, Suite.ofClients().only(List.of("12", "1.1")), 80);
        }
    }

    /** Each case of section 1.1, and each other that only queues have, fails if its rule is broken. */
    @Test
    void aClientThatBreaksARuleFailsTheCaseOfThatRule() throws Exception {
        List<String> cases = Suite.ofClients().only(OF_QUEUES).list();
        assertThat(BrokenRules.undetected(cases, this::judgeFaulty))
                .as("cases that pass where their rule is broken")
                .isEmpty();
        assertThat(cases).hasSizeGreaterThan(70);
    }

    private List<Result> judgeFaulty(String id, String title) throws Exception {
        ConnectionFactory faulty = FaultyBroker.of(factory, QueueClientFaults.of(title));
        CountDownLatch never = new CountDownLatch(QueueClientFaults.isEnding(title) ? 1 : 0);
        Clients.Caller caller = url -> {
            try {
                callStandalone(url, true);
            } finally {
                never.await();
            }
        };
        try (Clients clients = Clients.atBroker(faulty, caller)) {
            return Suite.ofClients().only(List.of(id)).run(clients, result -> {});
        }
    }

    private void judge(Clients.Caller caller, Suite<Clients> suite, int least) throws Exception {
        try (Clients clients = Clients.atBroker(factory, caller)) {
            List<Result> results = suite.run(clients, result -> {});
            assertThat(results)
                    .filteredOn(each -> each.outcome() == Outcome.FAILED)
                    .isEmpty();
            assertThat(results)
                    .filteredOn(each -> each.outcome() == Outcome.PASSED)
                    .hasSizeGreaterThanOrEqualTo(least);
        }
    }
}
