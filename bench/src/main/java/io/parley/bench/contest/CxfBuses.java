package io.parley.bench.contest;

import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;

/** Creates buses that do not become the thread's default bus. */
final class CxfBuses {
    private CxfBuses() {}

    static Bus create() {
        Bus before = BusFactory.getThreadDefaultBus(false);
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.setThreadDefaultBus(before);
        return bus;
    }
}
