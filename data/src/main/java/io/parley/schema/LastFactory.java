package io.parley.schema;

import com.ctc.wstx.stax.WstxInputFactory;
import io.parley.Limits;
import java.util.function.Function;

/**
 * The factory of the parser before, which mostly had the same limits: its table of names is what makes the next one fast.
 * Thread-safe.
 */
final class LastFactory {
    private final Function<Limits, WstxInputFactory> make;
    private volatile Made last;

    /** A factory that nobody changes any more. */
    private record Made(Limits limits, WstxInputFactory factory) {}

    LastFactory(Function<Limits, WstxInputFactory> make) {
        this.make = make;
        this.last = new Made(Limits.defaults(), make.apply(Limits.defaults()));
    }

    WstxInputFactory of(Limits limits) {
        Made known = last;
        if (!known.limits.equals(limits)) {
            known = new Made(limits, make.apply(limits));
            last = known;
        }
        return known.factory;
    }
}
