package io.parley.cxf.control;

import io.parley.Durations;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.binding.Accessors;
import io.parley.binding.Part;
import io.parley.channel.KeyStoreFile;
import io.parley.context.Seal;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.model.OperationChoices;
import io.parley.cxf.transport.Caller;
import io.parley.cxf.transport.ServiceSession;
import io.parley.delta.Delta;
import io.parley.negotiation.AddressRule;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.SwitchPolicy;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.runtime.MessageOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * The settings under their names, read from wherever CXF looks for properties: message, endpoint, service, bus. What
 * belongs to the one listener and runtime of a bus is read from the bus and the first endpoint that needs it.
 */
public final class Settings {
    /** {@code auto}, {@code always} or {@code never}. */
    public static final String MODE = "parley.mode";

    private static final List<Mode> MODES = List.of(Mode.values());

    /**
     * Policy by which a client negotiates: {@code eager}, {@code after-N}, {@code break-even} or {@value #ADVERTISED}.
     */
    public static final String POLICY = "parley.policy";
    /** Port of the bus's listener; 0, the default, takes a free one. */
    public static final String PORT = "parley.port";
    /** Address that the listener is bound to; by default loopback for a service published there, else all. */
    public static final String BIND = "parley.bind";
    /** Host that answers name; by default the client goes to the host of the service's address. */
    public static final String ADVERTISED_HOST = "parley.advertised-host";
    /** Port that answers name, where it is not the one that the listener is bound to: behind a port mapping. */
    public static final String ADVERTISED_PORT = "parley.advertised-port";
    /**
     * A key store with the key and certificate of the listener for callers that came by TLS; unless set, it makes its own. Read
     * again when the file was replaced.
     */
    public static final String KEY_STORE = "parley.key-store";
    /** The password of that key store and of its key. */
    public static final String KEY_STORE_PASSWORD = "parley.key-store-password";
    /** Channel terms in order of preference, separated by commas. */
    public static final String CHANNELS = "parley.channels";
    /**
     * Representation terms in order of preference, separated by commas; behind semicolons those of single operations, as in
     * {@code hhfr,bnux; picture=tdxml,hhfr}.
     */
    public static final String REPRESENTATIONS = "parley.representations";
    /**
     * Compressions in order of preference, separated by commas, where the other side has one of them too. A system
     * property of that name changes the default, {@code none}.
     */
    public static final String COMPRESSION = "parley.compression";

    /**
     * Failures that sessions survive: {@code none}; {@code resume}, a lost connection, where the other side agrees;
     * {@code durable}, which for services needs {@link #CONTEXT_STORE} and {@link #PORT}, the service's process as
     * well. A system property of that name changes the default.
     */
    public static final String RELIABILITY = "parley.reliability";
    /**
     * Other addresses where durable sessions of a service can go on, as {@code host:port} separated by commas: the
     * other nodes on its context store, by the addresses at which clients reach their listeners.
     */
    public static final String OTHER_NODES = "parley.other-nodes";
    /**
     * File with a secret, at least 32 bytes, that durable sessions are sealed by, so that whoever can write to the context store
     * cannot change what they do: the same for all processes of a bus's services. With it callers with certificates have durable sessions too.
     */
    public static final String SEAL_KEY = "parley.seal-key";
    /** Hosts besides the service's own that a client may be sent to, separated by commas. */
    public static final String ALLOWED_HOSTS = "parley.allowed-hosts";
    /** Whether endpoints behind servlet filters or a container's own authentication may be streamed to. */
    public static final String SERVLETS_ALLOWED = "parley.servlets-allowed";
    /** Whether the chains of the services of a bus run on virtual threads, where the JVM has them. */
    public static final String VIRTUAL_THREADS = "parley.virtual-threads";
    /**
     * Order of the one-way calls and messages of a service's session: {@code session}, the default, one after the
     * other; {@code none} in parallel.
     */
    public static final String ORDER = MessageOrder.SETTING;
    /** Milliseconds that a negotiation may take from sending the offer; unless set, the first of a bus gets more. */
    public static final String NEGOTIATION_MILLIS = "parley.negotiation-millis";
    /** The folder that conversations are recorded in; unless set, none are. */
    public static final String RECORDING = "parley.recording";
    /** Address of the store for what recordings need of it; by default a file in their folder. */
    public static final String RECORDING_STORE = "parley.recording-store";
    /**
     * Address of the context store for header blocks that conversations have in common; by default {@code memory:}. Services
     * on several nodes that share a store let clients name what any of them was sent.
     */
    public static final String CONTEXT_STORE = "parley.context-store";
    /** Whether header blocks that stay the same are sent as numbers; received numbers are always understood. */
    public static final String STATIC_HEADERS = "parley.static-headers";
    /** Whether a service says in its WSDL, by an assertion of WS-Policy, that it can be negotiated with. */
    public static final String ADVERTISE = "parley.advertise";
    /** The policy of a client that negotiates with services whose WSDL says so, at once, and with no others. */
    static final String ADVERTISED = "advertised";
    /** Access to the members of JAXB beans: {@code generated} or {@code interpreted}. */
    public static final String ACCESSORS = Accessors.SETTING;

    private static final List<String> NAMES = List.of(
            MODE,
            POLICY,
            PORT,
            BIND,
            ADVERTISED_HOST,
            ADVERTISED_PORT,
            KEY_STORE,
            KEY_STORE_PASSWORD,
            CHANNELS,
            REPRESENTATIONS,
            COMPRESSION,
            RELIABILITY,
            OTHER_NODES,
            SEAL_KEY,
            STATIC_HEADERS,
            CONTEXT_STORE,
            ALLOWED_HOSTS,
            SERVLETS_ALLOWED,
            VIRTUAL_THREADS,
            ORDER,
            NEGOTIATION_MILLIS,
            RECORDING,
            RECORDING_STORE,
            ADVERTISE,
            ACCESSORS);

    /** Other properties of endpoints, messages and buses whose names begin like those of settings. */
    static final Set<String> OTHERS =
            Set.of("parley.enabled", CallStatus.KEY, Caller.EXPIRES, ServiceSession.REDELIVERED);

    private static final List<String> BOOLEANS = List.of(STATIC_HEADERS, SERVLETS_ALLOWED, VIRTUAL_THREADS, ADVERTISE);

    /** Settings that decide the terms of a client's offers, beside its limits. */
    private static final List<String> ASKED =
            List.of(CHANNELS, REPRESENTATIONS, COMPRESSION, RELIABILITY, ALLOWED_HOSTS, STATIC_HEADERS);

    private static final Pattern LOOPBACK =
            Pattern.compile("https?://\\[?(localhost|127(?:\\.[0-9]{1,3}){3}|::1)]?(?=[:/?]|$)");
    private static final Pattern NODE = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\s]+):([0-9]{1,5})");
    private static final String INITIAL_CHANNELS = "stream,websocket,http,jms";
    private static final String INITIAL_REPRESENTATIONS = "hhfr,bnux";
    private static final long INITIAL_NEGOTIATION_MILLIS = 2_000;
    private static final long FIRST_NEGOTIATION_MILLIS = 10_000;

    private final Function<String, @Nullable Object> properties;

    private Settings(Function<String, @Nullable Object> properties) {
        this.properties = properties;
    }

    /** The names of all settings, limits among them. */
    public static List<String> names() {
        return Stream.concat(NAMES.stream(), Arrays.stream(Limit.values()).map(Limit::setting))
                .toList();
    }

    /** Returns the settings that a message sees. */
    static Settings of(Message message) {
        return new Settings(message::getContextualProperty);
    }

    /** Returns the settings that an endpoint sees. */
    static Settings of(Endpoint endpoint, Bus bus) {
        return new Settings(name -> {
            Object value = endpoint.get(name);
            if (value == null) {
                value = endpoint.getEndpointInfo().getProperty(name);
            }
            if (value == null) {
                value = endpoint.getService().get(name);
            }
            return value == null ? bus.getProperty(name) : value;
        });
    }

    /** The values of all settings that say what a client asks for in its offers, unread; null where one is not set. */
    List<@Nullable Object> asked() {
        @Nullable Object[] values = new @Nullable Object[ASKED.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = properties.apply(ASKED.get(i));
        }
        return Arrays.asList(values);
    }

    /** Returns whether {@link #asked} would have these values; each call compares them, so it makes no list. */
    boolean asksFor(List<@Nullable Object> values) {
        int same = 0;
        while (same < ASKED.size() && Objects.equals(values.get(same), properties.apply(ASKED.get(same)))) {
            same++;
        }
        return same == ASKED.size();
    }

    Mode mode() {
        String text = text(MODE, "auto");
        for (Mode mode : MODES) {
            if (mode.name().equalsIgnoreCase(text)) {
                return mode;
            }
        }
        throw new IllegalArgumentException(MODE + ": expected one of auto, always, never, found " + text);
    }

    /**
     * @param advertised whether the service's WSDL says that it can be negotiated with
     */
    SwitchPolicy policy(BooleanSupplier advertised) {
        if (isAdvertisedOnly()) {
            return situation -> advertised.getAsBoolean();
        }
        try {
            return SwitchPolicy.named(text(POLICY, "eager"));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(POLICY + ": " + e.getMessage() + " (or " + ADVERTISED + ")", e);
        }
    }

    int port() {
        return (int) number(PORT, 0, "ports");
    }

    /**
     * @param service address that the service was published at; a servlet's is a path
     */
    String bind(String service) {
        Matcher host = LOOPBACK.matcher(service);
        return text(BIND, host.lookingAt() ? host.group(1) : "0.0.0.0");
    }

    /** Empty if none was set. */
    String advertisedHost() {
        return text(ADVERTISED_HOST, "");
    }

    /** 0 if none was set. */
    int advertisedPort() {
        return (int) number(ADVERTISED_PORT, 0, "ports");
    }

    /** Empty if none was set. */
    Optional<KeyStoreFile> keyStore() {
        String file = text(KEY_STORE, "");
        return file.isEmpty()
                ? Optional.empty()
                : Optional.of(KeyStoreFile.of(Path.of(file), text(KEY_STORE_PASSWORD, "")));
    }

    List<EndpointChannel> channels() {
        return channelNames().stream().map(EndpointChannel::named).toList();
    }

    List<String> channelNames() {
        return list(CHANNELS, INITIAL_CHANNELS);
    }

    /** Returns the channels of endpoints on this carrier. */
    List<EndpointChannel> channels(Carrier carrier) {
        return channels().stream().filter(channel -> channel.goesWith(carrier)).toList();
    }

    List<String> representations() {
        return terms(clauses()[0]);
    }

    /** Returns the representation preferences of each operation, from the settings and the operation's parts. */
    OperationChoices choices(List<Part> parts, Representations available) {
        Map<String, List<Representation>> named = new HashMap<>();
        String[] clauses = clauses();
        for (int i = 1; i < clauses.length; i++) {
            int sign = clauses[i].indexOf('=');
            if (sign < 1) {
                throw new IllegalArgumentException(REPRESENTATIONS
                        + ": expected operation=representations behind a semicolon, found " + clauses[i]);
            }
            named.put(clauses[i].substring(0, sign).strip(), found(terms(clauses[i].substring(sign + 1)), available));
        }
        List<Representation> usual = found(representations(), available);
        return OperationChoices.of(
                parts,
                usual,
                operation -> named.getOrDefault(QName.valueOf(operation).getLocalPart(), usual),
                compressions(Set.of(Delta.NAME)).contains(Delta.NAME));
    }

    private static List<Representation> found(List<String> names, Representations available) {
        return names.stream().flatMap(name -> available.find(name).stream()).toList();
    }

    /** Returns all representations named, for all operations or for single ones. */
    List<String> representationNames() {
        return Arrays.stream(clauses())
                .map(clause -> clause.substring(clause.indexOf('=') + 1))
                .flatMap(list -> terms(list).stream())
                .distinct()
                .toList();
    }

    /** The representations of all operations, then those of single ones as {@code name=list}. */
    List<List<String>> representationClauses() {
        return Arrays.stream(clauses()).map(Settings::terms).toList();
    }

    private String[] clauses() {
        return text(REPRESENTATIONS, INITIAL_REPRESENTATIONS).split(";", -1);
    }

    private static List<String> terms(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Returns the wanted reliabilities, best first; none is always possible. */
    List<Reliability> reliabilities() {
        String wanted = text(RELIABILITY, System.getProperty(RELIABILITY, Reliability.NONE.term()));
        return switch (wanted) {
            case "none" -> List.of(Reliability.NONE);
            case "resume" -> List.of(Reliability.RESUME, Reliability.NONE);
            case "durable" -> List.of(Reliability.DURABLE, Reliability.RESUME, Reliability.NONE);
            default ->
                throw new IllegalArgumentException(RELIABILITY + ": expected none, resume or durable, found " + wanted);
        };
    }

    /**
     * Returns the wanted compressions that are available, and none.
     *
     * @param available names of this side's compressions
     */
    List<String> compressions(Set<String> available) {
        return CompressionTerm.orNone(
                compressions().stream().filter(available::contains).toList());
    }

    /** Returns the wanted compressions, available or not. */
    List<String> compressions() {
        return list(COMPRESSION, System.getProperty(COMPRESSION, CompressionTerm.NONE));
    }

    List<String> allowedHosts() {
        return list(ALLOWED_HOSTS, "");
    }

    AddressRule addressRule() {
        List<String> hosts = allowedHosts();
        return hosts.isEmpty() ? AddressRule.ownHostOnly() : AddressRule.alsoAllowing(hosts);
    }

    boolean isAdvertisedOnly() {
        return ADVERTISED.equals(text(POLICY, ""));
    }

    boolean advertises() {
        return Boolean.parseBoolean(text(ADVERTISE, "false"));
    }

    boolean servletsAllowed() {
        return Boolean.parseBoolean(text(SERVLETS_ALLOWED, "false"));
    }

    boolean virtualThreads() {
        return Boolean.parseBoolean(text(VIRTUAL_THREADS, "false"));
    }

    /** Empty if none was set. */
    String recording() {
        return text(RECORDING, "");
    }

    /** Returns whether sessions are to outlive this process, and a store is named that allows it. */
    boolean wantsDurable() {
        return reliabilities().contains(Reliability.DURABLE) && !contextStore().startsWith("memory:");
    }

    /** Returns the other nodes where sessions can go on; an IPv6 literal is in brackets. */
    List<HostPort> otherNodes() {
        return list(OTHER_NODES, "").stream().map(Settings::node).toList();
    }

    /**
     * Returns the seal of durable sessions.
     *
     * @throws IOException if it was set and cannot be read; the text names the file
     */
    Seal seal() throws IOException {
        String file = text(SEAL_KEY, "");
        return file.isEmpty() ? Seal.none() : Seal.read(Path.of(file));
    }

    private static HostPort node(String text) {
        Matcher parts = NODE.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(OTHER_NODES + ": expected host:port, found " + text);
        }
        return new HostPort(parts.group(1).replaceAll("[\\[\\]]", ""), Integer.parseInt(parts.group(2)));
    }

    String contextStore() {
        return text(CONTEXT_STORE, "memory:");
    }

    MessageOrder order() {
        return MessageOrder.named(text(ORDER, MessageOrder.SESSION.term()));
    }

    boolean staticHeaders() {
        return Boolean.parseBoolean(text(STATIC_HEADERS, "true"));
    }

    /** The store of the recordings in that folder. */
    String recordingStore(String folder) {
        return text(RECORDING_STORE, "sqlite:" + Path.of(folder).resolve("contexts.db"));
    }

    /**
     * @param first whether nothing was negotiated yet: then both sides may have to load classes for it
     */
    Duration negotiationTime(boolean first) {
        return Durations.ofTimeout(number(
                NEGOTIATION_MILLIS, first ? FIRST_NEGOTIATION_MILLIS : INITIAL_NEGOTIATION_MILLIS, "milliseconds"));
    }

    Accessors accessors() {
        String text = text(ACCESSORS, "");
        return text.isEmpty() ? Accessors.initial() : Accessors.named(text);
    }

    Limits limits() {
        Limits limits = Limits.defaults();
        for (Limit limit : Limit.values()) {
            limits = limits.with(limit, number(limit.setting(), limit.initial(), limit.unit()));
        }
        return limits;
    }

    boolean isSet(String name) {
        return !text(name, "").isEmpty();
    }

    /**
     * Passes all that are true or false.
     *
     * @throws IllegalArgumentException if one is neither
     */
    void checkBooleans() {
        for (String name : BOOLEANS) {
            String text = text(name, "false");
            if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
                throw new IllegalArgumentException(name + ": expected true or false, found " + text);
            }
        }
    }

    private String text(String name, String initial) {
        Object value = properties.apply(name);
        return value == null ? initial : value.toString().trim();
    }

    private long number(String name, long initial, String unit) {
        String text = text(name, "");
        return text.isEmpty() ? initial : Quantity.parse(name, text, unit);
    }

    private List<String> list(String name, String initial) {
        return Arrays.stream(text(name, initial).split(","))
                .map(String::trim)
                .filter(item -> !item.isEmpty())
                .toList();
    }
}
