package io.parley.examples.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.conformance.Result;
import io.parley.conformance.Result.Outcome;
import io.parley.conformance.Server;
import io.parley.conformance.Suite;
import io.parley.conformance.jms.ServedQueue;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.jms.SoapQueue;
import io.parley.testkit.BrokenRules;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import jakarta.jms.ConnectionFactory;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests a service on a queue against the protocol's pages, by a peer that shares no codec with it; and services that
 * break its rules.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformingQueuesTest {
    /** A name that is not valid as a host name. */
    private static final String QUEUE = "sums/raw";

    private final Bus bus = BusFactory.newInstance().createBus();
    private EmbeddedBroker broker;
    private ConnectionFactory factory;

    @BeforeAll
    void serve() throws Exception {
        BusFactory.clearDefaultBusForAnyThread(bus);
        broker = EmbeddedBroker.builder().queue(QUEUE).bind("localhost", 0).start();
        SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(broker.localUrl()), QUEUE);
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceBean(new RawClientOfServiceTest.Summing(new ConcurrentLinkedQueue<>()));
        publisher.setAddress(queue.address());
        publisher
                .getFeatures()
                .addAll(List.of(
                        queue,
                        new ParleyFeature()
                                .set("parley.reliability", "resume")
                                .set("parley.compression", "gzip")
                                .set("parley.representations", "hhfr,bnux,xml")));
        publisher.setStart(false);
        publisher.create().start();
        factory = BrokerAccess.byUrl(broker.url()).factory();
    }

    @AfterAll
    void close() throws Exception {
        bus.shutdown(true);
        broker.close();
    }

    @Test
    void aServiceOnAQueueConforms() throws Exception {
        List<Result> results = Suite.ofServers().run(Server.at(new ServedQueue(factory, QUEUE)), result -> {});

        assertThat(results).filteredOn(each -> each.outcome() == Outcome.FAILED).isEmpty();
        assertThat(results)
                .filteredOn(each -> each.outcome() == Outcome.PASSED)
                .hasSizeGreaterThan(300)
                .filteredOn(each -> each.section().equals("1.1"))
                .hasSizeGreaterThan(50);
    }

    /** Each case of section 1.1 fails if its rule is broken. */
    @Test
    void aServiceOnAQueueThatBreaksARuleFailsTheCaseOfThatRule() throws Exception {
        List<String> cases = Suite.ofServers().only(List.of("1.1")).list();
        assertThat(BrokenRules.undetected(cases, this::judge))
                .as("cases that pass where their rule is broken")
                .isEmpty();
        assertThat(cases).hasSizeGreaterThan(50);
    }

    private List<Result> judge(String id, String title) throws InterruptedException {
        Server server = Server.at(new ServedQueue(FaultyBroker.of(factory, QueueFaults.of(title)), QUEUE));
        return Suite.ofServers().only(List.of(id)).run(server, result -> {});
    }
}
