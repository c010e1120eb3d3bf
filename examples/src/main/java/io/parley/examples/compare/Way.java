package io.parley.examples.compare;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.settings.Settings;
import io.parley.examples.hosting.HttpBytes;
import io.parley.examples.hosting.Loopback;
import io.parley.runtime.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Message;

/** Client of one transport: plain SOAP, or a stream with a representation. Confined to one thread. */
final class Way implements AutoCloseable {
    private static final String LOOPBACK = "localhost";
    private static final int TIMEOUT_MILLIS = 15_000;

    private final String name;
    private final Bus bus = Loopback.bus();
    private final Object proxy;
    private final LongSupplier bytes;

    private Way(String name, PortContract port, String address, List<ParleyFeature> features) {
        this.name = name;
        bus.setExtension(port.type().getClassLoader(), ClassLoader.class);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(port.type());
        factory.setWsdlURL(port.wsdl());
        factory.setServiceName(port.service());
        factory.setEndpointName(port.endpoint());
        factory.setAddress(address);
        factory.setProperties(port.properties());
        for (Feature feature : features) {
            factory.getFeatures().add(feature);
        }
        try {
            proxy = factory.create();
        } catch (RuntimeException e) {
            bus.shutdown(true);
            throw e;
        }
        if (features.isEmpty()) {
            bytes = HttpBytes.of(proxy)::count;
        } else {
            bytes = () -> status().map(ParleyStatus::traffic).map(Way::sum).orElse(0L);
        }
    }

    /** Returns a client without Parley. */
    static Way soap(PortContract port, String address) {
        return new Way("SOAP", port, address, List.of());
    }

    /**
     * Returns a client that streams all calls, or fails.
     *
     * @param representation representation of the client's messages
     */
    static Way stream(String name, PortContract port, String address, String channel, String representation) {
        ParleyFeature feature = feature()
                .set(Settings.MODE, "always")
                .set(Settings.CHANNELS, channel)
                .set(Settings.REPRESENTATIONS, representation);
        return new Way(name, port, address, List.of(feature));
    }

    /** Returns the feature for both sides: listeners on loopback, and a long negotiation timeout for class loading. */
    static ParleyFeature feature() {
        return new ParleyFeature().set(Settings.BIND, LOOPBACK).set(Settings.NEGOTIATION_MILLIS, TIMEOUT_MILLIS);
    }

    private static long sum(Traffic traffic) {
        return traffic.bytesIn() + traffic.bytesOut();
    }

    /** Adds HTTP headers to each call, for services that require authentication. */
    void send(Map<String, List<String>> headers) {
        if (!headers.isEmpty()) {
            // A modifiable copy: CXF adds to it.
            Map<String, List<String>> sent = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.forEach((name, values) -> sent.put(name, new ArrayList<>(values)));
            client().getRequestContext().put(Message.PROTOCOL_HEADERS, sent);
        }
    }

    String name() {
        return name;
    }

    Object proxy() {
        return proxy;
    }

    Client client() {
        return ClientProxy.getClient(proxy);
    }

    /** Returns the bytes so far in both directions: HTTP bodies, or frames. */
    long bytes() {
        return bytes.getAsLong();
    }

    /** Returns the status; empty for plain SOAP. */
    Optional<ParleyStatus> status() {
        return ParleyStatus.of(client());
    }

    @Override
    public void close() {
        client().destroy();
        bus.shutdown(true);
    }
}
