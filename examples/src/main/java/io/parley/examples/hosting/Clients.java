package io.parley.examples.hosting;

import jakarta.jws.WebService;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsClientFactoryBean;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** Proxies on a bus of their own, closed together. */
public final class Clients implements AutoCloseable {
    private final Bus bus;

    public Clients() {
        bus = Loopback.bus();
    }

    /** A proxy for a service; {@link #close} ends it. */
    public <P> P create(Class<P> port, String address, List<? extends Feature> features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(port);
        factory.setAddress(address);
        factory.getFeatures().addAll(features);
        return port.cast(factory.create());
    }

    /** A client for a service of which nothing but its address is known; it can call none of its operations. */
    public Client client(String address, List<? extends Feature> features) {
        JaxWsClientFactoryBean factory = new JaxWsClientFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(NoOperations.class);
        factory.setAddress(address);
        factory.getFeatures().addAll(features);
        return factory.create();
    }

    /** The bus that the proxies live on. */
    public Bus bus() {
        return bus;
    }

    /** A contract that says nothing. */
    @WebService
    private interface NoOperations {}

    /** Ends one proxy before the others. */
    public static void destroy(Object proxy) {
        ClientProxy.getClient(proxy).destroy();
    }

    @Override
    public void close() {
        bus.shutdown(true);
    }
}
