package io.parley.compression;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The compressions that are available, by name. Immutable and thread-safe. */
public final class Compressions {
    private static final Logger LOG = LoggerFactory.getLogger(Compressions.class);

    private final Map<String, Compression> byName;

    private Compressions(Map<String, Compression> byName) {
        this.byName = byName;
    }

    /** All that the class loader knows; a provider that cannot be loaded is logged and left out. */
    public static Compressions load(ClassLoader loader) {
        List<Compression> found = new ArrayList<>();
        Iterator<Compression> providers =
                ServiceLoader.load(Compression.class, loader).iterator();
        boolean more = true;
        while (more) {
            try {
                more = providers.hasNext();
                if (more) {
                    found.add(providers.next());
                }
            } catch (ServiceConfigurationError e) {
                LOG.warn("a compression is left out", e);
            }
        }
        return of(found);
    }

    /** These, less those that are not available; of two with one name the one with the higher priority. */
    public static Compressions of(List<Compression> candidates) {
        List<Compression> sorted = new ArrayList<>(candidates);
        sorted.sort(Comparator.comparingInt(Compression::priority)
                .reversed()
                .thenComparing(candidate -> candidate.getClass().getName()));
        Map<String, Compression> byName = new LinkedHashMap<>();
        for (Compression candidate : sorted) {
            if (candidate.isAvailable()) {
                byName.putIfAbsent(candidate.name(), candidate);
            }
        }
        return new Compressions(Map.copyOf(byName));
    }

    /** The compression of that name, if it is available. */
    public Optional<Compression> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The names of all, in alphabetical order. */
    public Set<String> names() {
        return new TreeSet<>(byName.keySet());
    }
}
