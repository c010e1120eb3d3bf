package io.parley.cxf;

import io.parley.cxf.control.BusRuntime;
import io.parley.runtime.RuntimeCounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.cxf.Bus;

/** The clients and services of a bus with Parley, as long as they live, in the order in which they came. Thread-safe. */
public final class ParleyEndpoints {
    /** Type of a client. */
    public static final String CLIENT = "Client";
    /** Type of a service. */
    public static final String SERVICE = "Service";

    private final List<Entry> entries = new ArrayList<>();
    /** By type, what those have counted that live no more. */
    private final Map<String, EndpointTotals> gone = new HashMap<>();

    private ParleyEndpoints() {}

    /**
     * One of them.
     *
     * @param type {@link #CLIENT} or {@link #SERVICE}
     * @param service the service's qualified name
     * @param port the local name of its port
     * @param state how it fares, whenever it is asked
     */
    public record Entry(String type, String service, String port, ParleyEndpointMXBean state) {}

    /** Those that live now. */
    public static List<Entry> of(Bus bus) {
        return known(bus).living();
    }

    /** What all of that type have counted since the bus was made, those that live no more included. */
    public static EndpointTotals totals(Bus bus, String type) {
        return known(bus).totals(type);
    }

    /** What the sessions of all of them did since the bus was made, and hold now. */
    public static RuntimeCounts sessions(Bus bus) {
        return BusRuntime.counts(bus);
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

    /** One more; what is returned ends that. */
    static Runnable add(Bus bus, Entry entry) {
        ParleyEndpoints known = known(bus);
        known.add(entry);
        return () -> known.remove(entry);
    }

    private synchronized List<Entry> living() {
        return List.copyOf(entries);
    }

    private synchronized EndpointTotals totals(String type) {
        return entries.stream()
                .filter(entry -> entry.type().equals(type))
                .map(entry -> EndpointTotals.of(entry.state()))
                .reduce(gone.getOrDefault(type, EndpointTotals.NONE), EndpointTotals::plus);
    }

    private synchronized void add(Entry entry) {
        entries.add(entry);
    }

    private synchronized void remove(Entry entry) {
        if (entries.remove(entry)) {
            gone.merge(entry.type(), EndpointTotals.of(entry.state()), EndpointTotals::plus);
        }
    }

    private static ParleyEndpoints known(Bus bus) {
        synchronized (bus) {
            ParleyEndpoints known = bus.getExtension(ParleyEndpoints.class);
            if (known == null) {
                known = new ParleyEndpoints();
                bus.setExtension(known, ParleyEndpoints.class);
            }
            return known;
        }
    }
}
