package io.parley.endpoint.negotiated;

import io.parley.Durations;
import io.parley.Limits;
import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointRuntime;
import io.parley.endpoint.HandlerSet;
import io.parley.endpoint.Handlers;
import io.parley.endpoint.Operation;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.Timers;
import io.parley.soap.SoapVersion;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a client that negotiates its sessions. Not thread-safe.
 *
 * @param <B> the type of the builder itself
 */
public abstract class NegotiatedClientBuilder<B extends NegotiatedClientBuilder<B>> {
    private final Contract contract;
    private final HandlerSet handlers;
    private Duration timeout = Duration.ofSeconds(60);
    private Limits limits = Limits.defaults();
    private Mode mode = Mode.AUTO;
    private SoapVersion version = SoapVersion.V1_1;
    private List<String> representations = List.of("hhfr");
    private String compression = CompressionTerm.NONE;
    private Reliability most = Reliability.NONE;
    private @Nullable Timers timers;

    protected NegotiatedClientBuilder(Contract contract) {
        this.contract = contract;
        this.handlers = new HandlerSet(contract);
    }

    /** Returns this builder. */
    protected abstract B self();

    /** Sets the handler of messages that the service sends on its own, on a session. */
    public final <Q> B onMessage(String operation, Class<Q> type, Consumer<? super Q> handler) {
        handlers.add(operation, false, type, (value, session) -> {
            handler.accept(value);
            return null;
        });
        return self();
    }

    /** Sets the handler of messages of the operation that the service sends on its own, on a session. */
    public final <Q> B onMessage(Operation<Q, Void> operation, Consumer<? super Q> handler) {
        return onMessage(operation.name(), operation.requestType(), handler);
    }

    /** Sets the timeout of calls that have none of their own. Default: 60 seconds. */
    public final B timeout(Duration value) {
        timeout = Durations.bounded(value);
        return self();
    }

    /** Sets the limits. Default: {@link Limits#defaults()}. */
    public final B limits(Limits value) {
        limits = value;
        return self();
    }

    /**
     * Sets the mode. Default: {@link Mode#AUTO}: calls are made by SOAP while a session is negotiated in the
     * background.
     */
    public final B mode(Mode value) {
        mode = value;
        return self();
    }

    /** Sets the SOAP version. Default: 1.1. */
    public final B version(SoapVersion value) {
        version = value;
        return self();
    }

    /**
     * Sets the representations that it offers for sessions, best first, as for {@code StreamEndpoint}. Default:
     * {@code hhfr}.
     *
     * @throws IllegalArgumentException if one is not on the class path, or cannot carry the contract's messages
     */
    public final B representations(String... names) {
        List<String> wanted = List.of(names);
        wanted.forEach(contract::checkCarried);
        representations = wanted;
        return self();
    }

    /** Offers sessions with a compression that is on the class path. Default: {@code none}. */
    public final B compression(String name) {
        compression = name;
        return self();
    }

    /** Offers sessions that survive the loss of their connection. */
    public final B resumable() {
        most = Reliability.RESUME;
        return self();
    }

    /** Offers sessions that also survive a restart of a durable service; pending calls wait for the next process. */
    public final B durable() {
        most = Reliability.DURABLE;
        return self();
    }

    /** Sets the clock and timers. Default: the system's. */
    public final B timers(Timers value) {
        timers = value;
        return self();
    }

    protected final Contract contract() {
        return contract;
    }

    protected final Limits limits() {
        return limits;
    }

    protected final SoapVersion version() {
        return version;
    }

    /** Returns the terms of offers. */
    protected final EndpointTerms terms() {
        return new EndpointTerms(contract, limits, representations, compression, most);
    }

    /** Returns the handlers of messages from the service. */
    protected final Handlers handlers() {
        return handlers.build();
    }

    /**
     * Creates the runtime of the client; the caller closes it.
     *
     * @throws IllegalArgumentException if the compression is not available
     */
    protected final ParleyRuntime runtime(ParleyRuntime.Builder building) {
        return EndpointRuntime.of(building.limits(limits), compression);
    }

    final Mode mode() {
        return mode;
    }

    final Duration timeout() {
        return timeout;
    }

    final Timers timersOr(Timers system) {
        return timers == null ? system : timers;
    }
}
