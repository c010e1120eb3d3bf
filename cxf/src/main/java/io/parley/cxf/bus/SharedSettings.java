package io.parley.cxf.bus;

import io.parley.Limit;
import io.parley.channel.Address;
import io.parley.cxf.settings.Setting;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.Reliability;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings shared by the endpoints of a bus, as configured by the first endpoint that needed them. Differing settings
 * of a later endpoint have no effect, which is logged once per setting. Thread-safe.
 */
final class SharedSettings {
    private static final Logger LOG = LoggerFactory.getLogger(SharedSettings.class);

    /** Limits that apply to a single endpoint, besides those that are agreed. */
    private static final Set<Limit> OF_ENDPOINTS =
            EnumSet.of(Limit.KEEP_ALIVE_MILLIS, Limit.NEGOTIATION_BYTES, Limit.SCHEMA_BYTES, Limit.SCHEMA_COMPONENTS);

    /** Settings without effect if the application provides the threads. */
    private static final Set<Setting<?>> OF_THREADS = Set.of(
            Setting.VIRTUAL_THREADS,
            Setting.of(Limit.THREADS),
            Setting.of(Limit.QUEUED),
            Setting.of(Limit.QUEUE_MILLIS));

    private static final List<Setting<?>> SHARED = Stream.concat(
                    Stream.<Setting<?>>of(
                            Setting.VIRTUAL_THREADS,
                            Setting.CONTEXT_STORE,
                            Setting.RECORDING_FOLDER,
                            Setting.RECORDING_STORE),
                    Stream.of(Limit.values())
                            .filter(limit -> !limit.agreed() && !OF_ENDPOINTS.contains(limit))
                            .<Setting<?>>map(Setting::of))
            .toList();

    private final String bus;
    private final boolean ownThreads;
    private final boolean durable;
    private final Map<Setting<?>, Optional<?>> effective = new HashMap<>();
    private final Set<Object> logged = ConcurrentHashMap.newKeySet();

    /**
     * Creates the shared settings.
     *
     * @param settings settings of the first endpoint
     * @param ownThreads whether the application provides the threads
     */
    SharedSettings(String bus, EndpointSettings settings, boolean ownThreads) {
        this.bus = bus;
        this.ownThreads = ownThreads;
        this.durable = settings.wantsDurable();
        SHARED.forEach(setting -> effective.put(setting, value(setting, settings)));
        effective.put(Setting.SEAL_KEY, value(Setting.SEAL_KEY, settings));
    }

    private static Optional<?> value(Setting<?> setting, EndpointSettings settings) {
        Optional<?> set = settings.find(setting);
        return set.isPresent() ? set : setting.initial();
    }

    /** Logs a warning for each shared setting that differs for another endpoint. */
    void compare(EndpointSettings others) {
        for (Setting<?> setting : SHARED) {
            if (!ownThreads || !OF_THREADS.contains(setting)) {
                compare(setting, others);
            }
        }
    }

    private void compare(Setting<?> setting, EndpointSettings others) {
        Optional<?> wanted = others.find(setting);
        Optional<?> has = Objects.requireNonNull(effective.get(setting));
        if (wanted.isPresent() && !wanted.equals(has) && logged.add(setting)) {
            tooLate(setting, wanted.get(), has);
        }
    }

    /**
     * Logs a warning for a service that should have durable sessions if the bus was not set up for them, or has another
     * seal.
     */
    void compareDurability(EndpointSettings ofService) {
        if (!ofService.wantsDurable()) {
            return;
        }
        if (durable) {
            compare(Setting.SEAL_KEY, ofService);
        } else if (logged.add(Setting.RELIABILITY)) {
            tooLate(Setting.RELIABILITY, Reliability.DURABLE.term(), Optional.empty());
        }
    }

    /** Logs a warning for a service with a configured port that shares a listener on another one. */
    void comparePort(EndpointSettings ofService, Address listening, QName first, QName endpoint) {
        int wanted = ofService.port();
        if (wanted != 0 && wanted != listening.port() && logged.add(endpoint)) {
            LOG.warn(
                    "{}={} comes too late for {}: endpoints of the bus {} share a listener, which was started for {} at {}; set"
                            + " it on the bus",
                    Settings.PORT,
                    wanted,
                    endpoint,
                    bus,
                    first,
                    listening);
        }
    }

    private void tooLate(Setting<?> setting, Object wanted, Optional<?> has) {
        LOG.warn(
                "{}={} comes too late for the bus {}: what its endpoints share was made for one {}; set it on the bus",
                setting.name(),
                setting.shown(wanted),
                bus,
                has.map(value -> "with " + setting.shown(value)).orElse("without it"));
    }
}
