package io.parley.transport.stream;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Selects this JVM's transport: the preferred one if it passes a trial, otherwise the fallback. The trial runs once.
 * Thread-safe.
 */
final class TransportChoice {
    private static final Logger LOG = LoggerFactory.getLogger(TransportChoice.class);

    private final Transport preferred;
    private final Transport fallback;
    private @Nullable CompletableFuture<Transport> chosen;

    TransportChoice(Transport preferred, Transport fallback) {
        this.preferred = preferred;
        this.fallback = fallback;
    }

    /** Returns the selected transport. Never blocks; the future never completes exceptionally. */
    synchronized CompletableFuture<Transport> best() {
        if (chosen == null) {
            chosen = choose();
        }
        return chosen;
    }

    private CompletableFuture<Transport> choose() {
        if (!preferred.available().getAsBoolean()) {
            LOG.debug("Not available: {}; using {}", preferred.name(), fallback.name());
            return CompletableFuture.completedFuture(fallback);
        }
        return TransportTrial.run(preferred).handle((passed, why) -> {
            if (why == null) {
                return preferred;
            }
            LOG.warn(
                    "{} reports that it is available but cannot send a byte to itself, using {}; check that all Netty"
                            + " jars have one version",
                    preferred.name(),
                    fallback.name(),
                    why);
            return fallback;
        });
    }
}
