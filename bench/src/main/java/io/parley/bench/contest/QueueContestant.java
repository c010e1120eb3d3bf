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
import org.jspecify.annotations.Nullable;

/**
 * The workloads as a web service on a queue, and an ordinary proxy that all callers share; both reach the broker over TCP. It has
 * a journal and messages by SOAP are persistent, or neither.
 */
final class QueueContestant implements Contestant {
    static final String QUEUE = "bench";

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Match match;
    private final EmbeddedBroker broker;
    /** Null without one. */
    private final @Nullable Scratch journal;

    private final Bus serviceBus = newBus();
    private final Bus clientBus = newBus();
    private final Server server;
    private final boolean streams;
    private final Port port;

    private QueueContestant(CxfSettings settings, Match match, EmbeddedBroker broker, @Nullable Scratch journal) {
        this.match = match;
        this.broker = broker;
        this.journal = journal;
        this.streams = settings.streams();
        SoapQueue persistent = SoapQueue.of(BrokerAccess.byUrl(at(broker, match.door())), QUEUE)
                .withReceiveTimeout(PATIENCE);
        SoapQueue queue = journal == null ? persistent.withoutPersistence() : persistent;
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
        return start(settings, match, null);
    }

    static Contestant withJournal(CxfSettings settings, Match match) throws IOException {
        return start(settings, match, Scratch.of("broker"));
    }

    private static Contestant start(CxfSettings settings, Match match, @Nullable Scratch journal) throws IOException {
        EmbeddedBroker.Builder builder = settings();
        EmbeddedBroker broker = (journal == null ? builder : builder.folder(journal.folder())).start();
        return Contestant.behind(
                match.door(),
                List.of(port(broker)),
                () -> close(broker, journal),
                () -> new QueueContestant(settings, match, broker, journal));
    }

    /** One for a match, with its queue. */
    static EmbeddedBroker broker() throws IOException {
        return settings().start();
    }

    private static EmbeddedBroker.Builder settings() {
        return EmbeddedBroker.builder().queue(QUEUE).bind(Door.SERVER, 0);
    }

    static int port(EmbeddedBroker broker) {
        return URI.create(broker.url()).getPort();
    }

    /** As those who come through the door see it. */
    static String at(EmbeddedBroker broker, Door door) {
        return "tcp://" + door.host() + ":" + port(broker);
    }

    static void close(EmbeddedBroker broker) {
        close(broker, null);
    }

    private static void close(EmbeddedBroker broker, @Nullable Scratch journal) {
        try {
            broker.close();
            if (journal != null) {
                journal.close();
            }
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
        close(broker, journal);
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
