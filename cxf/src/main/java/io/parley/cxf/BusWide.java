package io.parley.cxf;

import io.parley.cxf.control.Settings;
import io.parley.cxf.control.SettingsCheck;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientLifeCycleListener;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;

/**
 * Switches Parley on for every client and service of a bus whose property {@value ParleyFeature#ENABLED} is true. CXF
 * finds it by {@code META-INF/cxf/bus-extensions.txt}; without the property it does nothing.
 */
public final class BusWide implements ServerLifeCycleListener, ClientLifeCycleListener {
    private static final String PREFIX = "parley.";

    private final Bus bus;

    /** Called by CXF. */
    public BusWide(Bus bus) {
        this.bus = bus;
    }

    @Override
    public void startServer(Server server) {
        if (isEnabled()) {
            new ParleyFeature().switchOn(server, bus, SwitchedOnBy.BUS);
        }
    }

    @Override
    public void stopServer(Server server) {}

    @Override
    public void clientCreated(Client client) {
        if (isEnabled()) {
            new ParleyFeature().switchOn(client, bus, SwitchedOnBy.BUS);
        }
    }

    @Override
    public void clientDestroyed(Client client) {}

    /** Of an application that has the jar alone nothing else is touched: it may lack libraries that the rest needs. */
    private boolean isEnabled() {
        if (bus.getProperties().keySet().stream().noneMatch(name -> name.startsWith(PREFIX))) {
            return false;
        }
        ParleyFeature.checkLibraries();
        SettingsCheck.of(bus);
        return Settings.isEnabled(bus);
    }
}
