package io.parley.channel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The channels that are available, by name. Immutable and thread-safe. */
public final class Channels {
    private static final Logger LOG = LoggerFactory.getLogger(Channels.class);

    private final Map<String, ChannelProvider> byName;

    private Channels(Map<String, ChannelProvider> byName) {
        this.byName = byName;
    }

    /** All that the class loader knows; a provider that cannot be loaded is logged and left out. */
    public static Channels load(ClassLoader loader) {
        List<ChannelProvider> found = new ArrayList<>();
        for (ServiceLoader.Provider<ChannelProvider> provider :
                ServiceLoader.load(ChannelProvider.class, loader).stream().toList()) {
            try {
                found.add(provider.get());
            } catch (ServiceConfigurationError e) {
                LOG.warn("channel {} is left out", provider.type().getName(), e);
            }
        }
        return of(found);
    }

    /** These, less those that are not available; of two with one name the one with the higher priority. */
    public static Channels of(List<ChannelProvider> candidates) {
        List<ChannelProvider> sorted = new ArrayList<>(candidates);
        sorted.sort(Comparator.comparingInt(ChannelProvider::priority)
                .reversed()
                .thenComparing(candidate -> candidate.getClass().getName()));
        Map<String, ChannelProvider> byName = new LinkedHashMap<>();
        for (ChannelProvider candidate : sorted) {
            if (candidate.isAvailable()) {
                byName.putIfAbsent(candidate.traits().name(), candidate);
            }
        }
        return new Channels(byName);
    }

    public Optional<ChannelProvider> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The names, in order of preference. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }
}
