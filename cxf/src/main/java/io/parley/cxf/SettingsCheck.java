package io.parley.cxf;

import io.parley.Artifacts;
import io.parley.ConfigurationException;
import io.parley.NearestName;
import io.parley.Provider;
import io.parley.Providers;
import io.parley.channel.ChannelProvider;
import io.parley.channel.websocket.WebSocket;
import io.parley.compression.Compression;
import io.parley.context.ContextStoreProvider;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.Carriers;
import io.parley.cxf.client.CallStatus;
import io.parley.cxf.settings.Setting;
import io.parley.cxf.settings.Settings;
import io.parley.cxf.transport.Caller;
import io.parley.cxf.transport.ServiceSession;
import io.parley.negotiation.CompressionTerm;
import io.parley.representation.Representation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;

/**
 * Validates settings when an endpoint starts, so that a misspelt name or an unusable value is an error and not silently
 * ignored. Stateless.
 */
public final class SettingsCheck {
    private static final String PREFIX = "parley.";

    /** Properties of endpoints, messages and buses that share the prefix of settings but are none. */
    private static final Set<String> OTHERS = Set.of(CallStatus.KEY, Caller.EXPIRES, ServiceSession.REDELIVERED);

    /** Class of the recording module, which has no provider to look up. */
    private static final String RECORDER = "io.parley.recording.Recorder";

    /** Cached names of providers by kind; the class path of this library does not change. */
    private static final Map<Class<? extends Provider>, Set<String>> FOUND = new ConcurrentHashMap<>();

    private SettingsCheck() {}

    /**
     * Engines of context stores whose driver is on the class path too. Of channels, representations and compressions,
     * one that is not available here is skipped for the next in the list; a store has no substitute.
     */
    private static final class Engines {
        static final Providers<ContextStoreProvider> THERE =
                Providers.load(ContextStoreProvider.class, SettingsCheck.class.getClassLoader());
    }

    /**
     * Checks the settings that apply to an endpoint.
     *
     * @throws ConfigurationException if a name is unknown or a value is invalid
     */
    static void of(Endpoint endpoint, Bus bus) {
        String here = "at the endpoint " + endpoint.getEndpointInfo().getName();
        Map<String, Object> described = endpoint.getEndpointInfo().getProperties();
        names(endpoint.keySet(), here);
        names(described == null ? Set.of() : described.keySet(), here);
        names(endpoint.getService().keySet(), here + " or its service");
        of(bus);
        EndpointSettings settings = EndpointSettings.of(endpoint, bus);
        values(settings);
        settings.checkExpendable(endpoint);
    }

    /**
     * Checks the expendable operations declared by annotations of a class.
     *
     * @throws ConfigurationException if one of them has a response
     */
    static void expendable(Endpoint endpoint, String value) {
        EndpointSettings.of(Settings.EXPENDABLE, value).checkExpendable(endpoint);
    }

    /**
     * Checks the setting names of a bus. Without this check, a bus with a misspelt {@value Settings#ENABLED} would have
     * no endpoint that reports it.
     *
     * @throws ConfigurationException if a name is unknown
     */
    static void of(Bus bus) {
        names(bus.getProperties().keySet(), EndpointSettings.atBus(bus));
    }

    /**
     * Checks one setting and its value.
     *
     * @throws ConfigurationException if the name is unknown or the value is invalid
     */
    public static void of(String name, Object value) {
        Setting.named(name);
        values(EndpointSettings.of(name, value));
    }

    private static void names(Collection<String> names, String where) {
        for (String name : names) {
            if (name.startsWith(PREFIX) && !OTHERS.contains(name)) {
                try {
                    Setting.named(name);
                } catch (ConfigurationException e) {
                    throw e.at(where);
                }
            }
        }
    }

    private static void values(EndpointSettings settings) {
        for (Setting<?> setting : Setting.all()) {
            settings.find(setting);
        }
        list(settings, Setting.CHANNELS, ChannelProvider.class, ownChannels());
        list(settings, Setting.COMPRESSION, Compression.class, List.of(CompressionTerm.NONE));
        settings.find(Setting.REPRESENTATIONS)
                .ifPresent(text -> found(
                        settings,
                        Setting.REPRESENTATIONS,
                        text,
                        settings.representationNames(),
                        Representation.class,
                        List.of()));
        store(settings, Setting.CONTEXT_STORE);
        store(settings, Setting.RECORDING_STORE);
        settings.find(Setting.RECORDING_FOLDER).ifPresent(folder -> recorder(settings, folder));
    }

    /** Returns the channels that use the service's own transport and have no provider. */
    private static List<String> ownChannels() {
        List<String> own = new ArrayList<>(Carriers.names());
        own.add(WebSocket.CHANNEL);
        return own;
    }

    private static void store(EndpointSettings settings, Setting<String> setting) {
        settings.find(setting).ifPresent(address -> {
            String engine = address.substring(0, Math.max(0, address.indexOf(':')));
            found(settings, setting, engine, List.of(engine), Engines.THERE.names());
        });
    }

    private static <P extends Provider> void list(
            EndpointSettings settings, Setting<List<String>> setting, Class<P> kind, List<String> own) {
        settings.find(setting).ifPresent(names -> found(settings, setting, String.join(",", names), names, kind, own));
    }

    private static <P extends Provider> void found(
            EndpointSettings settings,
            Setting<?> setting,
            String text,
            List<String> wanted,
            Class<P> kind,
            List<String> own) {
        Set<String> there = new TreeSet<>(own);
        there.addAll(FOUND.computeIfAbsent(kind, each -> Providers.names(each, SettingsCheck.class.getClassLoader())));
        found(settings, setting, text, wanted, there);
    }

    private static void found(
            EndpointSettings settings, Setting<?> setting, String text, List<String> wanted, Set<String> there) {
        for (String name : wanted) {
            if (!there.contains(name)) {
                throw new ConfigurationException(
                                setting.name(),
                                "one of " + String.join(", ", there),
                                name.isEmpty() ? "no name" : name,
                                remedy(name, setting, text, there))
                        .at(settings.place(setting));
            }
        }
    }

    /** Returns what to do about an unknown name: add its artifact, or write the nearest one in its place. */
    private static String remedy(String name, Setting<?> setting, String text, Set<String> there) {
        return Artifacts.remedy(name)
                .orElseGet(() -> "write " + setting.name() + "="
                        + NearestName.of(name, there)
                                .map(nearest -> corrected(text, name, nearest))
                                .orElse(setting.form().example()));
    }

    private static String corrected(String text, String name, String nearest) {
        return name.isEmpty()
                ? nearest
                : text.replaceFirst("(?<![\\w-])" + Pattern.quote(name) + "(?![\\w-])", nearest);
    }

    private static void recorder(EndpointSettings settings, String folder) {
        if (folder.isEmpty()) {
            return;
        }
        try {
            Class.forName(RECORDER, false, SettingsCheck.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            ConfigurationException missing = new ConfigurationException(
                    Settings.RECORDING,
                    "the module that records",
                    "none",
                    Artifacts.remedy("recording").orElseThrow());
            missing.initCause(e);
            throw missing.at(settings.place(Setting.RECORDING_FOLDER));
        }
    }
}
