package io.parley.cxf.settings;

import static io.parley.cxf.settings.SettingGroup.LISTENING;
import static io.parley.cxf.settings.SettingGroup.RECORDING;
import static io.parley.cxf.settings.SettingGroup.SESSIONS;
import static io.parley.cxf.settings.SettingGroup.SWITCHING;
import static io.parley.cxf.settings.SettingGroup.TERMS;
import static io.parley.cxf.settings.SettingGroup.WEBSOCKET;

import io.parley.ConfigurationException;
import io.parley.Limit;
import io.parley.NearestName;
import io.parley.binding.Accessors;
import io.parley.channel.websocket.WebSocket;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.runtime.MessageOrder;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Definition of a setting: its name, the form of its values, its default, group and meaning. This list is the single
 * source: property readers, Spring's schema, Boot's metadata and docs/reference/settings.md are generated from it or
 * compared with it. Immutable.
 *
 * @param <T> type of the parsed value
 */
public final class Setting<T> {
    private static final Set<String> OF_JVM = Set.of(Settings.RELIABILITY, Settings.COMPRESSION, Settings.ACCESSORS);

    public static final Setting<Boolean> ENABLED = of(
            Settings.ENABLED,
            SettingForm.FLAG,
            "false",
            SWITCHING,
            "For a bus: switches Parley on for all of its clients and services.");
    public static final Setting<Mode> MODE = of(
            Settings.MODE,
            SettingForm.word(Mode.class),
            "auto",
            SWITCHING,
            "auto streams calls if both sides can and falls back to SOAP otherwise; always streams calls "
                    + "or fails; never uses SOAP only.");
    public static final Setting<String> POLICY = of(
            Settings.POLICY,
            SettingForm.POLICY,
            "eager",
            SWITCHING,
            "When a client negotiates: eager at its first call, after-N after N calls by SOAP, break-even "
                    + "when it is expected to save time, advertised if the service's WSDL advertises negotiation.");
    public static final Setting<Boolean> ADVERTISE = of(
            Settings.ADVERTISE,
            SettingForm.FLAG,
            "false",
            SWITCHING,
            "For a service: adds an optional WS-Policy assertion to its WSDL, which advertises negotiation.");
    public static final Setting<Long> NEGOTIATION_MILLIS = unset(
            Settings.NEGOTIATION_MILLIS,
            SettingForm.amount("milliseconds", Long.MIN_VALUE),
            "2000; the first of a bus 10000",
            SWITCHING,
            "Time limit of a negotiation from sending the offer; 0 or less for none. Without a value the "
                    + "first negotiation of a bus has more time, since both sides may have to load classes.");
    public static final Setting<Boolean> CONSOLE = of(
            Settings.CONSOLE,
            SettingForm.FLAG,
            "false",
            SWITCHING,
            "Measures times and bytes of calls for the operator's page, which the Spring Boot starter "
                    + "then serves.");
    public static final Setting<Boolean> SERVLETS_ALLOWED = of(
            Settings.SERVLETS_ALLOWED,
            SettingForm.FLAG,
            "false",
            SWITCHING,
            "For a service: allows channels that bypass servlet filters and container authentication. The "
                    + "stream does, and so does a WebSocket after its upgrade, which is allowed anyway if the "
                    + "application has no filter of its own; on http, callers that the container authenticated have "
                    + "no roles.");
    public static final Setting<List<String>> ALLOWED_HOSTS = of(
            Settings.ALLOWED_HOSTS,
            SettingForm.names("node-b.example"),
            "",
            SWITCHING,
            "For a client: hosts, besides the service's own, that the service may direct it to.");
    public static final Setting<List<String>> CHANNELS = of(
            Settings.CHANNELS,
            SettingForm.names("http", "stream", "websocket", "http", "jms", "quic"),
            "stream,websocket,http,jms",
            TERMS,
            "Channels in order of preference. stream has a TCP port of its own; websocket upgrades a "
                    + "request to the service's own URL; http posts frames there; quic has a UDP port and is used "
                    + "only if it is named; jms is for endpoints on a queue only. A channel that fails to open is "
                    + "skipped.");
    public static final Setting<String> REPRESENTATIONS = of(
            Settings.REPRESENTATIONS,
            SettingForm.REPRESENTATIONS,
            "hhfr,bnux",
            TERMS,
            "Representations in order of preference; after semicolons those of single operations, as in "
                    + "hhfr,bnux; picture=tdxml,hhfr.");
    public static final Setting<List<String>> EXPENDABLE = of(
            Settings.EXPENDABLE,
            SettingForm.DELIVERIES,
            "",
            TERMS,
            "One-way operations whose messages may be lost, on the channel quic and if the other side "
                    + "agrees: each message is sent once, without ordering, in a datagram if it fits one; with "
                    + "=latest, messages older than the newest one received are dropped. The annotation Expendable "
                    + "does the same.");
    public static final Setting<List<String>> COMPRESSION = of(
            Settings.COMPRESSION,
            SettingForm.names("zstd", "none", "zstd", "lz4", "gzip", "delta"),
            "none",
            TERMS,
            "Compressions in order of preference; used if the other side supports one of them.");
    public static final Setting<Boolean> STATIC_HEADERS = of(
            Settings.STATIC_HEADERS,
            SettingForm.FLAG,
            "true",
            TERMS,
            "Sends header blocks that do not change as numbers; received numbers are always understood.");
    public static final Setting<Accessors> ACCESSORS = of(
            Settings.ACCESSORS,
            SettingForm.word(Accessors.class),
            "generated",
            TERMS,
            "Access to the members of JAXB beans: by generated classes, or interpreted, which is slower "
                    + "and generates no classes.");
    public static final Setting<Integer> PORT = of(
            Settings.PORT,
            SettingForm.PORT,
            "0",
            LISTENING,
            "Port of the bus's listeners: TCP for the channel stream, UDP for quic; 0 for free ports.");
    public static final Setting<String> BIND = unset(
            Settings.BIND,
            SettingForm.text("host", "0.0.0.0"),
            "loopback for a service published there, else all addresses",
            LISTENING,
            "Address to bind listeners to.");
    public static final Setting<String> ADVERTISED_HOST = unset(
            Settings.ADVERTISED_HOST,
            SettingForm.text("host", "orders.example"),
            "the host of the service's address",
            LISTENING,
            "Host that is announced to clients.");
    public static final Setting<Integer> ADVERTISED_PORT = unset(
            Settings.ADVERTISED_PORT,
            SettingForm.PORT,
            "the listener's port",
            LISTENING,
            "Port that is announced to clients, for listeners behind a port mapping.");
    public static final Setting<String> KEY_STORE = unset(
            Settings.KEY_STORE,
            SettingForm.text("file", "/etc/orders/listener.p12"),
            "the listener makes its own certificate",
            LISTENING,
            "For services at https: file with the key and certificate of the listener, reloaded when it "
                    + "changes. Without it, sessions on the stream are not durable.");
    public static final Setting<String> KEY_STORE_PASSWORD = unset(
            Settings.KEY_STORE_PASSWORD,
            SettingForm.text("secret", "${secret}"),
            "empty",
            LISTENING,
            "Password of the key store and of its key.");
    public static final Setting<List<String>> WEBSOCKET_ORIGINS = of(
            Settings.WEBSOCKET_ORIGINS,
            SettingForm.names("https://console.example"),
            "",
            WEBSOCKET,
            "For a service: allowed values of the header Origin in WebSocket upgrades. Only browsers send "
                    + "it, and any other value is refused.");
    public static final Setting<Long> WEBSOCKET_KEEP_ALIVE = of(
            Settings.WEBSOCKET_KEEP_ALIVE,
            SettingForm.amount("seconds", 1),
            String.valueOf(WebSocket.KEEP_ALIVE.toSeconds()),
            WEBSOCKET,
            "Longest silence of this side of a WebSocket, since proxies close silent connections. If a "
                    + "client's connection is closed earlier, it uses half of this time for an hour.");
    public static final Setting<Reliability> RELIABILITY = of(
            Settings.RELIABILITY,
            SettingForm.word(Reliability.class),
            "none",
            SESSIONS,
            "What sessions survive: none; resume, a lost connection, if both sides agree; durable, also "
                    + "the end of the service's process, which needs parley.context-store there and, on the channel "
                    + "stream, parley.port.");
    public static final Setting<List<HostPort>> OTHER_NODES = of(
            Settings.OTHER_NODES,
            SettingForm.NODES,
            "",
            SESSIONS,
            "For a service: addresses of the other nodes on its context store, where its durable sessions "
                    + "can continue.");
    public static final Setting<String> SEAL_KEY = unset(
            Settings.SEAL_KEY,
            SettingForm.text("file", "/etc/orders/seal.key"),
            "no seal",
            SESSIONS,
            "For a service: file with a secret of at least 32 bytes that seals durable sessions, equal "
                    + "for all processes. With it, sessions of callers with certificates can be durable too.");
    public static final Setting<String> CONTEXT_STORE = of(
            Settings.CONTEXT_STORE,
            SettingForm.text("store", "sqlite:/var/lib/orders/contexts.db"),
            "memory:",
            SESSIONS,
            "Address of the bus's context store, for static headers and durable sessions.");
    public static final Setting<MessageOrder> ORDER = of(
            Settings.ORDER,
            SettingForm.word(MessageOrder.class),
            "session",
            SESSIONS,
            "For a service: session handles the one-way calls of a session in sequence; none handles them "
                    + "in parallel.");
    public static final Setting<Boolean> VIRTUAL_THREADS = of(
            Settings.VIRTUAL_THREADS,
            SettingForm.FLAG,
            "false",
            SESSIONS,
            "For a bus: runs streamed calls of its services on virtual threads, on JDK 21 and later.");
    public static final Setting<String> RECORDING_FOLDER = unset(
            Settings.RECORDING,
            SettingForm.text("folder", "/var/lib/orders/recording"),
            "nothing is recorded",
            RECORDING,
            "Folder for recordings of all conversations of the bus, in both directions.");
    public static final Setting<String> RECORDING_STORE = unset(
            Settings.RECORDING_STORE,
            SettingForm.text("store", "sqlite:/var/lib/orders/recording.db"),
            "sqlite: and contexts.db in that folder",
            RECORDING,
            "Address of the context store for the schemas and checkpoints of recordings.");

    private static final List<Setting<?>> SINGLE = List.of(
            ENABLED,
            MODE,
            POLICY,
            ADVERTISE,
            NEGOTIATION_MILLIS,
            CONSOLE,
            SERVLETS_ALLOWED,
            ALLOWED_HOSTS,
            CHANNELS,
            REPRESENTATIONS,
            EXPENDABLE,
            COMPRESSION,
            STATIC_HEADERS,
            ACCESSORS,
            PORT,
            BIND,
            ADVERTISED_HOST,
            ADVERTISED_PORT,
            KEY_STORE,
            KEY_STORE_PASSWORD,
            WEBSOCKET_ORIGINS,
            WEBSOCKET_KEEP_ALIVE,
            RELIABILITY,
            OTHER_NODES,
            SEAL_KEY,
            CONTEXT_STORE,
            ORDER,
            VIRTUAL_THREADS,
            RECORDING_FOLDER,
            RECORDING_STORE);
    private static final Map<Limit, Setting<Long>> LIMITS = limits();
    private static final Map<String, Setting<?>> ALL = Stream.concat(SINGLE.stream(), LIMITS.values().stream())
            .collect(Collectors.toMap(Setting::name, each -> each, (one, other) -> one, LinkedHashMap::new));
    private static final Set<Setting<?>> STORES = Set.of(CONTEXT_STORE, RECORDING_STORE);
    private static final String HIDDEN = "******";

    private final String name;
    private final SettingForm<T> form;
    private final @Nullable T initial;
    private final String initialText;
    private final SettingGroup group;
    private final String meaning;
    private final boolean ofJvm;

    private Setting(
            String name,
            SettingForm<T> form,
            @Nullable T initial,
            String initialText,
            SettingGroup group,
            String meaning) {
        this.name = name;
        this.form = form;
        this.initial = initial;
        this.initialText = initialText;
        this.group = group;
        this.meaning = meaning;
        this.ofJvm = OF_JVM.contains(name);
    }

    private static <T> Setting<T> of(
            String name, SettingForm<T> form, String initial, SettingGroup group, String meaning) {
        return new Setting<>(name, form, form.read(initial).orElseThrow(), initial, group, meaning);
    }

    /**
     * Creates a setting without a default value.
     *
     * @param otherwise text about the behaviour without a value
     */
    private static <T> Setting<T> unset(
            String name, SettingForm<T> form, String otherwise, SettingGroup group, String meaning) {
        return new Setting<>(name, form, null, otherwise, group, meaning);
    }

    private static Map<Limit, Setting<Long>> limits() {
        Map<Limit, Setting<Long>> settings = new EnumMap<>(Limit.class);
        for (Limit limit : Limit.values()) {
            settings.put(
                    limit,
                    new Setting<>(
                            limit.setting(),
                            SettingForm.amount(limit.unit(), 1),
                            limit.initial(),
                            limit.initialText(),
                            SettingGroup.LIMITS,
                            limit.meaning()));
        }
        return settings;
    }

    /** Returns all settings, limits among them. */
    public static Collection<Setting<?>> all() {
        return Collections.unmodifiableCollection(ALL.values());
    }

    /** Returns the setting of a limit. */
    public static Setting<Long> of(Limit limit) {
        return Objects.requireNonNull(LIMITS.get(limit));
    }

    /**
     * Returns the setting of that name.
     *
     * @throws ConfigurationException if there is none; names the most similar one
     */
    public static Setting<?> named(String name) {
        Setting<?> found = ALL.get(name);
        if (found == null) {
            throw ConfigurationException.unknown(name, ALL.keySet());
        }
        return found;
    }

    /** Returns the property name, such as {@code parley.limits.frame-bytes}. */
    public String name() {
        return name;
    }

    /** Returns the form of its values. */
    public SettingForm<T> form() {
        return form;
    }

    /** Returns the default; empty if the behaviour without the setting corresponds to no value. */
    public Optional<T> initial() {
        return Optional.ofNullable(initial);
    }

    /**
     * Returns the default of a setting that has one.
     *
     * @throws NullPointerException if it has none
     */
    public T initialValue() {
        return Objects.requireNonNull(initial);
    }

    /** Returns the default as text for documentation pages. */
    public String initialText() {
        return initialText;
    }

    /** Returns the group for documentation pages. */
    public SettingGroup group() {
        return group;
    }

    /** Returns a description of the setting as plain text. */
    public String meaning() {
        return ofJvm ? meaning + " A system property of that name changes the default." : meaning;
    }

    /** Returns whether a system property of that name changes the default. */
    public boolean isOfJvm() {
        return ofJvm;
    }

    /** Returns whether a value is present and not blank. */
    public static boolean isSet(@Nullable Object value) {
        return value != null && !text(value).isEmpty();
    }

    /**
     * Parses a value: a string, an object whose {@code toString} is the value, or a collection of items.
     *
     * @param place location of the value, for error messages
     * @throws ConfigurationException if the value is invalid
     */
    public T read(@Nullable Object value, Supplier<String> place) {
        String text = value == null ? "" : text(value);
        Optional<T> read = form.read(text);
        if (read.isEmpty()) {
            throw new ConfigurationException(name, form.expected(), shown(text), remedy(text)).at(place.get());
        }
        return read.get();
    }

    /** Returns whether a value is or may contain a secret. */
    public boolean isSecret() {
        return this == KEY_STORE_PASSWORD || STORES.contains(this);
    }

    /**
     * Returns a value for consoles and messages: secrets are masked, and of a store address, which may contain one,
     * only the engine is shown.
     */
    public String shown(@Nullable Object value) {
        String text = value == null ? "" : text(value);
        if (STORES.contains(this)) {
            return text.substring(0, text.indexOf(':') + 1) + "…";
        }
        return this == KEY_STORE_PASSWORD ? HIDDEN : text;
    }

    private String remedy(String text) {
        return NearestName.of(text.toLowerCase(Locale.ROOT), form.words())
                .map(nearest -> "write " + name + "=" + nearest)
                .orElseGet(() -> "write it as in " + name + "=" + form.example());
    }

    private static String text(Object value) {
        return value instanceof Collection<?> items
                ? items.stream().map(String::valueOf).collect(Collectors.joining(","))
                : value.toString().strip();
    }

    @Override
    public String toString() {
        return name;
    }
}
