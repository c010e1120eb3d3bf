package io.parley.cxf.carrier;

import io.parley.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.jspecify.annotations.Nullable;

/** The carriers that are there: HTTP, and those of providers whose libraries are on the class path. */
public final class Carriers {
    private static final List<Carrier> ALL = all();

    private Carriers() {}

    /** The one that a client's conduit belongs to. */
    public static Optional<Carrier> of(@Nullable Conduit conduit) {
        return conduit == null ? Optional.empty() : first(carrier -> carrier.carries(conduit));
    }

    /** The one that a service's destination belongs to. */
    public static Optional<Carrier> of(@Nullable Destination destination) {
        return destination == null ? Optional.empty() : first(carrier -> carrier.carries(destination));
    }

    /** Their names, which are those of the channels that frames travel on as SOAP does. */
    public static List<String> names() {
        return ALL.stream().map(Carrier::name).toList();
    }

    /** Asked twice in a call, so without a stream, which takes 0.3 kB. */
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
