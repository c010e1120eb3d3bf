package io.parley.examples.hosting;

import io.parley.examples.services.ConcatenationService;
import io.parley.examples.services.CustomerDesk;
import io.parley.examples.services.SummationService;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** Example services on one bus and one HTTP port. */
public final class ServiceHost implements AutoCloseable {
    /** Advice at the end of an error about a port that another process may have. */
    public static final String PORT_IN_USE = "; stop the process that listens there, or choose another port";

    private static final int ATTEMPTS = 5;

    private final Bus bus;
    private final int port;
    private final String host;
    private final List<Server> servers = new ArrayList<>();

    private ServiceHost(Bus bus, String host, int port) {
        this.bus = bus;
        this.host = host;
        this.port = port;
    }

    /**
     * Publishes all services.
     *
     * @param host host name or address to bind; {@code localhost} for this machine only
     * @param port HTTP port; 0 for a free one
     * @param features features of every endpoint
     * @throws IOException if the port is not available
     */
    public static ServiceHost start(String host, int port, List<? extends Feature> features) throws IOException {
        // Another process may take a free port before it is bound; an explicit port is tried once.
        for (int attempt = 1; ; attempt++) {
            ServiceHost services = new ServiceHost(Loopback.bus(), host, port == 0 ? Loopback.freePort() : port);
            try {
                services.publishAll(features);
                return services;
            } catch (RuntimeException e) {
                services.close();
                if (port != 0 || attempt == ATTEMPTS) {
                    throw new IOException("cannot publish on " + host + ":" + services.port + PORT_IN_USE, e);
                }
            }
        }
    }

    /** Returns the address of the string concatenation service. */
    public String concatenation() {
        return address("concatenation");
    }

    /** Returns the address of the summation service. */
    public String summation() {
        return address("summation");
    }

    /** Returns the address of the customer record service. */
    public String customers() {
        return address("customers");
    }

    /** Returns all addresses, in a fixed order. */
    public List<String> addresses() {
        return List.of(concatenation(), summation(), customers());
    }

    /** Returns the published servers, in the order of the addresses. */
    public List<Server> servers() {
        return List.copyOf(servers);
    }

    /**
     * Publishes another service.
     *
     * @param name last segment of its address
     * @param service creates the service for its address
     * @return the address
     */
    public String publish(String name, Function<String, Object> service, List<? extends Feature> features) {
        String address = address(name);
        publish(service.apply(address), address, features);
        return address;
    }

    /** Returns the bus of the services. */
    public Bus bus() {
        return bus;
    }

    @Override
    public void close() {
        servers.forEach(Server::destroy);
        servers.clear();
        bus.shutdown(true);
    }

    private void publishAll(List<? extends Feature> features) {
        publish(new ConcatenationService(), concatenation(), features);
        publish(new SummationService(), summation(), features);
        publish(new CustomerDesk(), customers(), features);
    }

    private void publish(Object service, String address, List<? extends Feature> features) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setServiceBean(service);
        factory.setAddress(address);
        factory.getFeatures().addAll(features);
        servers.add(factory.create());
    }

    private String address(String service) {
        return "http://" + host + ":" + port + "/" + service;
    }
}
