package io.parley.cxf.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.parley.cxf.EndpointTotals;
import io.parley.cxf.ParleyEndpoints;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.RuntimeCounts;
import io.parley.runtime.Traffic;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.cxf.Bus;

/**
 * The counts of all clients and services of a bus, those that were closed included, as Micrometer's meters. No tag
 * names an address, a session or a caller.
 *
 * <table>
 * <caption>Meters</caption>
 * <tr><th>name</th><th>tags</th><th>counts</th></tr>
 * <tr><td>{@value #CALLS}</td><td>side</td><td>calls that were sent on a session, or received by one</td></tr>
 * <tr><td>{@value #FALLBACKS}</td><td>reason</td><td>calls of clients that went by SOAP</td></tr>
 * <tr><td>{@value #PARTS}</td><td>side, form</td><td>body parts written on sessions, typed or as infoset</td></tr>
 * <tr><td>{@value #SESSIONS}</td><td></td><td>sessions that are open now, a gauge</td></tr>
 * <tr><td>{@value #MESSAGES}</td><td>dir</td><td>messages of sessions, sent and received to their end</td></tr>
 * <tr><td>{@value #BYTES}</td><td>dir</td><td>bytes of their frames</td></tr>
 * <tr><td>{@value #HELD}</td><td></td><td>bytes that sessions hold now, a gauge</td></tr>
 * <tr><td>{@value #OBJECTS}</td><td></td><td>bytes of the objects that messages became, as estimated, a gauge</td></tr>
 * <tr><td>{@value #WAITS}</td><td></td><td>waits for room in a window or budget, a timer</td></tr>
 * </table>
 */
public final class ParleyMeters implements MeterBinder {
    /** Calls on sessions. */
    public static final String CALLS = "parley.calls.streamed";
    /** Calls by SOAP, by reason (docs/reference/fallback-reasons.md). */
    public static final String FALLBACKS = "parley.calls.fallbacks";
    /** Parts on sessions, by form. */
    public static final String PARTS = "parley.parts";

    /** Sessions, those of clients and of services. */
    public static final String SESSIONS = "parley.sessions.active";
    /** Messages of sessions, {@code out} and {@code in}. */
    public static final String MESSAGES = "parley.messages";
    /** Bytes of frames on sessions, {@code out} and {@code in}. */
    public static final String BYTES = "parley.bytes";
    /** Meter of the memory that {@code parley.limits.total-bytes} bounds, in each direction. */
    public static final String HELD = "parley.held.bytes";
    /** Gauge of the memory that {@code parley.limits.object-bytes} bounds. */
    public static final String OBJECTS = "parley.object.bytes";
    /** Meter of the waits of message writers for the other side to take more: number and time. */
    public static final String WAITS = "parley.window.waits";

    private static final String DIRECTION = "dir";

    private final Bus bus;

    public ParleyMeters(Bus bus) {
        this.bus = bus;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bindSessions(registry);
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

    private void bindSessions(MeterRegistry registry) {
        Gauge.builder(SESSIONS, bus, each -> sessions(each).sessions())
                .description("sessions that are open")
                .register(registry);
        Gauge.builder(HELD, bus, each -> sessions(each).heldBytes())
                .description("bytes of messages under way")
                .baseUnit(BaseUnits.BYTES)
                .register(registry);
        Gauge.builder(OBJECTS, bus, each -> sessions(each).objectBytes())
                .description("bytes of objects whose handlers have not ended, as estimated")
                .baseUnit(BaseUnits.BYTES)
                .register(registry);
        FunctionTimer.builder(
                        WAITS,
                        bus,
                        each -> sessions(each).waits(),
                        each -> sessions(each).waited().toNanos(),
                        TimeUnit.NANOSECONDS)
                .description("waits for room in a window or budget")
                .register(registry);
        directed(MESSAGES, Traffic::messagesOut, Traffic::messagesIn, "messages of sessions", registry);
        directed(BYTES, Traffic::bytesOut, Traffic::bytesIn, "bytes of frames on sessions", registry);
    }

    private void directed(
            String name,
            ToDoubleFunction<Traffic> out,
            ToDoubleFunction<Traffic> in,
            String what,
            MeterRegistry registry) {
        FunctionCounter.builder(
                        name, bus, each -> out.applyAsDouble(sessions(each).traffic()))
                .tags(DIRECTION, "out")
                .description(what)
                .register(registry);
        FunctionCounter.builder(
                        name, bus, each -> in.applyAsDouble(sessions(each).traffic()))
                .tags(DIRECTION, "in")
                .description(what)
                .register(registry);
    }

    private static RuntimeCounts sessions(Bus bus) {
        return ParleyEndpoints.sessions(bus);
    }

    private FunctionCounter.Builder<Bus> counter(String name, String type, ToDoubleFunction<EndpointTotals> count) {
        return FunctionCounter.builder(name, bus, each -> count.applyAsDouble(ParleyEndpoints.totals(each, type)));
    }
}
