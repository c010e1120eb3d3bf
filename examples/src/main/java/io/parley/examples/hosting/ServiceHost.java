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

/** The example services on one bus and one HTTP port. */
public final class ServiceHost implements AutoCloseable {
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
     * @param host the name or address to bind; {@code localhost} keeps them on this machine
     * @param port the HTTP port; 0 takes a free one
     * @param features what every endpoint is given, such as Parley's feature
     * @throws IOException if the port cannot be had
     */
    public static ServiceHost start(String host, int port, List<? extends Feature> features) throws IOException {
        // Somebody may take the free port between finding and binding it; an explicit port is tried once.
        for (int attempt = 1; ; attempt++) {
            ServiceHost services = new ServiceHost(Loopback.bus(), host, port == 0 ? Loopback.freePort() : port);
            try {
                services.publishAll(features);
                return services;
            } catch (RuntimeException e) {
                services.close();
                if (port != 0 || attempt == ATTEMPTS) {
                    throw new IOException("cannot publish on " + host + ":" + services.port, e);
                }
            }
        }
    }

    /** The address of the string concatenation service. */
    public String concatenation() {
        return address("concatenation");
    }

    /** The address of the summation service. */
    public String summation() {
        return address("summation");
    }

    /** The address of the customer record service. */
    public String customers() {
        return address("customers");
    }

    /** All addresses, in a fixed order. */
    public List<String> addresses() {
        return List.of(concatenation(), summation(), customers());
    }

    /** What was published, in the order of the addresses. */
    public List<Server> servers() {
        return List.copyOf(servers);
    }

    /**
     * Publishes another service beside them.
     *
     * @param name the last part of its address
     * @param service made for the address that it will have
     * @return the address
     */
    public String publish(String name, Function<String, Object> service, List<? extends Feature> features) {
        String address = address(name);
        publish(service.apply(address), address, features);
        return address;
    }

    /** The bus that the services live on. */
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
