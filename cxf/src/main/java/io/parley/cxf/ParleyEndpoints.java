package io.parley.cxf;

import io.parley.Limit;
import io.parley.cxf.control.BusRuntime;
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

/**
 * The clients and services of a bus with Parley, as long as they live, in the order in which they came. Thread-safe.
 */
public final class ParleyEndpoints implements BusLifeCycleListener {
    /** Type of a client. */
    public static final String CLIENT = "Client";
    /** Type of a service. */
    public static final String SERVICE = "Service";

    /** With what ends them. */
    private final Map<Entry, Runnable> entries = new LinkedHashMap<>();

    /** By type: the counters of closed endpoints. */
    private final Map<String, EndpointTotals> gone = new HashMap<>();

    private ParleyEndpoints() {}

    /**
     * A living endpoint.
     *
     * @param type {@link #CLIENT} or {@link #SERVICE}
     * @param service the service's qualified name
     * @param port the local name of its port
     * @param state its current state, read on each call
     * @param load its sessions and times, read on each call
     */
    public record Entry(
            String type, String service, String port, ParleyEndpointMXBean state, Supplier<EndpointLoad> load) {}

    /** Returns the living endpoints. */
    public static List<Entry> of(Bus bus) {
        return known(bus).living();
    }

    /** Returns the counters of all endpoints of that type since the bus was made, including closed ones. */
    public static EndpointTotals totals(Bus bus, String type) {
        return known(bus).totals(type);
    }

    /** Returns the counters of the sessions of all endpoints since the bus was made, and their current memory. */
    public static RuntimeCounts sessions(Bus bus) {
        return BusRuntime.counts(bus);
    }

    /** Returns the stores and bounds of a bus; empty before its first endpoint needs any. */
    public static Optional<BusResources> resources(Bus bus) {
        return BusRuntime.find(bus)
                .map(runtime -> new BusResources(
                        2 * runtime.bound(Limit.TOTAL_BYTES), // as much again may wait to be sent
                        runtime.bound(Limit.OBJECT_BYTES),
                        runtime.storeEngine(),
                        runtime.isDurable(),
                        runtime.recordingFolder(),
                        runtime.isRecording()));
    }

    /**
     * Ends the sessions of the services of a bus in order, for a process that is about to end: offers are refused with {@code
     * GOING_AWAY} from now on, calls under way are answered, posts that are held are answered at once, and further calls come
     * by SOAP as long as they are let in. Sessions of clients stay, and durable ones are left to another process.
     *
     * @return completes when no session is left; it does not give up by itself
     */
    public static CompletionStage<Void> drain(Bus bus) {
        return BusRuntime.drain(bus);
    }

    /** Adds an endpoint; its end comes with that of the bus at the latest, which does not close clients. */
    static void add(Bus bus, Entry entry, Runnable end) {
        known(bus).add(entry, end);
    }

    /** Removes an endpoint. */
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
                .reduce(gone.getOrDefault(type, EndpointTotals.NONE), EndpointTotals::plus);
    }

    private synchronized void add(Entry entry, Runnable end) {
        entries.put(entry, end);
    }

    private synchronized void remove(Entry entry) {
        if (entries.remove(entry) != null) {
            gone.merge(entry.type(), EndpointTotals.of(entry.state()), EndpointTotals::plus);
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
