package io.parley.bench.contest;

import io.parley.cxf.jms.SoapQueue;
import io.parley.transport.jms.BrokerAccess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** The workloads as a web service on a queue, with its broker, which has a journal or not. */
final class QueueSite implements Site {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final BrokerSite broker;
    private final Bus bus = CxfBuses.create();
    private final Server server;

    private QueueSite(CxfSettings settings, Match match, BrokerSite broker, boolean persistent) {
        this.broker = broker;
        SoapQueue queue = queue(broker.address(), persistent);
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceBean(new PortService(match.workload()));
        publisher.setAddress(queue.address());
        publisher.setProperties(settings.properties());
        publisher.getFeatures().addAll(settings.features("", 0));
        publisher.getFeatures().add(queue);
        this.server = publisher.create();
    }

    static Site start(CxfSettings settings, Match match, boolean withJournal) throws IOException {
        return new QueueSite(settings, match, BrokerSite.start(match.door(), withJournal), withJournal);
    }

    /** Returns the queue; messages over SOAP are persistent or not. */
    static SoapQueue queue(String brokerUrl, boolean persistent) {
        SoapQueue queue =
                SoapQueue.of(BrokerAccess.byUrl(brokerUrl), BrokerSite.QUEUE).withReceiveTimeout(PATIENCE);
        return persistent ? queue : queue.withoutPersistence();
    }

    @Override
    public String address() {
        return broker.address();
    }

    @Override
    public List<Integer> ports() {
        return broker.ports();
    }

    @Override
    public void close() {
        server.destroy();
        bus.shutdown(true);
        broker.close();
    }
}
