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
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registry of the available providers of one kind, by name. Whether a provider is available is asked when its name is
 * looked up first, since the answer may require that a native library is unpacked and loaded. Thread-safe.
 *
 * @param <P> the kind of provider
 */
public final class Providers<P extends Provider> {
    private static final Logger LOG = LoggerFactory.getLogger(Providers.class);

    /** Candidates by name, in both those of the highest priority first. */
    private final Map<String, List<P>> candidates;
    /** Results of earlier look-ups of known names. */
    private final Map<String, Optional<P>> found = new ConcurrentHashMap<>();

    private Providers(Map<String, List<P>> candidates) {
        this.candidates = candidates;
    }

    /** Loads all providers that the class loader finds. One that cannot be loaded is logged and skipped. */
    public static <P extends Provider> Providers<P> load(Class<P> kind, ClassLoader loader) {
        return of(candidates(kind, loader));
    }

    /** Returns the names of all providers that the class loader finds, available or not, in alphabetical order. */
    public static <P extends Provider> Set<String> names(Class<P> kind, ClassLoader loader) {
        Set<String> names = new TreeSet<>();
        candidates(kind, loader).forEach(candidate -> names.add(candidate.name()));
        return names;
    }

    private static <P extends Provider> List<P> candidates(Class<P> kind, ClassLoader loader) {
        List<P> found = new ArrayList<>();
        Providers.class.getModule().addUses(kind); // of any module, not only of those that this one declares
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
                                missing -> LOG.warn("Skipped a {}: {}", kind.getSimpleName(), missing),
                                () -> LOG.warn("Skipped a {}", kind.getSimpleName(), e));
            }
        }
        return found;
    }

    /**
     * Returns a registry of the available ones among these providers. Of two with the same name the one with the higher
     * priority is used.
     */
    public static <P extends Provider> Providers<P> of(List<? extends P> candidates) {
        List<P> sorted = new ArrayList<>(candidates);
        sorted.sort(order());
        Map<String, List<P>> byName = new LinkedHashMap<>();
        sorted.forEach(candidate -> byName.computeIfAbsent(candidate.name(), name -> new ArrayList<>())
                .add(candidate));
        return new Providers<>(byName);
    }

    /** Returns the provider of that name; empty if there is none or it is not available. */
    public Optional<P> find(String name) {
        List<P> named = candidates.get(name);
        if (named == null) {
            return Optional.empty(); // not kept: a peer may invent any number of names
        }
        Optional<P> known = found.get(name);
        if (known == null) {
            known = named.stream().filter(Provider::isAvailable).findFirst();
            found.put(name, known);
        }
        return known;
    }

    /** Returns all providers, those of the highest priority first. */
    public List<P> all() {
        List<P> all = new ArrayList<>();
        candidates.keySet().forEach(name -> find(name).ifPresent(all::add));
        all.sort(order());
        return List.copyOf(all);
    }

    /** Returns the names of all providers, in alphabetical order. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        all().forEach(provider -> names.add(provider.name()));
        return Collections.unmodifiableSet(names);
    }

    private static <P extends Provider> Comparator<P> order() {
        return Comparator.<P>comparingInt(Provider::priority)
                .reversed()
                .thenComparing(candidate -> candidate.getClass().getName());
    }
}
