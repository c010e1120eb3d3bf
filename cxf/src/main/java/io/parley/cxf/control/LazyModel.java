package io.parley.cxf.control;

import io.parley.Limits;
import io.parley.cxf.model.EndpointModel;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * The model of an endpoint and the limits that it was made under, derived once by whoever asks first; that takes as long as
 * reading and compiling the endpoint's schemas does. Thread-safe.
 */
final class LazyModel {
    private final Bus bus;
    private final Endpoint endpoint;
    private volatile @Nullable Derived derived;

    /** The model, and the endpoint's limits at the time. */
    record Derived(EndpointModel model, Limits limits) {}

    LazyModel(Bus bus, Endpoint endpoint) {
        this.bus = bus;
        this.endpoint = endpoint;
    }

    EndpointModel get() {
        return derived().model();
    }

    /** Returns the model and its limits, derived first if need be. */
    Derived derived() {
        Derived known = derived;
        return known == null ? derive() : known;
    }

    /** Returns null as long as nobody derived the model. */
    @Nullable
    Derived ifDerived() {
        return derived;
    }

    private synchronized Derived derive() {
        Derived known = derived;
        if (known == null) {
            Settings settings = Settings.of(endpoint, bus);
            Limits limits = settings.limits();
            known = new Derived(EndpointModel.of(endpoint, limits, settings.accessors()), limits);
            derived = known;
        }
        return known;
    }
}
