package io.parley.cxf.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.parley.cxf.EndpointTotals;
import io.parley.cxf.ParleyEndpoints;
import io.parley.negotiation.FallbackReason;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.cxf.Bus;

/**
 * The counts of all clients and services of a bus, those that were closed included, as Micrometer's counters. No tag
 * names an address, a session or a caller.
 *
 * <table>
 * <caption>Meters</caption>
 * <tr><th>name</th><th>tags</th><th>counts</th></tr>
 * <tr><td>{@value #CALLS}</td><td>side</td><td>calls that were sent on a session, or received by one</td></tr>
 * <tr><td>{@value #FALLBACKS}</td><td>reason</td><td>calls of clients that went by SOAP</td></tr>
 * <tr><td>{@value #PARTS}</td><td>side, form</td><td>body parts written on sessions, typed or as infoset</td></tr>
 * </table>
 */
public final class ParleyMeters implements MeterBinder {
    /** Calls on sessions. */
    public static final String CALLS = "parley.calls.streamed";
    /** Calls by SOAP, by reason (docs/reference/fallback-reasons.md). */
    public static final String FALLBACKS = "parley.calls.fallbacks";
    /** Parts on sessions, by form. */
    public static final String PARTS = "parley.parts";

    private final Bus bus;

    public ParleyMeters(Bus bus) {
        this.bus = bus;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (String type : new String[] {ParleyEndpoints.CLIENT, ParleyEndpoints.SERVICE}) {
            String side = type.toLowerCase(Locale.ROOT);
            counter(CALLS, type, EndpointTotals::streamedCalls)
                    .tags("side", side)
                    .description("calls on sessions")
                    .register(registry);
            counter(PARTS, type, EndpointTotals::typedParts)
                    .tags("side", side, "form", "typed")
                    .description("body parts written on sessions")
                    .register(registry);
            counter(PARTS, type, EndpointTotals::infosetParts)
                    .tags("side", side, "form", "infoset")
                    .description("body parts written on sessions")
                    .register(registry);
        }
        for (FallbackReason reason : FallbackReason.values()) {
            counter(FALLBACKS, ParleyEndpoints.CLIENT, totals -> totals.fallbacks(reason.name()))
                    .tags("reason", reason.name())
                    .description("calls that went by SOAP")
                    .register(registry);
        }
    }

    private FunctionCounter.Builder<Bus> counter(String name, String type, ToDoubleFunction<EndpointTotals> count) {
        return FunctionCounter.builder(name, bus, each -> count.applyAsDouble(ParleyEndpoints.totals(each, type)));
    }
}
