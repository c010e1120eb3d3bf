package io.parley.bench.contest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** A published web service with a bus of its own. */
public record CxfService(Bus bus, Server server) implements AutoCloseable {
    /** Publishes a service on a new bus, which does not become the thread's default bus. */
    public static CxfService publish(
            Object service, String address, Map<String, Object> properties, List<Feature> features) {
        return publish(newBus(), service, address, properties, features);
    }

    /** Publishes a service on a bus, which then belongs to it. */
    public static CxfService publish(
            Bus bus, Object service, String address, Map<String, Object> properties, List<Feature> features) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setServiceBean(service);
        factory.setAddress(address);
        factory.setProperties(new HashMap<>(properties));
        factory.getFeatures().addAll(features);
        return new CxfService(bus, factory.create());
    }

    /** Returns a bus that does not become the thread's default bus. */
    static Bus newBus() {
        Bus before = BusFactory.getThreadDefaultBus(false);
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.setThreadDefaultBus(before);
        return bus;
    }

    @Override
    public void close() {
        server.destroy();
        // Jetty's threads would keep the JVM alive.
        bus.shutdown(true);
    }
}
