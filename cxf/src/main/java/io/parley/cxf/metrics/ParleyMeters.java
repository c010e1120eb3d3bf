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
import io.parley.runtime.SessionEvents;
import io.parley.runtime.Traffic;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.cxf.Bus;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer meters of all clients and services of a bus, including closed ones. No tag contains an address, a session
 * or a caller. Units and tag values are listed in {@code docs/guide/metrics.md}.
 */
public final class ParleyMeters implements MeterBinder {
    /** Counter of calls on sessions. */
    public static final String CALLS = "parley.calls.streamed";
    /** Counter of calls by SOAP, by reason (docs/reference/fallback-reasons.md). */
    public static final String FALLBACKS = "parley.calls.fallbacks";
    /** Counter of body parts written on sessions, by form. */
    public static final String PARTS = "parley.parts";

    /** Gauge of open sessions of clients and services. */
    public static final String SESSIONS = "parley.sessions.active";
    /** Counter of messages on sessions, {@code out} and {@code in}. */
    public static final String MESSAGES = "parley.messages";
    /** Counter of frame bytes on sessions, {@code out} and {@code in}. */
    public static final String BYTES = "parley.bytes";
    /** Counter of opened sessions. */
    public static final String OPENED = "parley.sessions.opened";
    /** Counter of lost connections of resumable sessions. */
    public static final String CUT = "parley.sessions.cut";
    /** Counter of sessions resumed on another connection. */
    public static final String RESUMED = "parley.sessions.resumed";
    /** Counter of messages abandoned because the peer read too slowly. */
    public static final String STALLS = "parley.stalls";
    /** Counter of reservations refused by an exhausted budget. */
    public static final String REFUSALS = "parley.budget.refusals";
    /** Counter of expendable messages, with their outcome on this side as a tag. */
    public static final String EXPENDABLES = "parley.expendables";
    /** Counter of failures of the store of durable sessions. */
    public static final String STORE_FAILURES = "parley.store.failures";
    /** Gauge of the memory limited by {@code parley.limits.total-bytes} in each direction. */
    public static final String HELD = "parley.held.bytes";
    /** Gauge of the memory limited by {@code parley.limits.object-bytes}. */
    public static final String OBJECTS = "parley.object.bytes";
    /** Timer of writers that wait for flow-control credit of the peer or for a budget. */
    public static final String WAITS = "parley.window.waits";

    private static final String DIRECTION = "dir";

    private final Bus bus;

    public ParleyMeters(Bus bus) {
        this.bus = bus;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bindSessions(registry);
        bindEvents(registry);
        for (String type : new String[] {ParleyEndpoints.CLIENT, ParleyEndpoints.SERVICE}) {
            String side = type.toLowerCase(Locale.ROOT);
            counter(CALLS, type, EndpointTotals::streamedCalls)
                    .tags("side", side)
                    .description("calls sent on a session, or received by one")
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
                    .description("calls of clients that used SOAP")
                    .register(registry);
        }
    }

    private void bindSessions(MeterRegistry registry) {
        Gauge.builder(SESSIONS, bus, each -> sessions(each).sessions())
                .description("sessions that are open")
                .register(registry);
        Gauge.builder(HELD, bus, each -> sessions(each).heldBytes())
                .description("bytes of messages under way, which parley.limits.total-bytes bounds in each direction")
                .baseUnit(BaseUnits.BYTES)
                .register(registry);
        Gauge.builder(OBJECTS, bus, each -> sessions(each).objectBytes())
                .description(
                        "bytes of decoded objects whose handlers have not ended, as estimated; parley.limits.object-bytes bounds them")
                .baseUnit(BaseUnits.BYTES)
                .register(registry);
        FunctionTimer.builder(
                        WAITS,
                        bus,
                        each -> sessions(each).waits(),
                        each -> sessions(each).waited().toNanos(),
                        TimeUnit.NANOSECONDS)
                .description("waits of writers for the other side to take more, or for a budget")
                .register(registry);
        directed(
                MESSAGES,
                Traffic::messagesOut,
                Traffic::messagesIn,
                "messages of sessions, to their end",
                null,
                registry);
        directed(BYTES, Traffic::bytesOut, Traffic::bytesIn, "bytes of frames on sessions", BaseUnits.BYTES, registry);
    }

    private void bindEvents(MeterRegistry registry) {
        event(OPENED, SessionEvents::opened, "sessions that were opened", registry);
        event(CUT, SessionEvents::cut, "connections lost of sessions that can be resumed", registry);
        event(RESUMED, SessionEvents::resumed, "sessions resumed on another connection", registry);
        event(STALLS, SessionEvents::stalls, "messages abandoned because the peer read too slowly", registry);
        event(REFUSALS, SessionEvents::refusals, "reservations refused by an exhausted budget", registry);
        event(STORE_FAILURES, SessionEvents::storeFailures, "failures of the store of durable sessions", registry);
        expendables("sent", SessionEvents.Expendables::sent, registry);
        expendables("received", SessionEvents.Expendables::received, registry);
        expendables("late", SessionEvents.Expendables::late, registry);
        expendables("dropped", SessionEvents.Expendables::dropped, registry);
    }

    private void expendables(String fate, ToDoubleFunction<SessionEvents.Expendables> count, MeterRegistry registry) {
        FunctionCounter.builder(
                        EXPENDABLES,
                        bus,
                        each -> count.applyAsDouble(sessions(each).events().expendables()))
                .description("messages that may be lost; received counts late and dropped ones too")
                .tag("fate", fate)
                .register(registry);
    }

    private void event(String name, ToDoubleFunction<SessionEvents> count, String what, MeterRegistry registry) {
        FunctionCounter.builder(
                        name, bus, each -> count.applyAsDouble(sessions(each).events()))
                .description(what)
                .register(registry);
    }

    private void directed(
            String name,
            ToDoubleFunction<Traffic> out,
            ToDoubleFunction<Traffic> in,
            String what,
            @Nullable String unit,
            MeterRegistry registry) {
        FunctionCounter.builder(
                        name, bus, each -> out.applyAsDouble(sessions(each).traffic()))
                .tags(DIRECTION, "out")
                .description(what)
                .baseUnit(unit)
                .register(registry);
        FunctionCounter.builder(
                        name, bus, each -> in.applyAsDouble(sessions(each).traffic()))
                .tags(DIRECTION, "in")
                .description(what)
                .baseUnit(unit)
                .register(registry);
    }

    private static RuntimeCounts sessions(Bus bus) {
        return ParleyEndpoints.sessions(bus);
    }

    private FunctionCounter.Builder<Bus> counter(String name, String type, ToDoubleFunction<EndpointTotals> count) {
        return FunctionCounter.builder(name, bus, each -> count.applyAsDouble(ParleyEndpoints.totals(each, type)));
    }
}
