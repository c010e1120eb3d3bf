package io.parley.cxf;

import io.parley.cxf.services.StationsImpl;
import io.parley.negotiation.Mode;
import io.parley.testkit.FreePort;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** A service on real HTTP, on its own bus, and clients on another bus. */
public final class Published implements AutoCloseable {
    /** The channel for the sessions of all these tests. */
    public static final String CHANNEL = System.getProperty("parley.test.channel", "stream");

    public final Bus serviceBus = BusFactory.newInstance().createBus();
    public final Bus clientBus = BusFactory.newInstance().createBus();
    final int port = freePort();
    /** Strong references to the proxies: CXF closes a collected proxy, and the last one closes its session. */
    private final List<Object> proxies = new CopyOnWriteArrayList<>();

    private Server server;

    /** Returns a feature that waits long enough for a negotiation on a busy machine. */
    public static ParleyFeature patient() {
        return new ParleyFeature().set("parley.negotiation-millis", 60_000);
    }

    /** Returns a patient feature on the channel of these tests. */
    public static ParleyFeature feature(Mode mode) {
        return patient().mode(mode).set("parley.channels", CHANNEL);
    }

    /** Returns a free port, which no other process is likely to take before it is used. */
    public static int freePort() {
        return FreePort.find();
    }

    public String address() {
        return "http://localhost:" + port + "/stations";
    }

    public String endpoint(String name) {
        return URI.create(address()).resolve(name).toString();
    }

    Server publish(StationsImpl service, String binding, ParleyFeature... features) {
        return publishAny(service, address(), binding, features);
    }

    public Server publishAny(Object service, String address, String binding, ParleyFeature... features) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(serviceBus);
        publisher.setServiceClass(service.getClass());
        publisher.setServiceBean(service);
        publisher.setBindingId(binding);
        publisher.setAddress(address);
        for (ParleyFeature feature : features) {
            publisher.getFeatures().add(feature);
        }
        server = publisher.create();
        return server;
    }

    public Server server() {
        return server;
    }

    public <T> T proxy(Class<T> type, String binding, ParleyFeature... features) {
        return proxy(type, address(), binding, features);
    }

    public <T> T proxy(Class<T> type, String address, String binding, ParleyFeature... features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clientBus);
        factory.setServiceClass(type);
        factory.setBindingId(binding);
        factory.setAddress(address);
        for (ParleyFeature feature : features) {
            factory.getFeatures().add(feature);
        }
        T proxy = type.cast(factory.create());
        proxies.add(proxy);
        return proxy;
    }

    public static Client client(Object proxy) {
        return ClientProxy.getClient(proxy);
    }

    public static ParleyStatus status(Object proxy) {
        return ParleyStatus.of(client(proxy)).orElseThrow();
    }

    @Override
    public void close() {
        clientBus.shutdown(true);
        serviceBus.shutdown(true);
    }
}
