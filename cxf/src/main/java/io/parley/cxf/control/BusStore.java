package io.parley.cxf.control;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The context store of a bus, opened by the first who needs it. One that cannot be had is a warning in the log each time
 * that it begins to fail, and whatever can do without it does. Thread-safe.
 */
final class BusStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BusStore.class);

    private final String address;
    private final Limits limits;
    private final Executor workers;
    private final StoreAccess access = new StoreAccess();
    private final AtomicBoolean troubled = new AtomicBoolean();
    private @Nullable ContextStore store;
    private boolean closed;

    BusStore(Settings settings, Executor workers) {
        this.address = settings.contextStore();
        this.limits = settings.limits();
        this.workers = workers;
    }

    /**
     * The store; opening it may block.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if it cannot be had
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

    /** The store if it can be had; else what follows from that is an error in the log. */
    Optional<ContextStore> tryOpening(String otherwise) {
        try {
            return Optional.of(open());
        } catch (ParleyException e) {
            LOG.error("{}, for want of {} {}: {}", otherwise, Settings.CONTEXT_STORE, engine(), e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns the lifetime of what is wanted for that long, as long as the store lets anything live. */
    Duration lifetime(Duration wanted) {
        Duration most = Duration.ofSeconds(limits.get(Limit.CONTEXT_SECONDS));
        return wanted.compareTo(most) < 0 ? wanted : most;
    }

    /** Returns the times of single accesses for a header block or schema. */
    StoreAccess access() {
        return access;
    }

    /** Runs an access to the store in the background. */
    void later(Runnable work) {
        try {
            workers.execute(() -> {
                try {
                    work.run();
                    troubled.set(false);
                } catch (ParleyException e) {
                    told(e);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("no worker to tell the context store", e);
        }
    }

    /** Logs a failure once each time that the store begins to fail: a peer decides how often it is tried. */
    private void told(ParleyException why) {
        if (!troubled.getAndSet(true)) {
            LOG.warn(
                    "{}: header blocks and schemas are not kept in {}: {}",
                    Settings.CONTEXT_STORE,
                    engine(),
                    why.getMessage());
        }
    }

    /** An address may have credentials in it. */
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
