package io.parley.bench.contest;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.jms.SoapQueue;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * The workloads as a web service on a queue, and an ordinary proxy that all callers share; both reach a broker without a journal
 * over TCP, and messages are not persistent.
 */
final class QueueContestant implements Contestant {
    static final String QUEUE = "bench";

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Match match;
    private final EmbeddedBroker broker;
    private final Bus serviceBus = newBus();
    private final Bus clientBus = newBus();
    private final Server server;
    private final boolean streams;
    private final Port port;

    private QueueContestant(CxfSettings settings, Match match, EmbeddedBroker broker) {
        this.match = match;
        this.broker = broker;
        this.streams = settings.streams();
        SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(at(broker, match.door())), QUEUE)
                .withoutPersistence()
                .withReceiveTimeout(PATIENCE);
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(serviceBus);
        publisher.setServiceBean(new PortService(match.workload()));
        publisher.setAddress(queue.address());
        publisher.setProperties(settings.properties());
        publisher.getFeatures().addAll(settings.features("", 0));
        publisher.getFeatures().add(queue);
        this.server = publisher.create();
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clientBus);
        factory.setServiceClass(Port.class);
        factory.setAddress(queue.address());
        factory.setProperties(settings.properties());
        factory.getFeatures().addAll(settings.features("", 0));
        factory.getFeatures().add(queue);
        this.port = factory.create(Port.class);
    }

    static Contestant start(CxfSettings settings, Match match) throws IOException {
        EmbeddedBroker broker = broker();
        return Contestant.behind(
                match.door(),
                List.of(port(broker)),
                () -> close(broker),
                () -> new QueueContestant(settings, match, broker));
    }

    /** One for a match, with its queue. */
    static EmbeddedBroker broker() throws IOException {
        return EmbeddedBroker.builder().queue(QUEUE).bind(Door.SERVER, 0).start();
    }

    static int port(EmbeddedBroker broker) {
        return URI.create(broker.url()).getPort();
    }

    /** As those who come through the door see it. */
    static String at(EmbeddedBroker broker, Door door) {
        return "tcp://" + door.host() + ":" + port(broker);
    }

    static void close(EmbeddedBroker broker) {
        try {
            broker.close();
        } catch (IOException e) {
            throw new IllegalStateException("the broker of the match cannot be stopped", e);
        }
    }

    private static Bus newBus() {
        Bus before = BusFactory.getThreadDefaultBus(false);
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.setThreadDefaultBus(before);
        return bus;
    }

    @Override
    public Caller caller() {
        return new Checked(new PortCaller(match, port));
    }

    @Override
    public void close() {
        clientBus.shutdown(true);
        server.destroy();
        serviceBus.shutdown(true);
        close(broker);
    }

    /** Makes sure that it is the channel, and typed parts, that are measured. */
    private final class Checked implements Caller {
        private final Caller caller;

        Checked(Caller caller) {
            this.caller = caller;
        }

        @Override
        public Object call() {
            return caller.call();
        }

        @Override
        public void check() {
            long before = streamedCalls();
            caller.check();
            if (streams && streamedCalls() == before) {
                throw new IllegalStateException("expected calls over the jms channel, found " + status());
            }
        }

        private long streamedCalls() {
            return streams ? status().streamedCalls() : 0;
        }

        private ParleyStatus status() {
            return ParleyStatus.of(ClientProxy.getClient(port)).orElseThrow();
        }
    }
}
