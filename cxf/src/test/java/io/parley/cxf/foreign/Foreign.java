package io.parley.cxf.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.FallbackReason;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.Handler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.jaxws.support.JaxWsEndpointImpl;
import org.jspecify.annotations.Nullable;

/**
 * A third-party service and clients, unchanged: Parley is switched on for the whole bus of either side, or not. If both
 * sides have it the mode is <em>always</em>, so a call that does not stream fails.
 */
public final class Foreign implements AutoCloseable {
    public final Bus serviceBus = BusFactory.newInstance().createBus();
    public final Bus clientBus = BusFactory.newInstance().createBus();
    private final Pairing pairing;
    private final String address = "http://localhost:" + Published.freePort() + "/foreign";
    private final Map<String, Object> properties = new HashMap<>();
    private Client client;
    /** A strong reference: CXF closes the client of a collected proxy. */
    @SuppressWarnings("unused")
    private @Nullable Object kept;

    private Server server;

    public Foreign(Pairing pairing) {
        this.pairing = pairing;
        prepare(serviceBus, pairing.service);
        prepare(clientBus, pairing.client);
        if (pairing == Pairing.BOTH) {
            clientBus.setProperty("parley.mode", "always");
        }
    }

    private static void prepare(Bus bus, boolean on) {
        if (on) {
            bus.setProperty(ParleyFeature.ENABLED, true);
            bus.setProperty("parley.negotiation-millis", 60_000);
            bus.setProperty("parley.channels", Published.CHANNEL);
        }
    }

    /** Sets a property of both endpoints. */
    public Foreign with(String name, Object value) {
        properties.put(name, value);
        return this;
    }

    public Foreign publish(Object service) {
        return publish(service, null);
    }

    /**
     * Publishes a service on the service's bus.
     *
     * @param wsdl replaces the one named by its annotation, or null
     */
    public Foreign publish(Object service, @Nullable String wsdl) {
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(serviceBus);
        publisher.setServiceBean(service);
        publisher.setServiceClass(service.getClass());
        publisher.setAddress(address);
        publisher.setProperties(new HashMap<>(properties));
        if (wsdl != null) {
            publisher.setWsdlLocation(wsdl);
        }
        server = publisher.create();
        return this;
    }

    public String address() {
        return address;
    }

    public Server server() {
        return server;
    }

    public <T> T proxy(Class<T> type) {
        return proxy(type, null, null, null);
    }

    /** Returns a client for the WSDL, like generated code does. */
    public <T> T proxy(Class<T> type, String wsdl, QName service, QName port) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clientBus);
        factory.setServiceClass(type);
        factory.setAddress(address);
        factory.setProperties(new HashMap<>(properties));
        if (wsdl != null) {
            factory.setWsdlURL(wsdl);
            factory.setServiceName(service);
            factory.setEndpointName(port);
        }
        T proxy = type.cast(factory.create());
        client = ClientProxy.getClient(proxy);
        kept = proxy;
        return proxy;
    }

    /** Puts a handler into the chain of the service, and one into the chain of a proxy. */
    public void handle(Handler<?> ofService, Object proxy, Handler<?> ofProxy) {
        ((JaxWsEndpointImpl) server.getEndpoint()).getJaxwsBinding().setHandlerChain(List.of(ofService));
        ((BindingProvider) proxy).getBinding().setHandlerChain(List.of(ofProxy));
    }

    public void watch(Client other) {
        client = other;
    }

    public ParleyStatus status() {
        return ParleyStatus.of(client).orElseThrow();
    }

    /** Waits until the offer that runs beside the first calls is answered. */
    public void awaitAnswer() {
        await().atMost(60, TimeUnit.SECONDS).until(() -> !ParleyStatus.isNegotiating(client));
    }

    /** Checks that calls used the best available transport. To be called at the end of each test. */
    public void check() {
        if (!pairing.client) {
            assertThat(ParleyStatus.of(client)).isEmpty();
            return;
        }
        ParleyStatus status = status();
        if (pairing == Pairing.BOTH) {
            assertThat(status.streamedCalls()).as("calls that streamed").isPositive();
            assertThat(status.fallbacks()).isEmpty();
        } else {
            assertThat(status.streamedCalls()).isZero();
            assertThat(status.fallbacks().keySet())
                    .isSubsetOf(FallbackReason.NEGOTIATING, FallbackReason.NOT_CAPABLE)
                    .isNotEmpty();
        }
    }

    @Override
    public void close() {
        clientBus.shutdown(true);
        serviceBus.shutdown(true);
    }
}
