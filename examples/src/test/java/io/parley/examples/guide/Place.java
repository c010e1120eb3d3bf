package io.parley.examples.guide;

import io.parley.testkit.FreePort;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;

/** Where an example runs: a free port, and a default bus that keeps the listener on this machine and is patient. */
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
