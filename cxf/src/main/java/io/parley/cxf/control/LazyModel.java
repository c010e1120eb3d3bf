package io.parley.cxf.control;

import io.parley.cxf.model.EndpointModel;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * The model of an endpoint, derived once by whoever asks first; that takes as long as reading and compiling the
 * endpoint's schemas does. Thread-safe.
 */
final class LazyModel {
    private final Bus bus;
    private final Endpoint endpoint;
    private volatile @Nullable EndpointModel model;

    LazyModel(Bus bus, Endpoint endpoint) {
        this.bus = bus;
        this.endpoint = endpoint;
    }

    EndpointModel get() {
        EndpointModel known = model;
        return known == null ? derive() : known;
    }

    private synchronized EndpointModel derive() {
        EndpointModel known = model;
        if (known == null) {
            Settings settings = Settings.of(endpoint, bus);
            known = EndpointModel.of(endpoint, settings.limits(), settings.accessors());
            model = known;
        }
        return known;
    }
}
