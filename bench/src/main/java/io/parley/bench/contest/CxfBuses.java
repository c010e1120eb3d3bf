package io.parley.bench.contest;

import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;

/** Buses that are nobody's default. */
final class CxfBuses {
    private CxfBuses() {}

    static Bus create() {
        Bus before = BusFactory.getThreadDefaultBus(false);
        Bus bus = BusFactory.newInstance().createBus();
        BusFactory.setThreadDefaultBus(before);
        return bus;
    }
}
