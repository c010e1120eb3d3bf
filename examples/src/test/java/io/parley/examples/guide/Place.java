package io.parley.examples.guide;

import io.parley.testkit.FreePort;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;

/**
 * The environment of an example: a free port, and a default bus with long timeouts that keeps the listener on this
 * machine.
 */
final class Place implements AutoCloseable {
    private final Bus before = BusFactory.getThreadDefaultBus(false);
    private final Bus bus = BusFactory.newInstance().createBus();
    private final int port = FreePort.find();

    Place() {
        bus.setProperty("parley.bind", "localhost");
        bus.setProperty("parley.negotiation-millis", "60000");
        BusFactory.setThreadDefaultBus(bus);
    }

    Bus bus() {
        return bus;
    }

    String address(String service) {
        return "http://localhost:" + port + "/" + service;
    }

    @Override
    public void close() {
        bus.shutdown(true);
        BusFactory.setThreadDefaultBus(before);
    }
}
