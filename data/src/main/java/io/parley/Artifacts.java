package io.parley;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;

/** Artifacts of what belongs to Parley and is named by settings, but need not be on the class path. */
public final class Artifacts {
    private static final String CODECS = "parley-codecs";
    private static final String STORES = "parley-context-store";

    private static final Map<String, String> BY_NAME = Map.ofEntries(
            entry("stream", "parley-transport-stream"),
            entry("jms", "parley-transport-jms"),
            entry("quic", "parley-transport-quic"),
            entry("tdxml", "parley-tdxml"),
            entry("delta", "parley-delta"),
            entry("recording", "parley-recording"),
            entry("fastinfoset", CODECS),
            entry("exi", CODECS),
            entry("exi-schema", CODECS),
            entry("zstd", CODECS),
            entry("lz4", CODECS),
            entry("gzip", CODECS),
            entry("sqlite", STORES),
            entry("postgresql", STORES),
            entry("infinispan", STORES));

    private Artifacts() {}

    /** Returns what to do where a provider of that name was not found, as a clause; nothing if no artifact of Parley has one. */
    public static Optional<String> remedy(String name) {
        return Optional.ofNullable(BY_NAME.get(name))
                .map(artifact -> "add io.parley:" + artifact + " to the class path");
    }
}
