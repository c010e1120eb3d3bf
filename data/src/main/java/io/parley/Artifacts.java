package io.parley;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;

/**
 * Maven artifacts, with their drivers, that provide the named channels, representations, compressions and store engines
 * of Parley.
 */
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
            entry("postgresql", STORES + " and org.postgresql:postgresql"),
            entry("infinispan", STORES + " and org.infinispan:infinispan-core"));

    private Artifacts() {}

    /**
     * Returns the remedy for a missing provider, as a clause: the artifacts to add to the class path.
     *
     * @param name of the provider, as settings and offers spell it
     * @return empty if no artifact of Parley has a provider of that name
     */
    public static Optional<String> remedy(String name) {
        return Optional.ofNullable(BY_NAME.get(name))
                .map(artifact -> "add io.parley:" + artifact + " to the class path");
    }
}
