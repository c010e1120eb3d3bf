package io.parley.representation;

import io.parley.Providers;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The representations that are available, by name. Immutable and thread-safe. */
public final class Representations {
    private final Providers<Representation> providers;

    private Representations(Providers<Representation> providers) {
        this.providers = providers;
    }

    /**
     * Loads all representations that the class loader finds; a provider that cannot be loaded is logged and left out.
     */
    public static Representations load(ClassLoader loader) {
        return new Representations(Providers.load(Representation.class, loader));
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

    /** Returns a registry of the available ones among these; of two with one name the one with the higher priority. */
    public static Representations of(List<Representation> candidates) {
        return new Representations(Providers.of(candidates));
    }

    /** Returns the representation of that name; empty if none is available here, as for a name that a peer made up. */
    public Optional<Representation> find(String name) {
        return providers.find(name);
    }

    /** The representation of that name, which an agreement named. */
    public Representation get(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalStateException(
                        "no representation is called " + name + "; available are " + providers.names()));
    }
}
