package io.parley.cxf.carrier;

import io.parley.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.jspecify.annotations.Nullable;

/** The carriers that are there: HTTP, and those of providers whose libraries are on the class path. */
public final class Carriers {
    private static final List<Carrier> ALL = all();

    private Carriers() {}

    /** The one that a client's conduit belongs to. */
    public static Optional<Carrier> of(@Nullable Conduit conduit) {
        for (int i = 0; conduit != null && i < ALL.size(); i++) { // asked twice in a call: a stream would cost 0.3 kB
            if (ALL.get(i).carries(conduit)) {
                return Optional.of(ALL.get(i));
            }
        }
        return Optional.empty();
    }

    /** The one that a service's destination belongs to. */
    public static Optional<Carrier> of(@Nullable Destination destination) {
        return destination == null
                ? Optional.empty()
                : ALL.stream().filter(carrier -> carrier.carries(destination)).findFirst();
    }

    private static List<Carrier> all() {
        List<Carrier> found = new ArrayList<>();
        found.add(new HttpCarrier());
        found.addAll(
                Providers.load(Carrier.class, Carriers.class.getClassLoader()).all());
        return List.copyOf(found);
    }
}
