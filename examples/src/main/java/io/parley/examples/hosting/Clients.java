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

    /** Creates a proxy for a service; closed by {@link #close}. */
    public <P> P create(Class<P> port, String address, List<? extends Feature> features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(port);
        factory.setAddress(address);
        factory.getFeatures().addAll(features);
        return port.cast(factory.create());
    }

    /** Creates a client for a service of which only the address is known; it cannot call any operation. */
    public Client client(String address, List<? extends Feature> features) {
        JaxWsClientFactoryBean factory = new JaxWsClientFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(NoOperations.class);
        factory.setAddress(address);
        factory.getFeatures().addAll(features);
        return factory.create();
    }

    /** Returns the bus of the proxies. */
    public Bus bus() {
        return bus;
    }

    /** Contract without operations. */
    @WebService
    private interface NoOperations {}

    /** Closes one proxy before the others. */
    public static void destroy(Object proxy) {
        ClientProxy.getClient(proxy).destroy();
    }

    @Override
    public void close() {
        bus.shutdown(true);
    }
}
