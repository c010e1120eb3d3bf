package io.parley.cxf.bus;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.cxf.settings.Settings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Context store of a bus, opened on first use. An unavailable store is logged each time it starts to fail, and features
 * that do not depend on it continue. Thread-safe.
 */
final class BusStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BusStore.class);

    private final String address;
    private final Limits limits;
    private final Executor workers;
    private final StoreAccess access = new StoreAccess();
    private final AtomicBoolean failing = new AtomicBoolean();
    private @Nullable ContextStore store;
    private boolean closed;

    BusStore(EndpointSettings settings, Executor workers) {
        this.address = settings.contextStore();
        this.limits = settings.limits();
        this.workers = workers;
    }

    /**
     * Returns the store, opening it on first use. May block.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if it cannot be opened or the bus is shut down
     */
    synchronized ContextStore open() {
        ContextStore known = store;
        if (closed) {
            throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "the bus is shut down");
        }
        if (known == null) {
            known = ContextStores.open(address, StoreSettings.defaults().with(limits));
            store = known;
        }
        return known;
    }

    /**
     * Returns the store, or empty after logging an error if it cannot be opened.
     *
     * @param consequence consequence of a missing store, for the log
     */
    Optional<ContextStore> tryOpening(String consequence) {
        try {
            return Optional.of(open());
        } catch (ParleyException e) {
            LOG.error("{}: failed to open {} {}: {}", consequence, Settings.CONTEXT_STORE, engine(), e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns a lifetime, limited to {@link Limit#CONTEXT_SECONDS}. */
    Duration lifetime(Duration wanted) {
        Duration most = Duration.ofSeconds(limits.get(Limit.CONTEXT_SECONDS));
        return wanted.compareTo(most) < 0 ? wanted : most;
    }

    /** Returns the access times of the store for single header blocks or schemas. */
    StoreAccess access() {
        return access;
    }

    /** Runs an access to the store in the background; a failure is logged. */
    void inBackground(Runnable work) {
        try {
            workers.execute(() -> {
                try {
                    work.run();
                    failing.set(false);
                } catch (ParleyException e) {
                    onFailure(e);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("No worker thread for an access to the context store", e);
        }
    }

    /** Logs only the first of consecutive failures, since a peer decides how often the store is accessed. */
    private void onFailure(ParleyException why) {
        if (!failing.getAndSet(true)) {
            LOG.warn(
                    "{}: failed to store header blocks or schemas in {}: {}",
                    Settings.CONTEXT_STORE,
                    engine(),
                    why.getMessage());
        }
    }

    /** Returns the scheme of the address; the rest may contain credentials. */
    String engine() {
        return address.split(":", 2)[0];
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (store != null) {
            store.close();
        }
    }
}
