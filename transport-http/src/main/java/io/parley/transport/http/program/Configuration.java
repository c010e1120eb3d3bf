package io.parley.transport.http.program;

import io.parley.ConfigurationException;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.Quantity;
import io.parley.channel.KeyStoreFile;
import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.negotiated.NegotiatedEndpointBuilder;
import io.parley.runtime.MessageOrder;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a program, read from a UTF-8 properties file; docs/guide/standalone.md lists them. An unknown name is an
 * error. Exception texts never contain the value of a password. Immutable.
 */
final class Configuration {
    static final String SERVICE = "parley.service";
    static final String HOST = "parley.host";
    static final String HTTP_PORT = "parley.http-port";
    static final String PATH = "parley.path";
    static final String PORT = "parley.port";
    static final String ADVERTISED_HOST = "parley.advertised-host";
    static final String CHANNELS = "parley.channels";
    static final String REPRESENTATIONS = "parley.representations";
    static final String COMPRESSION = "parley.compression";
    static final String RELIABILITY = "parley.reliability";
    static final String ORDER = MessageOrder.SETTING;
    static final String KEY_STORE = "parley.key-store";
    static final String KEY_STORE_PASSWORD = "parley.key-store-password";
    static final String WEB_SOCKET_ORIGINS = "parley.websocket-origins";
    static final String WEB_SOCKET_SECONDS = "parley.websocket-keep-alive-seconds";
    static final String DRAIN_SECONDS = "parley.drain-seconds";
    static final String QUEUE = "parley.queue";
    static final String QUEUE_CONSUMERS = "parley.queue-consumers";
    static final String BROKER = "parley.broker";
    static final String BROKER_USER = "parley.broker-user";
    static final String BROKER_PASSWORD = "parley.broker-password";

    private static final List<String> NAMES = List.of(
            SERVICE,
            HOST,
            HTTP_PORT,
            PATH,
            PORT,
            ADVERTISED_HOST,
            CHANNELS,
            REPRESENTATIONS,
            COMPRESSION,
            RELIABILITY,
            ORDER,
            KEY_STORE,
            KEY_STORE_PASSWORD,
            WEB_SOCKET_ORIGINS,
            WEB_SOCKET_SECONDS,
            DRAIN_SECONDS,
            QUEUE,
            QUEUE_CONSUMERS,
            BROKER,
            BROKER_USER,
            BROKER_PASSWORD);
    private static final int MAX_PORT = 65_535;
    private static final int INITIAL_HTTP_PORT = 8080;
    private static final int INITIAL_CONSUMERS = 4;
    private static final int MAX_CONSUMERS = 1000;
    private static final int INITIAL_DRAIN_SECONDS = 30;
    private static final int MAX_DRAIN_SECONDS = 3600;
    private static final int MAX_KEEP_ALIVE_SECONDS = 86_400;

    private final Properties properties;

    private Configuration(Properties properties) {
        this.properties = properties;
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read
     * @throws ConfigurationException if it contains an unknown name, or no service
     */
    static Configuration read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(in);
        }
        Set<String> names = new TreeSet<>(NAMES);
        Arrays.stream(Limit.values()).map(Limit::setting).forEach(names::add);
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            if (!names.contains(name)) {
                throw ConfigurationException.unknown(name, names).at("in " + file);
            }
        }
        return new Configuration(properties);
    }

    /** Returns the class name of the service. */
    String service() {
        String name = text(SERVICE);
        if (name == null) {
            throw fault(SERVICE, "the name of a class", "nothing", "orders.OrdersService");
        }
        return name;
    }

    Optional<String> host() {
        return Optional.ofNullable(text(HOST));
    }

    Optional<String> path() {
        return Optional.ofNullable(text(PATH));
    }

    Optional<String> advertisedHost() {
        return Optional.ofNullable(text(ADVERTISED_HOST));
    }

    int httpPort() {
        return number(HTTP_PORT, INITIAL_HTTP_PORT, MAX_PORT);
    }

    /** Returns the port of the stream channel; 0 selects a free one. */
    int port() {
        return number(PORT, 0, MAX_PORT);
    }

    /** Returns whether the stream channel is enabled, on a port of its own. */
    boolean hasStream() {
        return channels().contains("stream");
    }

    /** Returns whether the QUIC channel is enabled, on the UDP port of the same number. */
    boolean hasQuic() {
        return channels().contains("quic");
    }

    /** Returns whether WebSockets at the URL are enabled. */
    boolean hasWebSockets() {
        return channels().contains("websocket");
    }

    private List<String> channels() {
        List<String> channels = list(CHANNELS, "stream,websocket,http");
        if (!channels.contains("http")
                || !List.of("quic", "stream", "websocket", "http").containsAll(channels)) {
            throw fault(
                    CHANNELS,
                    "http, and maybe quic, stream and websocket",
                    String.join(",", channels),
                    "stream,websocket,http");
        }
        return channels;
    }

    /** Returns the values of {@code Origin} with which browsers are admitted. */
    List<String> webSocketOrigins() {
        return list(WEB_SOCKET_ORIGINS, "");
    }

    Duration webSocketKeepAlive() {
        return Duration.ofSeconds(
                number(WEB_SOCKET_SECONDS, (int) WebSocket.KEEP_ALIVE.toSeconds(), MAX_KEEP_ALIVE_SECONDS));
    }

    /** Applies what any endpoint has: limits, and the terms of its sessions. */
    void applyTo(NegotiatedEndpointBuilder<?> building) {
        building.limits(limits());
        building.order(order());
        List<String> representations = list(REPRESENTATIONS, "");
        if (!representations.isEmpty()) {
            building.representations(representations.toArray(String[]::new));
        }
        String compression = text(COMPRESSION);
        if (compression != null) {
            building.compression(compression);
        }
        if (resumable()) {
            building.resumable();
        }
    }

    private boolean resumable() {
        String wanted = text(RELIABILITY);
        if (wanted == null || wanted.equals("none")) {
            return false;
        }
        if (wanted.equals("resume")) {
            return true;
        }
        throw fault(RELIABILITY, "none or resume", wanted, "resume");
    }

    private MessageOrder order() {
        String wanted = text(ORDER);
        return wanted == null ? MessageOrder.SESSION : MessageOrder.named(wanted);
    }

    /** Returns the key store; empty for an unprotected endpoint. */
    Optional<KeyStoreFile> keyStore() {
        String file = text(KEY_STORE);
        String password = text(KEY_STORE_PASSWORD);
        return Optional.ofNullable(file).map(path -> KeyStoreFile.of(Path.of(path), password == null ? "" : password));
    }

    /** Returns the queue; empty if the program serves none. */
    Optional<Queue> queue() {
        String name = text(QUEUE);
        String broker = text(BROKER);
        if (name == null) {
            if (broker != null) {
                throw fault(QUEUE, "the name of a queue at the broker", "nothing", "orders");
            }
            return Optional.empty();
        }
        if (broker == null) {
            throw fault(BROKER, "the URL of a broker", "nothing", "tcp://broker:61616");
        }
        String user = text(BROKER_USER);
        String password = text(BROKER_PASSWORD);
        if (user == null && password != null) {
            throw fault(BROKER_USER, "the user whose password is set", "nothing", "orders");
        }
        int consumers = number(QUEUE_CONSUMERS, INITIAL_CONSUMERS, 1, MAX_CONSUMERS);
        return Optional.of(new Queue(name, broker, user, password == null ? "" : password, consumers));
    }

    /**
     * A queue and its broker.
     *
     * @param broker the URL
     * @param user null if the broker needs none
     */
    record Queue(String name, String broker, @Nullable String user, String password, int consumers) {}

    /** Returns the time for calls under way when the process ends. */
    Duration drain() {
        return Duration.ofSeconds(number(DRAIN_SECONDS, INITIAL_DRAIN_SECONDS, MAX_DRAIN_SECONDS));
    }

    private Limits limits() {
        Limits limits = Limits.defaults();
        for (Limit limit : Limit.values()) {
            String text = text(limit.setting());
            if (text != null) {
                limits = limits.with(limit, number(limit.setting(), text, limit.unit(), 1, Long.MAX_VALUE));
            }
        }
        return limits;
    }

    private int number(String name, int initial, int most) {
        return number(name, initial, 0, most);
    }

    private int number(String name, int initial, int least, int most) {
        String text = text(name);
        String unit = name.endsWith("-seconds") ? "seconds" : name.endsWith("-consumers") ? "consumers" : "ports";
        return text == null ? initial : (int) number(name, text, unit, least, most);
    }

    private static long number(String name, String text, String unit, long least, long most) {
        OptionalLong number = Quantity.read(text, unit);
        if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
            String range = most == Long.MAX_VALUE ? ", at least " + least : ", from " + least + " to " + most;
            throw fault(name, Quantity.form(unit) + range, text, String.valueOf(Math.max(1, least)));
        }
        return number.getAsLong();
    }

    private static ConfigurationException fault(String name, String expected, String found, String example) {
        return new ConfigurationException(name, expected, found, "write it as in " + name + "=" + example);
    }

    private List<String> list(String name, String initial) {
        String text = text(name);
        return Arrays.stream((text == null ? initial : text).split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    /** Returns the value of a setting; null if it is not set, or empty. */
    private @Nullable String text(String name) {
        String text = properties.getProperty(name, "").strip();
        return text.isEmpty() ? null : text;
    }
}
