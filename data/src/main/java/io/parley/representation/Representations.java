package io.parley.representation;

import io.parley.Providers;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Registry of the available representations, by name. Immutable and thread-safe. */
public final class Representations {
    private final Providers<Representation> providers;

    private Representations(Providers<Representation> providers) {
        this.providers = providers;
    }

    /**
     * Loads all representations that the class loader finds. A provider that cannot be loaded is logged and skipped.
     */
    public static Representations load(ClassLoader loader) {
        return new Representations(Providers.load(Representation.class, loader));
    }

    /**
     * Returns a supplier that looks up the representation of that name on first use. Lets a representation refer to
     * another one that the same service loader is still loading. Thread-safe.
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

    /**
     * Returns a registry of the available ones among these. Of two with the same name the one with the higher priority
     * is used.
     */
    public static Representations of(List<Representation> candidates) {
        return new Representations(Providers.of(candidates));
    }

    /**
     * Returns the representation of that name; empty if none is available, for instance for a name that a peer
     * invented.
     */
    public Optional<Representation> find(String name) {
        return providers.find(name);
    }

    /**
     * Returns the representation of that name, which an agreement contains.
     *
     * @throws IllegalStateException if none is available
     */
    public Representation get(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalStateException(
                        "no representation is called " + name + "; available are " + providers.names()));
    }
}
