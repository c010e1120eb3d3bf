package io.parley.cxf.control;

import static io.parley.cxf.control.SettingGroup.LISTENING;
import static io.parley.cxf.control.SettingGroup.RECORDING;
import static io.parley.cxf.control.SettingGroup.SESSIONS;
import static io.parley.cxf.control.SettingGroup.SWITCHING;
import static io.parley.cxf.control.SettingGroup.TERMS;
import static io.parley.cxf.control.SettingGroup.WEBSOCKET;

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
            "Of a bus: whether Parley is on for all of its clients and services.");
    public static final Setting<Mode> MODE = of(
            Settings.MODE,
            SettingForm.word(Mode.class),
            "auto",
            SWITCHING,
            "Whether calls stream: auto where both sides can, always or else they fail, never.");
    public static final Setting<String> POLICY = of(
            Settings.POLICY,
            SettingForm.POLICY,
            "eager",
            SWITCHING,
            "When a client negotiates: eager at its first call, after-N when N calls went by SOAP, break-even when it is"
                    + " expected to pay, advertised where the WSDL says so.");
    public static final Setting<Boolean> ADVERTISE = of(
            Settings.ADVERTISE,
            SettingForm.FLAG,
            "false",
            SWITCHING,
            "Of a service: whether its WSDL says, by an optional assertion of WS-Policy, that it can be negotiated with.");
    public static final Setting<Long> NEGOTIATION_MILLIS = unset(
            Settings.NEGOTIATION_MILLIS,
            SettingForm.amount("milliseconds", Long.MIN_VALUE),
            "2000; the first of a bus 10000",
            SWITCHING,
            "Time that a negotiation may take from sending the offer; 0 or less is for ever. The first one gets more, since both"
                    + " sides may have to load classes for it; set, the value holds for all.");
    public static final Setting<Boolean> CONSOLE = of(
            Settings.CONSOLE,
            SettingForm.FLAG,
            "false",
            SWITCHING,
            "Whether times and bytes of calls are measured for the operator's page; the Spring Boot starter serves the page where it is true.");
    public static final Setting<Boolean> SERVLETS_ALLOWED = of(
            Settings.SERVLETS_ALLOWED,
            SettingForm.FLAG,
            "false",
            SWITCHING,
            "Of a service: whether a channel may go around servlet filters and a container's authentication. The stream does, and a"
                    + " WebSocket behind its upgrade, which needs no permission where the application has no filter of its own; on"
                    + " http a caller that the container authenticated has no roles.");
    public static final Setting<List<String>> ALLOWED_HOSTS = of(
            Settings.ALLOWED_HOSTS,
            SettingForm.names("node-b.example"),
            "",
            SWITCHING,
            "Of a client: hosts besides the service's own that it may be sent to.");
    public static final Setting<List<String>> CHANNELS = of(
            Settings.CHANNELS,
            SettingForm.names("http", "stream", "websocket", "http", "jms", "quic"),
            "stream,websocket,http,jms",
            TERMS,
            "Channels in order of preference. stream has a port of its own; websocket is an upgrade of a request to the"
                    + " service's own URL; http posts frames there; quic, off unless it is named, has a UDP port; jms is the"
                    + " one for endpoints on a queue, and for no others. One that cannot be opened is passed over.");
    public static final Setting<String> REPRESENTATIONS = of(
            Settings.REPRESENTATIONS,
            SettingForm.REPRESENTATIONS,
            "hhfr,bnux",
            TERMS,
            "Representations in order of preference; behind semicolons those of single operations, as in hhfr,bnux;"
                    + " picture=tdxml,hhfr.");
    public static final Setting<List<String>> EXPENDABLE = of(
            Settings.EXPENDABLE,
            SettingForm.DELIVERIES,
            "",
            TERMS,
            "One-way operations whose messages may be lost where the other side says so too, on the channel quic: each travels in a"
                    + " datagram if it fits one, is sent once and waits for no other; with =latest what is older than the newest that"
                    + " came is dropped. As the annotation Expendable.");
    public static final Setting<List<String>> COMPRESSION = of(
            Settings.COMPRESSION,
            SettingForm.names("zstd", "none", "zstd", "lz4", "gzip", "delta"),
            "none",
            TERMS,
            "Compressions in order of preference, where the other side has one of them too.");
    public static final Setting<Boolean> STATIC_HEADERS = of(
            Settings.STATIC_HEADERS,
            SettingForm.FLAG,
            "true",
            TERMS,
            "Whether header blocks that stay the same are sent as numbers; received numbers are always understood.");
    public static final Setting<Accessors> ACCESSORS = of(
            Settings.ACCESSORS,
            SettingForm.word(Accessors.class),
            "generated",
            TERMS,
            "How members of JAXB beans are reached: by classes that are generated beside them, or the interpreted way, slower and"
                    + " without any generated class.");
    public static final Setting<Integer> PORT = of(
            Settings.PORT,
            SettingForm.PORT,
            "0",
            LISTENING,
            "Port of the listeners of the bus, of TCP for the channel stream and of UDP for quic; 0 takes free ones.");
    public static final Setting<String> BIND = unset(
            Settings.BIND,
            SettingForm.text("host", "0.0.0.0"),
            "loopback for a service published there, else all addresses",
            LISTENING,
            "Address that the listener is bound to.");
    public static final Setting<String> ADVERTISED_HOST = unset(
            Settings.ADVERTISED_HOST,
            SettingForm.text("host", "orders.example"),
            "the host of the service's address",
            LISTENING,
            "Host that clients are told to connect to.");
    public static final Setting<Integer> ADVERTISED_PORT = unset(
            Settings.ADVERTISED_PORT,
            SettingForm.PORT,
            "the listener's port",
            LISTENING,
            "Port that clients are told to connect to, where a port mapping stands in between.");
    public static final Setting<String> KEY_STORE = unset(
            Settings.KEY_STORE,
            SettingForm.text("file", "/etc/orders/listener.p12"),
            "the listener makes its own certificate",
            LISTENING,
            "Of services at https: file with the key and certificate that the listener shows, read again when it was replaced."
                    + " Without it sessions on the stream are not durable.");
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
            "Of a service: values of the header Origin under which WebSockets are opened. Only browsers send it, and each other value is"
                    + " refused.");
    public static final Setting<Long> WEBSOCKET_KEEP_ALIVE = of(
            Settings.WEBSOCKET_KEEP_ALIVE,
            SettingForm.amount("seconds", 1),
            String.valueOf(WebSocket.KEEP_ALIVE.toSeconds()),
            WEBSOCKET,
            "Longest time for which this side of a WebSocket is silent, for the sake of proxies that end silent connections. A client"
                    + " whose connection was ended earlier takes half of that time for an hour.");
    public static final Setting<Reliability> RELIABILITY = of(
            Settings.RELIABILITY,
            SettingForm.word(Reliability.class),
            "none",
            SESSIONS,
            "What sessions survive: none; resume, a lost connection, where both sides say so; durable the service's process as"
                    + " well, which needs parley.context-store there and, on the channel stream, parley.port.");
    public static final Setting<List<HostPort>> OTHER_NODES = of(
            Settings.OTHER_NODES,
            SettingForm.NODES,
            "",
            SESSIONS,
            "Of a service: where else its durable sessions can go on, the other nodes on its context store.");
    public static final Setting<String> SEAL_KEY = unset(
            Settings.SEAL_KEY,
            SettingForm.text("file", "/etc/orders/seal.key"),
            "no seal",
            SESSIONS,
            "Of a service: file with a secret, at least 32 bytes, that durable sessions are sealed by, the same for all processes;"
                    + " with it callers with certificates have them too.");
    public static final Setting<String> CONTEXT_STORE = of(
            Settings.CONTEXT_STORE,
            SettingForm.text("store", "sqlite:/var/lib/orders/contexts.db"),
            "memory:",
            SESSIONS,
            "Address of the context store of the bus, for header blocks that stay the same and for durable sessions.");
    public static final Setting<MessageOrder> ORDER = of(
            Settings.ORDER,
            SettingForm.word(MessageOrder.class),
            "session",
            SESSIONS,
            "Of a service: session handles the one-way calls of a session one after the other, in their order; none in parallel.");
    public static final Setting<Boolean> VIRTUAL_THREADS = of(
            Settings.VIRTUAL_THREADS,
            SettingForm.FLAG,
            "false",
            SESSIONS,
            "Of a bus: whether streamed calls of its services run on virtual threads, on JDK 21 and later.");
    public static final Setting<String> RECORDING_FOLDER = unset(
            Settings.RECORDING,
            SettingForm.text("folder", "/var/lib/orders/recording"),
            "nothing is recorded",
            RECORDING,
            "Folder that conversations are recorded in, both directions of all of the bus.");
    public static final Setting<String> RECORDING_STORE = unset(
            Settings.RECORDING_STORE,
            SettingForm.text("store", "sqlite:/var/lib/orders/recording.db"),
            "sqlite: and contexts.db in that folder",
            RECORDING,
            "Address of the context store that has the recordings' schemas and checkpoints.");

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
    T initialValue() {
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
    boolean isOfJvm() {
        return ofJvm;
    }

    /** Returns whether a value is present and not blank. */
    static boolean isSet(@Nullable Object value) {
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
