package io.parley.bench.contest;

import io.parley.cxf.jms.SoapQueue;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.feature.Feature;

/**
 * A broker with one queue, reached over TCP; its journal is in a folder of its own, or it has none and keeps messages
 * in memory.
 */
final class BrokerSite {
    static final String QUEUE = "bench";

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private BrokerSite() {}

    /** Starts a broker; its address is its URL as seen by clients that connect through the door. */
    static Site start(Door door, boolean withJournal) throws IOException {
        EmbeddedBroker.Builder builder = EmbeddedBroker.builder().queue(QUEUE).bind(door.server(), 0);
        if (!withJournal) {
            EmbeddedBroker broker = builder.start();
            return site(door, broker, broker);
        }
        Scratch journal = Scratch.of("broker");
        EmbeddedBroker broker = builder.folder(journal.folder()).start();
        return site(door, broker, () -> {
            try (journal) {
                broker.close();
            }
        });
    }

    /** Starts a broker, and the workload as a web service on its queue. */
    static Site publish(CxfSettings settings, Match match, boolean withJournal) throws IOException {
        Site broker = start(match.door(), withJournal);
        SoapQueue queue = queue(directly(match.door(), broker), withJournal);
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
        SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(brokerUrl), QUEUE).withReceiveTimeout(PATIENCE);
        return persistent ? queue : queue.withoutPersistence();
    }

    /** Returns the URL for a server beside the broker, which does not use the door. */
    static String directly(Door door, Site broker) {
        return url(door.server(), broker.ports().get(0));
    }

    private static String url(String host, int port) {
        return "tcp://" + SocketAddresses.text(host, port);
    }

    private static Site site(Door door, EmbeddedBroker broker, AutoCloseable end) {
        int port = URI.create(broker.url()).getPort();
        return new Site(url(door.host(), port), List.of(port), end);
    }
}
