package io.parley.cxf.jms;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.io.IOException;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** A broker, and services and clients on one of its queues, each side on its own bus. */
public final class OnQueue implements AutoCloseable {
    static final String NAME = "stations";

    final EmbeddedBroker broker;
    public final Bus serviceBus = BusFactory.newInstance().createBus();
    public final Bus clientBus = BusFactory.newInstance().createBus();
    private final SoapQueue queue;

    public OnQueue() throws IOException {
        this(start());
    }

    public OnQueue(EmbeddedBroker broker) {
        this.broker = broker;
        this.queue = SoapQueue.of(BrokerAccess.byUrl(broker.localUrl()), NAME);
    }

    /** Starts a broker with the queue. */
    static EmbeddedBroker start() throws IOException {
        return EmbeddedBroker.builder().queue(NAME).start();
    }

    public SoapQueue queue() {
        return queue;
    }

    Server publish(Object service, ParleyFeature... features) {
        return publish(serviceBus, service, queue, features);
    }

    /**
     * Publishes a service, and starts it once it is complete: CXF starts an endpoint before it gives the service its
     * context, and requests may already be queued.
     */
    public static Server publish(Bus bus, Object service, SoapQueue queue, ParleyFeature... features) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceClass(service.getClass());
        publisher.setServiceBean(service);
        publisher.setAddress(queue.address());
        publisher.getFeatures().addAll(List.of(features));
        publisher.getFeatures().add(queue);
        publisher.setStart(false);
        Server server = publisher.create();
        server.start();
        return server;
    }

    <T> T proxy(Class<T> type, ParleyFeature... features) {
        return proxy(type, queue, features);
    }

    <T> T proxy(Class<T> type, SoapQueue over, ParleyFeature... features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clientBus);
        factory.setServiceClass(type);
        factory.setAddress(over.address());
        factory.getFeatures().addAll(List.of(features));
        factory.getFeatures().add(over);
        return type.cast(factory.create());
    }

    static ParleyStatus status(Object proxy) {
        return ParleyStatus.of(Published.client(proxy)).orElseThrow();
    }

    /** Closes the buses but not the broker, which others still use. */
    void closeBuses() {
        clientBus.shutdown(true);
        serviceBus.shutdown(true);
    }

    @Override
    public void close() throws IOException {
        closeBuses();
        broker.close();
    }
}
