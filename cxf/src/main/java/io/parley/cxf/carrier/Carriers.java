package io.parley.cxf.carrier;

import io.parley.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.jspecify.annotations.Nullable;

/** Available carriers: HTTP, and those of providers whose libraries are on the class path. */
public final class Carriers {
    private static final List<Carrier> ALL = all();

    private Carriers() {}

    /** Returns the carrier of a client's conduit; empty for an unknown transport. */
    public static Optional<Carrier> of(@Nullable Conduit conduit) {
        return conduit == null ? Optional.empty() : first(carrier -> carrier.carries(conduit));
    }

    /** Returns the carrier of a service's destination; empty for an unknown transport. */
    public static Optional<Carrier> of(@Nullable Destination destination) {
        return destination == null ? Optional.empty() : first(carrier -> carrier.carries(destination));
    }

    /** Returns the names of all carriers, which are the names of their own channels. */
    public static List<String> names() {
        return ALL.stream().map(Carrier::name).toList();
    }

    /** Returns the first match. Called twice per call, so it avoids a stream, which allocates 0.3 kB. */
    private static Optional<Carrier> first(Predicate<Carrier> carries) {
        for (Carrier carrier : ALL) {
            if (carries.test(carrier)) {
                return Optional.of(carrier);
            }
        }
        return Optional.empty();
    }

    private static List<Carrier> all() {
        List<Carrier> found = new ArrayList<>();
        found.add(new HttpCarrier());
        found.addAll(
                Providers.load(Carrier.class, Carriers.class.getClassLoader()).all());
        return List.copyOf(found);
    }
}
