package io.parley.examples.compare;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.examples.contracts.ContractException;
import io.parley.examples.hosting.Loopback;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.jspecify.annotations.Nullable;

/**
 * Stand-in for the service of a port, published with and without Parley, that gives the prepared answer to each call.
 * Thread-safe.
 */
final class StandIn implements AutoCloseable {
    private static final int ATTEMPTS = 5;

    private final PortContract port;
    private final Bus bus = Loopback.bus();
    private final Server plain;
    private final Server parley;
    private volatile @Nullable Exchange expected;

    private StandIn(PortContract port, int number) {
        this.port = port;
        bus.setExtension(port.type().getClassLoader(), ClassLoader.class);
        String address = "http://localhost:" + number;
        try {
            plain = publish(address + "/plain", List.of());
            parley = publish(address + "/parley", List.of(Way.feature()));
        } catch (RuntimeException e) {
            bus.shutdown(true);
            throw e;
        }
    }

    /**
     * Publishes the service.
     *
     * @throws ContractException if CXF cannot publish it
     */
    static StandIn of(PortContract port) throws ContractException, IOException {
        // Another process may take the free port before it is bound.
        for (int attempt = 1; ; attempt++) {
            try {
                return new StandIn(port, Loopback.freePort());
            } catch (RuntimeException e) {
                if (attempt == ATTEMPTS) {
                    throw new ContractException(
                            "CXF can publish no service for the port " + port.name() + ": " + e.getMessage(), e);
                }
            }
        }
    }

    private Server publish(String address, List<ParleyFeature> features) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(port.type());
        factory.setServiceBean(
                Proxy.newProxyInstance(port.type().getClassLoader(), new Class<?>[] {port.type()}, this::invoke));
        factory.setWsdlLocation(port.wsdl());
        factory.setServiceName(port.service());
        factory.setEndpointName(port.endpoint());
        factory.setAddress(address);
        factory.setProperties(port.properties());
        for (Feature feature : features) {
            factory.getFeatures().add(feature);
        }
        return factory.create();
    }

    private @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == Objects.requireNonNull(arguments)[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "stand-in for " + port.name();
            };
        }
        Exchange now = expected;
        if (now == null) {
            throw new IllegalStateException("expected a prepared call, found another");
        }
        return now.play(arguments == null ? new Object[0] : arguments);
    }

    /** Prepares the next call. */
    void expect(Exchange next) {
        expected = next;
    }

    String plainAddress() {
        return plain.getEndpoint().getEndpointInfo().getAddress();
    }

    String parleyAddress() {
        return parley.getEndpoint().getEndpointInfo().getAddress();
    }

    /** Returns the status of the service with Parley. */
    ParleyStatus status() {
        return ParleyStatus.of(parley).orElseThrow();
    }

    @Override
    public void close() {
        plain.destroy();
        parley.destroy();
        bus.shutdown(true);
    }
}
