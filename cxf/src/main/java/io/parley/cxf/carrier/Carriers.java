package io.parley.cxf.carrier;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The carriers that are there: HTTP, and those of providers whose libraries are on the class path. */
public final class Carriers {
    private static final Logger LOG = LoggerFactory.getLogger(Carriers.class);
    private static final List<Carrier> ALL = all();

    private Carriers() {}

    /** The one that a client's conduit belongs to. */
    public static Optional<Carrier> of(@Nullable Conduit conduit) {
        return conduit == null
                ? Optional.empty()
                : ALL.stream().filter(carrier -> carrier.carries(conduit)).findFirst();
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
        ServiceLoader.load(Carrier.class, Carriers.class.getClassLoader()).stream()
                .forEach(provider -> add(provider, found));
        return List.copyOf(found);
    }

    /** One that does not even load is missing, and nobody else suffers. */
    private static void add(ServiceLoader.Provider<Carrier> provider, List<Carrier> found) {
        try {
            Carrier carrier = provider.get();
            if (carrier.isAvailable()) {
                found.add(carrier);
            }
        } catch (ServiceConfigurationError | LinkageError e) {
            LOG.debug(
                    "a carrier of SOAP messages is not there: {}",
                    provider.type().getName(),
                    e);
        }
    }
}
