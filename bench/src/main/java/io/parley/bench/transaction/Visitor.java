package io.parley.bench.transaction;

import io.parley.bench.data.Payload;
import io.parley.bench.data.Serialized;
import io.parley.bench.transaction.Marks.Mark;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;

/** The client of one series, with a bus of its own. Used by one thread. */
final class Visitor implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 300_000;
    /** CXF's own client for HTTP is slower for long contents. */
    private static final String URL_CONNECTION = "force.urlconnection.http.conduit";

    private final Lane lane;
    private final Bus bus = BusFactory.newInstance().createBus();
    private final PayloadPort port;
    private final Client client;
    private final Marks marks = new Marks();
    private final Effort effort = new Effort();

    Visitor(Lane lane, int httpPort, String broker) {
        this.lane = lane;
        bus.setProperty(URL_CONNECTION, true);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(PayloadPort.class);
        factory.setAddress(lane.address(httpPort));
        factory.setProperties(lane.settings().properties());
        factory.getFeatures().addAll(lane.features(broker));
        this.port = factory.create(PayloadPort.class);
        this.client = ClientProxy.getClient(port);
        marks.noteArrivals(client);
        if (client.getConduit() instanceof HTTPConduit http) {
            HTTPClientPolicy policy = new HTTPClientPolicy();
            policy.setReceiveTimeout(PATIENCE_MILLIS);
            http.setClient(policy);
        }
    }

    /** Passes if the answer is what was made. */
    void check(int items) throws IOException {
        if (!fetch(items).equals(Payload.of(items))) {
            throw new IOException(lane.name() + " answered with another payload");
        }
    }

    /** Forgets the transaction before. */
    void begin() {
        marks.clear();
        effort.begin();
    }

    /** What the client knows of the transaction since it began. */
    Figures end() throws IOException {
        Effort.Spent spent = effort.end();
        double response = marks.between(Mark.RECEIVED, Mark.READY);
        return new Figures(Map.of(
                Figures.CLIENT_RESPONSE,
                response,
                Figures.DESERIALIZATION,
                lane.form().isSerialized() ? marks.between(Mark.CALLED, Mark.READY) : response,
                Figures.CLIENT_CPU,
                spent.processorMicros(),
                Figures.CLIENT_ALLOCATION,
                spent.allocatedBytes(),
                Figures.CLIENT_PAUSES,
                spent.pausedMicros()));
    }

    /** A transaction. */
    Payload fetch(int items) throws IOException {
        Payload payload;
        if (lane.form().isSerialized()) {
            byte[] bytes = port.serialized(items);
            marks.set(Mark.CALLED);
            payload = (Payload) Serialized.read(new ByteArrayInputStream(bytes));
        } else {
            payload = port.normal(items);
        }
        marks.set(Mark.READY);
        return payload;
    }

    @Override
    public void close() {
        effort.close();
        client.destroy();
        bus.shutdown(true);
    }
}
