package io.parley.cxf;

import io.parley.Limit;
import io.parley.cxf.bus.BusRuntime;
import io.parley.runtime.RuntimeCounts;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.cxf.Bus;
import org.apache.cxf.buslifecycle.BusLifeCycleListener;
import org.apache.cxf.buslifecycle.BusLifeCycleManager;

/** Registry of a bus's live clients and services that use Parley, in order of creation. Thread-safe. */
public final class ParleyEndpoints implements BusLifeCycleListener {
    /** Type of a client. */
    public static final String CLIENT = "Client";
    /** Type of a service. */
    public static final String SERVICE = "Service";

    /** Live endpoints, each with the action that unregisters it. */
    private final Map<Entry, Runnable> entries = new LinkedHashMap<>();

    /** Counters of closed endpoints, by type. */
    private final Map<String, EndpointTotals> closedTotals = new HashMap<>();

    private ParleyEndpoints() {}

    /**
     * An endpoint that is not closed.
     *
     * @param type {@link #CLIENT} or {@link #SERVICE}
     * @param service the service's qualified name
     * @param port the local name of its port
     * @param state its management view; each read is current
     * @param load supplier of its sessions and times, evaluated on each call
     */
    public record Entry(
            String type, String service, String port, ParleyEndpointMXBean state, Supplier<EndpointLoad> load) {}

    /** Returns the live endpoints. */
    public static List<Entry> of(Bus bus) {
        return known(bus).living();
    }

    /** Returns the summed counters of all endpoints of that type since the bus was created, including closed ones. */
    public static EndpointTotals totals(Bus bus, String type) {
        return known(bus).totals(type);
    }

    /** Returns the summed session counters of all endpoints since the bus was created, and the memory in use now. */
    public static RuntimeCounts sessions(Bus bus) {
        return BusRuntime.counts(bus);
    }

    /** Returns the stores and memory limits of a bus; empty until its first endpoint needs them. */
    public static Optional<BusResources> resources(Bus bus) {
        return BusRuntime.find(bus)
                .map(runtime -> new BusResources(
                        2 * runtime.bound(Limit.TOTAL_BYTES), // incoming, and as much outgoing
                        runtime.bound(Limit.OBJECT_BYTES),
                        runtime.storeEngine(),
                        runtime.isDurable(),
                        runtime.recordingFolder(),
                        runtime.isRecording()));
    }

    /**
     * Closes the sessions of a bus's services gracefully, for a process that is about to exit: offers are refused with
     * {@code GOING_AWAY} from now on, calls in progress are answered, pending long polls are answered at once, and
     * further calls are served by SOAP as long as the container accepts them. Sessions of clients are not affected;
     * durable sessions are left to another process.
     *
     * @return completes when no session remains; has no timeout of its own
     */
    public static CompletionStage<Void> drain(Bus bus) {
        return BusRuntime.drain(bus);
    }

    /**
     * Registers an endpoint. It is unregistered with the bus at the latest, since CXF does not close clients with their
     * bus.
     */
    static void add(Bus bus, Entry entry, Runnable end) {
        known(bus).add(entry, end);
    }

    /** Unregisters an endpoint and adds its counters to those of closed endpoints. */
    static void remove(Bus bus, Entry entry) {
        known(bus).remove(entry);
    }

    @Override
    public void initComplete() {}

    @Override
    public void preShutdown() {}

    @Override
    public void postShutdown() {
        ends().forEach(Runnable::run);
    }

    private synchronized List<Runnable> ends() {
        return List.copyOf(entries.values());
    }

    private synchronized List<Entry> living() {
        return List.copyOf(entries.keySet());
    }

    private synchronized EndpointTotals totals(String type) {
        return entries.keySet().stream()
                .filter(entry -> entry.type().equals(type))
                .map(entry -> EndpointTotals.of(entry.state()))
                .reduce(closedTotals.getOrDefault(type, EndpointTotals.NONE), EndpointTotals::plus);
    }

    private synchronized void add(Entry entry, Runnable end) {
        entries.put(entry, end);
    }

    private synchronized void remove(Entry entry) {
        if (entries.remove(entry) != null) {
            closedTotals.merge(entry.type(), EndpointTotals.of(entry.state()), EndpointTotals::plus);
        }
    }

    private static ParleyEndpoints known(Bus bus) {
        synchronized (bus) {
            ParleyEndpoints known = bus.getExtension(ParleyEndpoints.class);
            if (known == null) {
                known = new ParleyEndpoints();
                bus.setExtension(known, ParleyEndpoints.class);
                bus.getExtension(BusLifeCycleManager.class).registerLifeCycleListener(known);
            }
            return known;
        }
    }
}
