package io.parley.endpoint;

import io.parley.Limits;
import io.parley.context.ContextStore;
import io.parley.context.Seal;
import io.parley.negotiation.CompressionTerm;
import io.parley.runtime.MessageOrder;
import io.parley.runtime.ParleyRuntime;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a service of a contract, for any transport. Not thread-safe.
 *
 * @param <B> the type of the builder itself
 */
public abstract class EndpointBuilder<B extends EndpointBuilder<B>> {
    private final Contract contract;
    private final HandlerSet handlers;
    private final HandledCalls calls = new HandledCalls();
    private @Nullable String host;
    private @Nullable String advertised;
    private Limits limits = Limits.defaults();
    private String compression = CompressionTerm.NONE;
    private boolean resumable;
    private @Nullable ContextStore store;
    private Seal seal = Seal.none();

    protected EndpointBuilder(Contract contract) {
        this.contract = contract;
        this.handlers = new HandlerSet(contract);
        handlers.observer(calls);
    }

    /** Returns this builder. */
    protected abstract B self();

    /**
     * Sets the handler of an operation's requests. It may block, and throws an {@link OperationFault} for a declared
     * fault.
     *
     * @throws IllegalArgumentException if the contract has no such operation, or its request is of another class
     */
    public final <Q, R> B on(Operation<Q, R> operation, Function<? super Q, ? extends R> handler) {
        return on(operation, (value, session) -> handler.apply(value));
    }

    /** Sets a handler that may also send messages to the client, if the client has a session. */
    public final <Q, R> B on(Operation<Q, R> operation, BiFunction<? super Q, EndpointSession, ? extends R> handler) {
        handlers.add(operation.name(), true, operation.requestType(), handler);
        return self();
    }

    /** Sets the handler of an operation without a response. */
    public final <Q> B onMessage(Operation<Q, Void> operation, BiConsumer<? super Q, EndpointSession> handler) {
        return onMessage(operation.name(), operation.requestType(), handler);
    }

    /**
     * Sets the handler of an operation by its name. It may block.
     *
     * @throws IllegalArgumentException if the contract has no such operation, or its request is of another class
     */
    public final <Q> B on(String operation, Class<Q> type, Function<? super Q, ?> handler) {
        return on(operation, type, (value, session) -> handler.apply(value));
    }

    /**
     * Sets a handler by the operation's name, which may also send messages to the client, if the client has a session.
     */
    public final <Q> B on(String operation, Class<Q> type, BiFunction<? super Q, EndpointSession, ?> handler) {
        handlers.add(operation, true, type, handler);
        return self();
    }

    /** Sets the handler of an operation without a response by its name. */
    public final <Q> B onMessage(String operation, Class<Q> type, BiConsumer<? super Q, EndpointSession> handler) {
        handlers.add(operation, false, type, (value, session) -> {
            handler.accept(value, session);
            return null;
        });
        return self();
    }

    /**
     * Declares that an operation's handler never blocks and is quick. For messages of one fragment it then runs on the
     * event loop, which saves two thread switches and delays all connections of that loop meanwhile.
     */
    public final B nonBlocking(String operation) {
        handlers.nonBlocking(operation);
        return self();
    }

    /** Declares that an operation's handler never blocks, like {@link #nonBlocking(String)}. */
    public final B nonBlocking(Operation<?, ?> operation) {
        return nonBlocking(operation.name());
    }

    /**
     * Sets the order of a session's messages without a response: by default one after the other, in the order in which
     * the client sent them; or in parallel.
     */
    public final B order(MessageOrder value) {
        handlers.order(value);
        return self();
    }

    /**
     * Handles messages of one session with different keys in parallel, and those with equal keys one after the other:
     * for instance a client's changes of many objects, by object. Messages of operations without such a function, and
     * those for which it returns null, have a common key. Has no effect if the order is {@link MessageOrder#NONE}.
     *
     * @param operation without a response
     * @param key compared by its {@code equals}; must be quick
     * @throws IllegalArgumentException if the contract has no such operation, it has a response, or it is of another
     *     class
     */
    public final <Q> B orderBy(String operation, Class<Q> type, Function<? super Q, ?> key) {
        handlers.orderBy(operation, type, key);
        return self();
    }

    /** Sets the key of an operation's messages, like {@link #orderBy(String, Class, Function)}. */
    public final <Q> B orderBy(Operation<Q, Void> operation, Function<? super Q, ?> key) {
        return orderBy(operation.name(), operation.requestType(), key);
    }

    /** Adds an observer of the handled calls, by session or SOAP. */
    public final B observer(CallObserver value) {
        handlers.observer(value);
        return self();
    }

    /** Sets the host name or address to listen on. Default: loopback only. */
    public final B host(String value) {
        host = value;
        return self();
    }

    /** Sets the host in answers to clients, if they know this machine by another name. */
    public final B advertise(String value) {
        advertised = value;
        return self();
    }

    /** Sets the limits. Default: {@link Limits#defaults()}. */
    public final B limits(Limits value) {
        limits = value;
        return self();
    }

    /**
     * Sets the compression of messages in sessions, in both directions: {@code zstd}, {@code lz4} or {@code gzip},
     * which are in {@code parley-codecs}, for slow networks; or {@code delta}, by which calls are sent as differences
     * from earlier calls of their operation, which both sides keep, up to {@code parley.limits.delta-bytes} per
     * session, for services with similar calls. Messages that would not become shorter are not compressed. If sessions
     * are negotiated, clients have to request it too. Default: {@code none}.
     */
    public final B compression(String name) {
        compression = name;
        return self();
    }

    /**
     * Makes sessions resumable: after the loss of a connection clients reconnect automatically, within
     * {@code parley.limits.resume-millis}, and nothing is lost. Sent frames are retained until they are acknowledged,
     * up to {@code parley.limits.resend-bytes} per session. If sessions are negotiated, clients have to request it too.
     * Default: not resumable.
     */
    public final B resumable() {
        resumable = true;
        return self();
    }

    /**
     * Makes sessions durable, so that they survive this process: acknowledged messages and unacknowledged responses are
     * stored before the acknowledgement is sent. An endpoint with the same contract, limits and store that is started
     * after a crash continues them. Calls whose response was stored are not run again; a message that may have been
     * handled is delivered again, marked by {@link EndpointSession#isRedelivered}. Durable sessions are
     * {@link #resumable}; if they are negotiated, they are for clients without credentials that request them. Not
     * compatible with the {@link #compression} {@code delta}, nor, on the stream channel, with
     * {@link io.parley.channel.Protection.Ephemeral}, whose certificate ends with the process: an endpoint that
     * continues sessions must have the same certificate. Binaries are sent inline.
     *
     * @param kept the store; closed by the caller, after the endpoint
     */
    public final B durable(ContextStore kept) {
        return durable(kept, Seal.none());
    }

    /**
     * Makes sessions durable in a store that others can write to: stored sessions are sealed, and those without a valid
     * seal are not continued.
     *
     * @param by the same for all processes that are to continue the sessions
     */
    public final B durable(ContextStore kept, Seal by) {
        store = kept;
        seal = by;
        return self();
    }

    protected final Contract contract() {
        return contract;
    }

    /** Returns the handlers declared so far. */
    protected final Handlers handlers() {
        return handlers.build();
    }

    /** Returns the counters of handled calls. */
    protected final HandledCalls calls() {
        return calls;
    }

    protected final String host() {
        return host == null ? "127.0.0.1" : host;
    }

    /** Returns whether a host was set, to listen on or to advertise. */
    protected final boolean hasHost() {
        return host != null || advertised != null;
    }

    /** Returns the advertised host; null if it is the host itself. */
    protected final @Nullable String advertised() {
        return advertised;
    }

    protected final Limits limits() {
        return limits;
    }

    protected final String compression() {
        return compression;
    }

    protected final boolean isResumable() {
        return resumable;
    }

    /** Returns the store of {@link #durable} sessions, or null if there are none. */
    protected final @Nullable ContextStore store() {
        return store;
    }

    /** Returns the seal of the store. */
    protected final Seal seal() {
        return seal;
    }

    /**
     * Creates the runtime of the endpoint; the caller closes it.
     *
     * @throws IllegalArgumentException if the compression is not available
     */
    protected final ParleyRuntime runtime() {
        return runtime(ParleyRuntime.builder());
    }

    /**
     * Creates the runtime of the endpoint from a builder with its channels; the caller closes it.
     *
     * @throws IllegalArgumentException if the compression is not available
     */
    protected final ParleyRuntime runtime(ParleyRuntime.Builder building) {
        ParleyRuntime.Builder limited = building.limits(limits);
        return EndpointRuntime.of(store == null ? limited : limited.durable(store, seal), compression);
    }
}
