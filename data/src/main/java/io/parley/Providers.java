package io.parley;

import java.util.ArrayList;
import java.util.Collections;
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

/**
 * The providers of one kind that are available, by name. Immutable and thread-safe.
 *
 * @param <P> the kind
 */
public final class Providers<P extends Provider> {
    private static final Logger LOG = LoggerFactory.getLogger(Providers.class);

    private final Map<String, P> byName;

    private Providers(Map<String, P> byName) {
        this.byName = byName;
    }

    /** Loads all providers that the class loader finds; one that cannot be loaded is logged and left out. */
    public static <P extends Provider> Providers<P> load(Class<P> kind, ClassLoader loader) {
        return of(candidates(kind, loader));
    }

    /** Returns the names of all providers that the class loader finds, available here or not, in alphabetical order. */
    public static <P extends Provider> Set<String> names(Class<P> kind, ClassLoader loader) {
        Set<String> names = new TreeSet<>();
        candidates(kind, loader).forEach(candidate -> names.add(candidate.name()));
        return names;
    }

    private static <P extends Provider> List<P> candidates(Class<P> kind, ClassLoader loader) {
        List<P> found = new ArrayList<>();
        Providers.class.getModule().addUses(kind); // of any module, not only those that this one knows
        Iterator<P> providers = ServiceLoader.load(kind, loader).iterator();
        boolean more = true;
        while (more) {
            try {
                more = providers.hasNext();
                if (more) {
                    found.add(ForeignThread.make(providers::next));
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                MissingClass.in(e)
                        .ifPresentOrElse(
                                missing -> LOG.warn("a {} is left out: {}", kind.getSimpleName(), missing),
                                () -> LOG.warn("a {} is left out", kind.getSimpleName(), e));
            }
        }
        return found;
    }

    /** Returns the available ones among these; of two with one name the one with the higher priority. */
    public static <P extends Provider> Providers<P> of(List<? extends P> candidates) {
        List<P> sorted = new ArrayList<>(candidates);
        sorted.sort(Comparator.comparingInt(Provider::priority)
                .reversed()
                .thenComparing(candidate -> candidate.getClass().getName()));
        Map<String, P> byName = new LinkedHashMap<>();
        for (P candidate : sorted) {
            if (candidate.isAvailable()) {
                byName.putIfAbsent(candidate.name(), candidate);
            }
        }
        return new Providers<>(byName);
    }

    /** Returns the provider of that name. */
    public Optional<P> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Returns all providers, the preferred first. */
    public List<P> all() {
        return List.copyOf(byName.values());
    }

    /** Returns the names, in alphabetical order. */
    public Set<String> names() {
        return Collections.unmodifiableSet(new TreeSet<>(byName.keySet()));
    }
}
