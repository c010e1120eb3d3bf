package io.parley.bench.contest;

import io.parley.cxf.jms.SoapQueue;
import io.parley.transport.jms.BrokerAccess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.feature.Feature;

/** The workloads as a web service on a queue, with its broker, which has a journal or not. */
final class QueueSite {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private QueueSite() {}

    static Site start(CxfSettings settings, Match match, boolean withJournal) throws IOException {
        Site broker = BrokerSite.start(match.door(), withJournal);
        SoapQueue queue = queue(BrokerSite.directly(match.door(), broker), withJournal);
        List<Feature> features = new ArrayList<>(settings.features("", 0));
        features.add(queue);
        CxfService service =
                CxfService.publish(new PortService(match.workload()), queue.address(), settings.properties(), features);
        return new Site(broker.address(), broker.ports(), () -> {
            service.close();
            broker.close();
        });
    }

    /** Returns the queue; messages over SOAP are persistent or not. */
    static SoapQueue queue(String brokerUrl, boolean persistent) {
        SoapQueue queue =
                SoapQueue.of(BrokerAccess.byUrl(brokerUrl), BrokerSite.QUEUE).withReceiveTimeout(PATIENCE);
        return persistent ? queue : queue.withoutPersistence();
    }
}
