package io.parley.cxf.endpoint;

import io.parley.Limits;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.model.EndpointModel;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * Model of an endpoint and the limits that it was derived with. Derived once, by the first caller, which may take
 * seconds; other callers wait. Thread-safe; no lock is held during the derivation.
 */
public final class LazyModel {
    private final Derivation derivation;
    /** Derivation in progress or done; null initially, and again after a failure or cancellation. */
    private final AtomicReference<@Nullable CompletableFuture<Derived>> work = new AtomicReference<>();

    /** The model, and the endpoint's limits at the time of its derivation. */
    public record Derived(EndpointModel model, Limits limits) {}

    /** Derives the model and runs a check repeatedly; an exception of the check ends the derivation. */
    @FunctionalInterface
    interface Derivation {
        Derived derive(Runnable check);
    }

    /** Creates the model of an endpoint, to be derived with its settings of that time. */
    public LazyModel(Bus bus, Endpoint endpoint) {
        this(check -> {
            EndpointSettings settings = EndpointSettings.of(endpoint, bus);
            Limits limits = settings.limits();
            return new Derived(EndpointModel.of(endpoint, limits, settings.accessors(), check), limits);
        });
    }

    LazyModel(Derivation derivation) {
        this.derivation = derivation;
    }

    /** Returns the model, deriving it first if necessary. */
    public EndpointModel get() {
        return derived().model();
    }

    /**
     * Returns the model and its limits, deriving them first if necessary.
     *
     * @throws CancellationException if the derivation by this thread was cancelled
     */
    public Derived derived() {
        CompletableFuture<Derived> current = work.get();
        if (current == null) {
            CompletableFuture<Derived> mine = new CompletableFuture<>();
            if (work.compareAndSet(null, mine)) {
                return derive(mine);
            }
            return derived();
        }
        try {
            return current.join();
        } catch (CancellationException e) {
            return derived(); // the canceller has cleared the reference first
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException why ? why : e;
        }
    }

    /** Returns the model and its limits; null if they are not derived yet. */
    @Nullable
    public Derived ifDerived() {
        CompletableFuture<Derived> current = work.get();
        return current == null || !current.isDone() || current.isCompletedExceptionally() ? null : current.join();
    }

    /** Cancels a derivation in progress; a later call starts a new one. */
    public void cancel() {
        CompletableFuture<Derived> current = work.get();
        if (current != null && !current.isDone() && work.compareAndSet(current, null)) {
            current.cancel(false);
        }
    }

    private Derived derive(CompletableFuture<Derived> mine) {
        try {
            Derived derived = derivation.derive(() -> throwIfCancelled(mine));
            mine.complete(derived);
            return derived;
        } catch (RuntimeException | Error e) {
            work.compareAndSet(mine, null);
            mine.completeExceptionally(e);
            throw e;
        }
    }

    private static void throwIfCancelled(CompletableFuture<Derived> mine) {
        if (mine.isCancelled()) {
            throw new CancellationException("the endpoint was closed while its model was derived");
        }
    }
}
