package io.parley.representation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The representations that are available, by name. Immutable and thread-safe. */
public final class Representations {
    private static final Logger LOG = LoggerFactory.getLogger(Representations.class);

    private final Map<String, Representation> byName;

    private Representations(Map<String, Representation> byName) {
        this.byName = byName;
    }

    /** All that the class loader knows; a provider that cannot be loaded is logged and left out. */
    public static Representations load(ClassLoader loader) {
        List<Representation> found = new ArrayList<>();
        Iterator<Representation> providers =
                ServiceLoader.load(Representation.class, loader).iterator();
        boolean more = true;
        while (more) {
            try {
                more = providers.hasNext();
                if (more) {
                    found.add(providers.next());
                }
            } catch (ServiceConfigurationError e) {
                LOG.warn("a representation is left out", e);
            }
        }
        return of(found);
    }

    /**
     * The representation of that name among all that the class loader knows, looked up when it is first asked for: one
     * that builds on another may be made by the same loading as that. Thread-safe.
     */
    public static Supplier<Representation> later(String name, ClassLoader loader) {
        return new Supplier<>() {
            private volatile @Nullable Representation known;

            @Override
            public Representation get() {
                Representation found = known;
                if (found == null) {
                    found = load(loader).get(name);
                    known = found;
                }
                return found;
            }
        };
    }

    /** These, less those that are not available; of two with one name the one with the higher priority. */
    public static Representations of(List<Representation> candidates) {
        List<Representation> sorted = new ArrayList<>(candidates);
        sorted.sort(Comparator.comparingInt(Representation::priority)
                .reversed()
                .thenComparing(candidate -> candidate.getClass().getName()));
        Map<String, Representation> byName = new LinkedHashMap<>();
        for (Representation candidate : sorted) {
            if (candidate.isAvailable()) {
                byName.putIfAbsent(candidate.name(), candidate);
            }
        }
        return new Representations(Map.copyOf(byName));
    }

    public Optional<Representation> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The representation of that name, which an agreement named. */
    public Representation get(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalStateException("no representation is called " + name + "; available are "
                        + byName.keySet().stream().sorted().toList()));
    }
}
