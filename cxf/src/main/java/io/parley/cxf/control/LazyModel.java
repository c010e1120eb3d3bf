package io.parley.cxf.control;

import io.parley.Limits;
import io.parley.cxf.model.EndpointModel;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * The model of an endpoint and the limits that it was made under, derived once by whoever asks first; that takes as long as
 * reading and compiling the endpoint's schemas does. Thread-safe; no lock is held meanwhile.
 */
final class LazyModel {
    private final Derivation derivation;
    /** Under way, or done; null before, and again after it failed or was given up. */
    private final AtomicReference<@Nullable CompletableFuture<Derived>> work = new AtomicReference<>();

    /** The model, and the endpoint's limits at the time. */
    record Derived(EndpointModel model, Limits limits) {}

    /** The work, which runs a check now and then; what that throws ends it. */
    @FunctionalInterface
    interface Derivation {
        Derived derive(Runnable check);
    }

    LazyModel(Bus bus, Endpoint endpoint) {
        this(check -> {
            Settings settings = Settings.of(endpoint, bus);
            Limits limits = settings.limits();
            return new Derived(EndpointModel.of(endpoint, limits, settings.accessors(), check), limits);
        });
    }

    LazyModel(Derivation derivation) {
        this.derivation = derivation;
    }

    EndpointModel get() {
        return derived().model();
    }

    /** Returns the model and its limits, derived first if need be. */
    Derived derived() {
        CompletableFuture<Derived> under = work.get();
        if (under == null) {
            CompletableFuture<Derived> mine = new CompletableFuture<>();
            if (work.compareAndSet(null, mine)) {
                return derive(mine);
            }
            return derived();
        }
        try {
            return under.join();
        } catch (CancellationException e) {
            return derived(); // the one who gave it up made room first
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException why ? why : e;
        }
    }

    /** Returns null as long as nobody derived the model. */
    @Nullable
    Derived ifDerived() {
        CompletableFuture<Derived> under = work.get();
        return under == null || !under.isDone() || under.isCompletedExceptionally() ? null : under.join();
    }

    /** Ends the derivation that is under way, which nobody needs any more; who asks all the same begins anew. */
    void abandon() {
        CompletableFuture<Derived> under = work.get();
        if (under != null && !under.isDone() && work.compareAndSet(under, null)) {
            under.cancel(false);
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
            throw new CancellationException("the endpoint was taken down while its types were bound");
        }
    }
}
