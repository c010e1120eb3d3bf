package io.parley.cxf.bus;

import io.parley.ConfigurationException;
import io.parley.Durations;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.binding.Accessors;
import io.parley.binding.Part;
import io.parley.channel.KeyStoreFile;
import io.parley.context.Seal;
import io.parley.cxf.model.OperationChoices;
import io.parley.cxf.settings.Setting;
import io.parley.cxf.settings.SettingForm;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.AddressRule;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.DeliveryTerm;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Mode;
import io.parley.negotiation.OperationTerm;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Typed access to the settings of an endpoint or a call, looked up wherever CXF looks for properties: message,
 * endpoint, service, bus. Settings of the shared listener and runtime are taken from the bus and the first endpoint
 * that needs them.
 */
public final class EndpointSettings {

    /** Settings that determine the terms of a client's offers, in addition to its limits. */
    private static final List<String> OFFER_SETTINGS = List.of(
            Settings.CHANNELS,
            Settings.REPRESENTATIONS,
            Settings.EXPENDABLE,
            Settings.COMPRESSION,
            Settings.RELIABILITY,
            Settings.ALLOWED_HOSTS,
            Settings.STATIC_HEADERS);

    private static final Pattern LOOPBACK =
            Pattern.compile("https?://\\[?(localhost|127(?:\\.[0-9]{1,3}){3}|::1)]?(?=[:/?]|$)");
    private static final long INITIAL_NEGOTIATION_MILLIS = 2_000;
    private static final long FIRST_NEGOTIATION_MILLIS = 10_000;

    private final Source source;

    private EndpointSettings(Source source) {
        this.source = source;
    }

    /** Source of values by setting name. */
    private interface Source {
        @Nullable
        Object value(String name);

        /** Returns the location of a value as an adverbial phrase, for error messages. */
        String place(String name);
    }

    private record OfMessage(Message message) implements Source {
        @Override
        public @Nullable Object value(String name) {
            return message.getContextualProperty(name);
        }

        @Override
        public String place(String name) {
            return message.containsKey(name) ? "in the context of the call" : "at the endpoint of the call, or its bus";
        }
    }

    private record OfEndpoint(Endpoint endpoint, Bus bus) implements Source {
        @Override
        public @Nullable Object value(String name) {
            Object value = own(name);
            return value == null ? bus.getProperty(name) : value;
        }

        @Override
        public String place(String name) {
            return own(name) == null
                    ? atBus(bus)
                    : "at the endpoint " + endpoint.getEndpointInfo().getName();
        }

        private @Nullable Object own(String name) {
            Object value = endpoint.get(name);
            if (value == null) {
                value = endpoint.getEndpointInfo().getProperty(name);
            }
            return value == null ? endpoint.getService().get(name) : value;
        }
    }

    private record Single(String name, Object single) implements Source {
        @Override
        public @Nullable Object value(String wanted) {
            return wanted.equals(name) ? single : null;
        }

        @Override
        public String place(String wanted) {
            return "";
        }
    }

    /** Returns the settings that apply to a message. */
    public static EndpointSettings of(Message message) {
        return new EndpointSettings(new OfMessage(message));
    }

    /** Returns the settings that apply to an endpoint. */
    public static EndpointSettings of(Endpoint endpoint, Bus bus) {
        return new EndpointSettings(new OfEndpoint(endpoint, bus));
    }

    /** Returns a single setting whose location the caller knows. */
    public static EndpointSettings of(String name, Object value) {
        return new EndpointSettings(new Single(name, value));
    }

    /** Returns whether Parley is on for all endpoints of a bus. */
    public static boolean isEnabled(Bus bus) {
        Object value = bus.getProperty(Settings.ENABLED);
        return Setting.isSet(value) && Setting.ENABLED.read(value, () -> atBus(bus));
    }

    /** Returns the location of a setting of a bus as an adverbial phrase, for error messages. */
    public static String atBus(Bus bus) {
        return "at the bus " + bus.getId();
    }

    /**
     * Returns the value of a setting; empty if it is not set.
     *
     * @throws ConfigurationException if the value is invalid
     */
    public <T> Optional<T> find(Setting<T> setting) {
        return Optional.ofNullable(set(setting));
    }

    /** Returns the value of a setting that has a default. */
    private <T> T get(Setting<T> setting) {
        T value = set(setting);
        return value == null ? setting.initialValue() : value;
    }

    private <T> @Nullable T set(Setting<T> setting) {
        Object value = source.value(setting.name());
        if (Setting.isSet(value)) {
            return setting.read(value, () -> source.place(setting.name()));
        }
        String ofJvm = setting.isOfJvm() ? System.getProperty(setting.name()) : null;
        return Setting.isSet(ofJvm) ? setting.read(ofJvm, () -> "among the system properties") : null;
    }

    /** Returns the settings that are set with their values, secrets masked, for consoles. */
    public Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        for (Setting<?> setting : Setting.all()) {
            Object value = source.value(setting.name());
            if (Setting.isSet(value)) {
                shown.put(setting.name(), setting.shown(value));
            }
        }
        return shown;
    }

    /** Returns the location of a setting as an adverbial phrase, for error messages. */
    public String place(Setting<?> setting) {
        return source.place(setting.name());
    }

    /** Returns the unparsed values of all settings that determine a client's offers; null for those not set. */
    public List<@Nullable Object> offerValues() {
        @Nullable Object[] values = new @Nullable Object[OFFER_SETTINGS.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = source.value(OFFER_SETTINGS.get(i));
        }
        return Arrays.asList(values);
    }

    /** Returns whether {@link #offerValues} would equal these; allocates nothing, since each call compares them. */
    public boolean hasOfferValues(List<@Nullable Object> values) {
        int same = 0;
        while (same < OFFER_SETTINGS.size()
                && Objects.equals(values.get(same), source.value(OFFER_SETTINGS.get(same)))) {
            same++;
        }
        return same == OFFER_SETTINGS.size();
    }

    /** Returns whether calls stream when possible, always, or never. */
    public Mode mode() {
        return get(Setting.MODE);
    }

    /** Returns the policy, given whether the service's WSDL advertises negotiation. */
    public SwitchPolicy policy(BooleanSupplier advertised) {
        String policy = get(Setting.POLICY);
        return policy.equals(SettingForm.ADVERTISED)
                ? situation -> advertised.getAsBoolean()
                : SwitchPolicy.named(policy);
    }

    /** Returns the port of the stream channel; 0 for any. */
    public int port() {
        return get(Setting.PORT);
    }

    /** Returns the address to bind listeners to, for the published address of a service, for a servlet a path. */
    public String bind(String service) {
        Matcher host = LOOPBACK.matcher(service);
        return find(Setting.BIND).orElseGet(() -> host.lookingAt() ? host.group(1) : "0.0.0.0");
    }

    /** Returns the configured host; empty if none. */
    public String advertisedHost() {
        return find(Setting.ADVERTISED_HOST).orElse("");
    }

    /** Returns the configured port; 0 if none. */
    public int advertisedPort() {
        return find(Setting.ADVERTISED_PORT).orElse(0);
    }

    /** Returns the configured key store; empty if none. */
    public Optional<KeyStoreFile> keyStore() {
        return find(Setting.KEY_STORE)
                .map(file -> KeyStoreFile.of(
                        Path.of(file), find(Setting.KEY_STORE_PASSWORD).orElse("")));
    }

    /** Returns the channels in order of preference. */
    public List<String> channelNames() {
        return get(Setting.CHANNELS);
    }

    /** Returns the representations of operations without their own, in order of preference. */
    public List<String> representations() {
        return SettingForm.items(clauses()[0]);
    }

    /** Returns the representation preferences of each operation, from the settings and the operation's parts. */
    public OperationChoices choices(List<Part> parts, Representations available) {
        Map<String, List<Representation>> named = new HashMap<>();
        String[] clauses = clauses();
        for (int i = 1; i < clauses.length; i++) {
            int sign = clauses[i].indexOf('=');
            List<String> names = SettingForm.items(clauses[i].substring(sign + 1));
            named.put(clauses[i].substring(0, sign).strip(), found(names, available));
        }
        List<Representation> usual = found(representations(), available);
        return OperationChoices.of(
                parts,
                usual,
                operation -> named.getOrDefault(QName.valueOf(operation).getLocalPart(), usual),
                compressions(Set.of(CompressionTerm.DELTA)).contains(CompressionTerm.DELTA));
    }

    private static List<Representation> found(List<String> names, Representations available) {
        return names.stream().flatMap(name -> available.find(name).stream()).toList();
    }

    /**
     * Returns the terms of operations that differ from the default: representations, and whether messages may be lost.
     *
     * @throws ConfigurationException if an expendable operation has a response
     */
    public List<OperationTerm> operations(Endpoint endpoint, List<Part> parts, Representations available) {
        List<String> usual = found(representations(), available).stream()
                .map(Representation::name)
                .toList();
        return ExpendableTerms.with(choices(parts, available).terms(), expendable(), endpoint, usual);
    }

    /** Throws {@link ConfigurationException} if an expendable operation has a response. */
    public void checkExpendable(Endpoint endpoint) {
        ExpendableTerms.check(expendable(), endpoint);
    }

    /** Returns the delivery terms of expendable one-way operations, by local name. */
    public Map<String, DeliveryTerm> expendable() {
        Map<String, DeliveryTerm> deliveries = new TreeMap<>();
        for (String item : get(Setting.EXPENDABLE)) {
            int sign = item.indexOf('=');
            deliveries.put(
                    sign < 0 ? item : item.substring(0, sign),
                    sign < 0 ? DeliveryTerm.EXPENDABLE : DeliveryTerm.LATEST);
        }
        return deliveries;
    }

    /** Returns all named representations, for all operations or for single ones. */
    public List<String> representationNames() {
        return Arrays.stream(clauses())
                .map(clause -> clause.substring(clause.indexOf('=') + 1))
                .flatMap(list -> SettingForm.items(list).stream())
                .distinct()
                .toList();
    }

    /** Returns the representations of all operations, then those of single ones as {@code name=list}. */
    public List<List<String>> representationClauses() {
        return Arrays.stream(clauses()).map(SettingForm::items).toList();
    }

    private String[] clauses() {
        return get(Setting.REPRESENTATIONS).split(";", -1);
    }

    /** Returns the allowed values of the header {@code Origin}. */
    public Set<String> webSocketOrigins() {
        return Set.copyOf(get(Setting.WEBSOCKET_ORIGINS));
    }

    /** Returns the longest silence of this side of a WebSocket. */
    public Duration webSocketKeepAlive() {
        return Durations.ofSeconds(get(Setting.WEBSOCKET_KEEP_ALIVE));
    }

    /** Returns the wanted reliabilities, best first; none is always possible. */
    public List<Reliability> reliabilities() {
        return switch (get(Setting.RELIABILITY)) {
            case NONE -> List.of(Reliability.NONE);
            case RESUME -> List.of(Reliability.RESUME, Reliability.NONE);
            case DURABLE -> List.of(Reliability.DURABLE, Reliability.RESUME, Reliability.NONE);
        };
    }

    /**
     * Returns the wanted compressions that are available, followed by none.
     *
     * @param available names of this side's compressions
     */
    public List<String> compressions(Set<String> available) {
        return CompressionTerm.orNone(
                compressions().stream().filter(available::contains).toList());
    }

    /** Returns the wanted compressions, available or not. */
    public List<String> compressions() {
        return get(Setting.COMPRESSION);
    }

    /** Returns the hosts, besides the service's own, that an answer may direct the client to. */
    public List<String> allowedHosts() {
        return get(Setting.ALLOWED_HOSTS);
    }

    /** Returns the rule for addresses in answers. */
    public AddressRule addressRule() {
        List<String> hosts = allowedHosts();
        return hosts.isEmpty() ? AddressRule.ownHostOnly() : AddressRule.alsoAllowing(hosts);
    }

    /** Returns whether only services are negotiated with whose WSDL advertises it. */
    public boolean isAdvertisedOnly() {
        return get(Setting.POLICY).equals(SettingForm.ADVERTISED);
    }

    /** Returns whether the service's WSDL advertises negotiation. */
    public boolean advertises() {
        return get(Setting.ADVERTISE);
    }

    /** Returns whether channels are allowed that bypass servlet filters. */
    public boolean servletsAllowed() {
        return get(Setting.SERVLETS_ALLOWED);
    }

    /** Returns whether times and bytes of calls are measured for the operator's page. */
    public boolean console() {
        return get(Setting.CONSOLE);
    }

    boolean virtualThreads() {
        return get(Setting.VIRTUAL_THREADS);
    }

    /** Returns the folder of the recording; empty if none. */
    String recording() {
        return find(Setting.RECORDING_FOLDER).orElse("");
    }

    /** Returns whether sessions should be durable and the configured store supports it. */
    public boolean wantsDurable() {
        return reliabilities().contains(Reliability.DURABLE) && !contextStore().startsWith("memory:");
    }

    /** Returns the other nodes where sessions can be continued; IPv6 literals are in brackets. */
    public List<HostPort> otherNodes() {
        return get(Setting.OTHER_NODES);
    }

    /**
     * Returns the seal of durable sessions.
     *
     * @throws IOException if it is configured but cannot be read; the message names the file
     */
    Seal seal() throws IOException {
        Optional<String> file = find(Setting.SEAL_KEY);
        return file.isEmpty() ? Seal.none() : Seal.read(Path.of(file.get()));
    }

    String contextStore() {
        return get(Setting.CONTEXT_STORE);
    }

    /** Returns the order in which one-way messages are handled. */
    public MessageOrder order() {
        return get(Setting.ORDER);
    }

    /** Returns whether header blocks that do not change are sent as numbers. */
    public boolean staticHeaders() {
        return get(Setting.STATIC_HEADERS);
    }

    /** Returns the address of the context store of recordings in that folder. */
    String recordingStore(String folder) {
        return find(Setting.RECORDING_STORE)
                .orElseGet(() -> "sqlite:" + Path.of(folder).resolve("contexts.db"));
    }

    /**
     * Returns the time limit of a negotiation.
     *
     * @param first whether nothing was negotiated yet, so that both sides may have to load classes
     */
    Duration negotiationTime(boolean first) {
        return Durations.ofTimeout(
                find(Setting.NEGOTIATION_MILLIS).orElse(first ? FIRST_NEGOTIATION_MILLIS : INITIAL_NEGOTIATION_MILLIS));
    }

    /** Returns how beans are accessed. */
    public Accessors accessors() {
        return get(Setting.ACCESSORS);
    }

    /** Returns the limits of the endpoint. */
    public Limits limits() {
        Limits limits = Limits.defaults();
        for (Limit limit : Limit.values()) {
            limits = limits.with(limit, get(Setting.of(limit)));
        }
        return limits;
    }
}
