package io.parley.cxf.control;

import io.parley.Provider;
import io.parley.Providers;
import io.parley.channel.ChannelProvider;
import io.parley.channel.websocket.WebSocket;
import io.parley.compression.Compression;
import io.parley.cxf.carrier.Carriers;
import io.parley.delta.Delta;
import io.parley.negotiation.CompressionTerm;
import io.parley.representation.Representation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;

/**
 * Refuses settings that nobody would ever look at, or that could not be used, when an endpoint starts: else an application runs
 * for long with something other than what it asked for. Stateless.
 */
public final class SettingsCheck {
    private static final String PREFIX = "parley.";
    private static final int MOST_PORT = 65_535;
    private static final int FARTHEST = 4;

    /** The artifacts of what belongs to Parley but need not be on the class path. */
    private static final Map<String, String> ARTIFACTS = Map.of(
            "stream", "parley-transport-stream",
            "jms", "parley-transport-jms",
            "quic", "parley-transport-quic",
            "fastinfoset", "parley-codecs",
            "exi", "parley-codecs",
            "zstd", "parley-codecs",
            "lz4", "parley-codecs");

    /** The names of providers, by their kind: the class path of this library stays as it is. */
    private static final Map<Class<? extends Provider>, Set<String>> FOUND = new ConcurrentHashMap<>();

    private SettingsCheck() {}

    /**
     * Passes the name of a setting.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static void name(String name) {
        if (!Settings.names().contains(name)) {
            throw new IllegalArgumentException(
                    "expected a setting of Parley" + nearest(name, Settings.names()) + ", found " + name);
        }
    }

    /**
     * Passes the settings that an endpoint sees.
     *
     * @throws IllegalArgumentException if a name is of no setting, or a value cannot be used
     */
    public static void of(Endpoint endpoint, Bus bus) {
        names(endpoint.keySet());
        names(endpoint.getService().keySet());
        names(bus.getProperties().keySet());
        Map<String, Object> described = endpoint.getEndpointInfo().getProperties();
        names(described == null ? Set.of() : described.keySet());
        values(Settings.of(endpoint, bus));
    }

    private static void names(Collection<String> names) {
        for (String name : names) {
            if (name.startsWith(PREFIX) && !Settings.OTHERS.contains(name)) {
                name(name);
            }
        }
    }

    private static void values(Settings settings) {
        settings.mode();
        settings.policy(() -> true);
        settings.reliabilities();
        settings.order();
        settings.otherNodes();
        settings.accessors();
        settings.limits();
        settings.negotiationTime(true);
        port(Settings.PORT, settings.port());
        port(Settings.ADVERTISED_PORT, settings.advertisedPort());
        settings.checkBooleans();
        if (settings.isSet(Settings.CHANNELS)) {
            List<String> own = new ArrayList<>(Carriers.names());
            own.add(WebSocket.CHANNEL);
            found(Settings.CHANNELS, settings.channelNames(), ChannelProvider.class, own);
        }
        if (settings.isSet(Settings.COMPRESSION)) {
            found(
                    Settings.COMPRESSION,
                    settings.compressions(),
                    Compression.class,
                    List.of(CompressionTerm.NONE, Delta.NAME));
        }
        if (settings.isSet(Settings.REPRESENTATIONS)) {
            List<String> names = settings.representationNames();
            found(Settings.REPRESENTATIONS, names, Representation.class, List.of());
        }
    }

    private static void port(String name, int port) {
        if (port < 0 || port > MOST_PORT) {
            throw new IllegalArgumentException(name + ": expected a port from 0 to " + MOST_PORT + ", found " + port);
        }
    }

    private static <P extends Provider> void found(
            String setting, List<String> wanted, Class<P> kind, List<String> own) {
        Set<String> there = new TreeSet<>(own);
        there.addAll(FOUND.computeIfAbsent(kind, each -> Providers.names(each, SettingsCheck.class.getClassLoader())));
        for (String name : wanted) {
            if (!there.contains(name)) {
                String artifact = ARTIFACTS.get(name);
                throw new IllegalArgumentException(setting + ": expected of " + String.join(", ", there)
                        + (artifact == null ? nearest(name, there) : "; for " + name + " add io.parley:" + artifact)
                        + ", found " + name);
            }
        }
    }

    private static String nearest(String name, Collection<String> all) {
        return all.stream()
                .filter(candidate -> distance(name, candidate) <= FARTHEST)
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
                .map(candidate -> " (perhaps " + candidate + ")")
                .orElse("");
    }

    /** Levenshtein's. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
