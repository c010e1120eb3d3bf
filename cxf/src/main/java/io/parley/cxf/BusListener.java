package io.parley.cxf;

import io.parley.cxf.bus.EndpointSettings;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientLifeCycleListener;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;

/**
 * Switches Parley on for every client and service of a bus whose property {@value ParleyFeature#ENABLED} is true.
 * Registered with CXF by {@code META-INF/cxf/bus-extensions.txt}; has no effect without the property.
 */
public final class BusListener implements ServerLifeCycleListener, ClientLifeCycleListener {
    private static final String PREFIX = "parley.";

    private final Bus bus;

    /** Creates the listener; called by CXF. */
    public BusListener(Bus bus) {
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

    /**
     * Returns whether the bus property is set. Without any property of Parley no other class is loaded: an application
     * that merely has the jar on its class path may lack libraries that the rest needs.
     */
    private boolean isEnabled() {
        if (bus.getProperties().keySet().stream().noneMatch(name -> name.startsWith(PREFIX))) {
            return false;
        }
        ParleyFeature.checkLibraries();
        SettingsCheck.of(bus);
        return EndpointSettings.isEnabled(bus);
    }
}
