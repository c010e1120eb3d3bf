package io.parley.schema;

import com.ctc.wstx.stax.WstxInputFactory;
import io.parley.Limits;
import java.util.function.Function;

/**
 * Cache of the parser factory that was used last. Most parsers have the same limits, and the factory's symbol table
 * makes later parsers fast. Thread-safe.
 */
final class LastFactory {
    private final Function<Limits, WstxInputFactory> creator;
    private volatile Cached last;

    /** A factory with the limits that it was configured with; not modified after its creation. */
    private record Cached(Limits limits, WstxInputFactory factory) {}

    LastFactory(Function<Limits, WstxInputFactory> creator) {
        this.creator = creator;
        this.last = new Cached(Limits.defaults(), creator.apply(Limits.defaults()));
    }

    WstxInputFactory of(Limits limits) {
        Cached known = last;
        if (!known.limits.equals(limits)) {
            known = new Cached(limits, creator.apply(limits));
            last = known;
        }
        return known.factory;
    }
}
