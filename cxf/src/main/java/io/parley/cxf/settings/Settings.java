package io.parley.cxf.settings;

import io.parley.binding.Accessors;
import io.parley.runtime.MessageOrder;
import java.util.List;

/** Names of the settings that {@link Setting} defines. */
public final class Settings {
    public static final String ENABLED = "parley.enabled";
    public static final String MODE = "parley.mode";
    public static final String POLICY = "parley.policy";
    public static final String PORT = "parley.port";
    public static final String BIND = "parley.bind";
    public static final String ADVERTISED_HOST = "parley.advertised-host";
    public static final String ADVERTISED_PORT = "parley.advertised-port";
    public static final String KEY_STORE = "parley.key-store";
    public static final String KEY_STORE_PASSWORD = "parley.key-store-password";
    public static final String CHANNELS = "parley.channels";
    public static final String REPRESENTATIONS = "parley.representations";
    public static final String EXPENDABLE = "parley.expendable";
    public static final String COMPRESSION = "parley.compression";
    public static final String WEBSOCKET_ORIGINS = "parley.websocket-origins";
    public static final String WEBSOCKET_KEEP_ALIVE = "parley.websocket-keep-alive-seconds";
    public static final String RELIABILITY = "parley.reliability";
    public static final String OTHER_NODES = "parley.other-nodes";
    public static final String SEAL_KEY = "parley.seal-key";
    public static final String ALLOWED_HOSTS = "parley.allowed-hosts";
    public static final String SERVLETS_ALLOWED = "parley.servlets-allowed";
    public static final String VIRTUAL_THREADS = "parley.virtual-threads";
    public static final String CONSOLE = "parley.console";
    public static final String ORDER = MessageOrder.SETTING;
    public static final String NEGOTIATION_MILLIS = "parley.negotiation-millis";
    public static final String RECORDING = "parley.recording";
    public static final String RECORDING_STORE = "parley.recording-store";
    public static final String CONTEXT_STORE = "parley.context-store";
    public static final String STATIC_HEADERS = "parley.static-headers";
    public static final String ADVERTISE = "parley.advertise";
    public static final String ACCESSORS = Accessors.SETTING;

    private Settings() {}

    /** Returns the names of all settings that a feature can have, including limits. */
    public static List<String> names() {
        return Setting.all().stream()
                .filter(setting -> setting != Setting.ENABLED)
                .map(Setting::name)
                .toList();
    }
}
