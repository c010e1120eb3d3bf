package io.parley.cxf;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;

/** The clients and services of a bus with Parley, as long as they live, in the order in which they came. Thread-safe. */
public final class ParleyEndpoints {
    private final List<Entry> entries = new CopyOnWriteArrayList<>();

    private ParleyEndpoints() {}

    /**
     * One of them.
     *
     * @param type Client or Service
     * @param service the service's qualified name
     * @param port the local name of its port
     * @param state how it fares, whenever it is asked
     */
    public record Entry(String type, String service, String port, ParleyEndpointMXBean state) {}

    /** Those that live now. */
    public static List<Entry> of(Bus bus) {
        return List.copyOf(known(bus).entries);
    }

    /** One more; what is returned ends that. */
    static Runnable add(Bus bus, Entry entry) {
        ParleyEndpoints known = known(bus);
        known.entries.add(entry);
        return () -> known.entries.remove(entry);
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
