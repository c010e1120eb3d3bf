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
 * A service of a contract being set up, whichever way its callers come. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract class EndpointBuilder<B extends EndpointBuilder<B>> {
    private final Contract contract;
    private final HandlerSet handlers;
    private final HandledCalls calls = new HandledCalls();
    private String host = "127.0.0.1";
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
     * Answers requests of an operation. The handler may block, and throws an {@link OperationFault} for a fault that the operation
     * declares.
     *
     * @throws IllegalArgumentException if the contract has no such operation, or its request is of another class
     */
    public final <Q, R> B on(Operation<Q, R> operation, Function<? super Q, ? extends R> handler) {
        return on(operation, (value, session) -> handler.apply(value));
    }

    /** Answers requests of an operation, and may send messages to the client by itself, if that has a session. */
    public final <Q, R> B on(Operation<Q, R> operation, BiFunction<? super Q, EndpointSession, ? extends R> handler) {
        handlers.add(operation.name(), true, operation.requestType(), handler);
        return self();
    }

    /** Takes messages of an operation that has no response. */
    public final <Q> B onMessage(Operation<Q, Void> operation, BiConsumer<? super Q, EndpointSession> handler) {
        return onMessage(operation.name(), operation.requestType(), handler);
    }

    /**
     * Answers requests of an operation that is known by its name alone. The handler may block.
     *
     * @throws IllegalArgumentException if the contract has no such operation, or its request is of another class
     */
    public final <Q> B on(String operation, Class<Q> type, Function<? super Q, ?> handler) {
        return on(operation, type, (value, session) -> handler.apply(value));
    }

    /** Answers requests of an operation, and may send messages to the client by itself, if that has a session. */
    public final <Q> B on(String operation, Class<Q> type, BiFunction<? super Q, EndpointSession, ?> handler) {
        handlers.add(operation, true, type, handler);
        return self();
    }

    /** Takes messages that have no response. */
    public final <Q> B onMessage(String operation, Class<Q> type, BiConsumer<? super Q, EndpointSession> handler) {
        handlers.add(operation, false, type, (value, session) -> {
            handler.accept(value, session);
            return null;
        });
        return self();
    }

    /**
     * Declares that an operation's handler never blocks and is quick: for messages of one fragment it then runs on
     * the event loop, which saves two changes of threads and holds up all connections of that loop meanwhile.
     */
    public final B nonBlocking(String operation) {
        handlers.nonBlocking(operation);
        return self();
    }

    /** Declares the same of that operation. */
    public final B nonBlocking(Operation<?, ?> operation) {
        return nonBlocking(operation.name());
    }

    /**
     * Sets the order of messages without a response in a session: by default one after the other, in the order in which
     * the client sent them; or in parallel, where their order does not matter.
     */
    public final B order(MessageOrder value) {
        handlers.order(value);
        return self();
    }

    /**
     * Lets messages of different keys that come in one session be handled at once, and those of one key one after the other: for instance
     * one client's changes of many things, by the thing. Messages of operations that have no such function, and those for which it
     * returns null, have one key together. Nothing changes where the order is {@link MessageOrder#NONE}.
     *
     * @param operation without a response
     * @param key compared by its {@code equals}; must be quick
     * @throws IllegalArgumentException if the contract has no such operation, it has a response, or it is of another class
     */
    public final <Q> B orderBy(String operation, Class<Q> type, Function<? super Q, ?> key) {
        handlers.orderBy(operation, type, key);
        return self();
    }

    /** Lets messages of that operation be handled at once in the same way. */
    public final <Q> B orderBy(Operation<Q, Void> operation, Function<? super Q, ?> key) {
        return orderBy(operation.name(), operation.requestType(), key);
    }

    /** Adds an observer of each call that handlers took, by either way. */
    public final B observer(CallObserver value) {
        handlers.observer(value);
        return self();
    }

    /** The host or literal to listen on. Default: loopback only. */
    public final B host(String value) {
        host = value;
        return self();
    }

    /** Sets the host that answers give to clients, if they know this machine by another. */
    public final B advertise(String value) {
        advertised = value;
        return self();
    }

    /** Default: {@link Limits#defaults()}. */
    public final B limits(Limits value) {
        limits = value;
        return self();
    }

    /**
     * Makes messages of sessions fewer bytes, at both sides: {@code zstd}, {@code lz4} or {@code gzip}, which are in {@code
     * parley-codecs}, for slow networks; or {@code delta}, which lets calls travel as differences from earlier calls of
     * their operation, kept for that by both sides, up to {@code parley.limits.delta-bytes} a session, for services that
     * are called with much the same again and again. Messages for which it does not pay go as they are. Where
     * sessions are negotiated, clients have to want it too. Default: {@code none}.
     */
    public final B compression(String name) {
        compression = name;
        return self();
    }

    /**
     * Lets sessions outlive their connections: after a cut, clients reconnect by themselves and everything goes on, at
     * most {@code parley.limits.resume-millis} later. Sent frames are kept until they are acknowledged, up to {@code
     * parley.limits.resend-bytes} a session. Where sessions are negotiated, clients have to want it too. Default: off.
     */
    public final B resumable() {
        resumable = true;
        return self();
    }

    /**
     * Lets sessions outlive this process: acknowledged messages and unacknowledged responses are stored before the
     * acknowledgement is sent. An endpoint of the same contract and limits over that store, which is started after a crash,
     * continues them. Calls whose answer was stored are not run again; a message that may have been handled comes again,
     * marked by {@link EndpointSession#isRedelivered}. Such sessions are {@link #resumable}; where sessions are negotiated,
     * they are for clients without credentials that want them. It does not go with the {@link #compression} {@code delta},
     * nor on the stream with {@link io.parley.channel.Protection.Ephemeral}, whose certificate ends with the process: with a
     * certificate of the operator's the endpoint that continues has to show the same one. Binaries stand in their messages.
     *
     * @param kept stays the caller's, who closes it after the endpoint
     */
    public final B durable(ContextStore kept) {
        return durable(kept, Seal.none());
    }

    /**
     * The same in a store that others can write to: what is stored is sealed, and sessions whose seal is missing or another's
     * do not go on.
     *
     * @param by the same for every process that is to go on with sessions of this one
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
        return host;
    }

    /** Null if clients know the host as it is. */
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

    /** Returns the seal of what is stored. */
    protected final Seal seal() {
        return seal;
    }

    /**
     * Makes the runtime of the endpoint; the caller closes it.
     *
     * @throws IllegalArgumentException if there is no such compression here
     */
    protected final ParleyRuntime runtime() {
        ParleyRuntime.Builder building = ParleyRuntime.builder().limits(limits);
        return EndpointRuntime.of(store == null ? building : building.durable(store, seal), compression);
    }
}
