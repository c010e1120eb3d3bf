package io.parley.runtime;

import io.netty.buffer.ByteBufAllocator;
import io.parley.ChannelTraits;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.Providers;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connector;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import io.parley.compression.Compression;
import io.parley.context.ContextStore;
import io.parley.context.Seal;
import io.parley.journal.StoredSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.Reliability;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives sessions: listens, issues tokens, opens conversations, and holds the memory budget that all of them share. One
 * per bus or standalone endpoint. Thread-safe; no method blocks except {@link #listen}, for as long as binding takes, {@link #issue} and
 * {@link #recover}, for as long as a store is read, and {@link #close}, for as long as a store takes that what this side opened is being written to.
 */
public final class ParleyRuntime implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ParleyRuntime.class);

    private final Services services;
    private final Providers<ChannelProvider> channels;
    private final Dialer dialer;
    private final KeptSessions kept;
    private final Supplier<Executor> lanes;
    private final List<AutoCloseable> own = new ArrayList<>();
    private final Set<BoundListener> listening = ConcurrentHashMap.newKeySet();

    private ParleyRuntime(Builder builder) {
        Timers timers = builder.timers;
        if (timers == null) {
            SystemTimers system = Timers.system();
            own.add(system);
            timers = system;
        }
        Executor workers = builder.workers;
        if (workers == null) {
            WorkerPool pool = WorkerPool.of(builder.limits, timers, builder.virtualThreads);
            own.add(0, pool);
            lanes = pool::lane;
            workers = pool.lane();
        } else {
            Executor given = workers;
            lanes = () -> given;
        }
        ExecutorService sideWriters = SideWriter.threads();
        own.add(sideWriters::shutdown);
        List<ChannelProvider> providers = builder.channels;
        this.channels = providers != null
                ? Providers.of(providers)
                : Providers.load(ChannelProvider.class, ParleyRuntime.class.getClassLoader());
        ContextStore store = builder.store;
        this.services = new Services(
                builder.limits,
                timers,
                workers,
                sideWriters,
                builder.allocator,
                silentChannels(),
                Providers.load(Compression.class, ParleyRuntime.class.getClassLoader()),
                builder.random,
                store == null
                        ? null
                        : new Durable(
                                store,
                                builder.seal,
                                builder.limits,
                                ChannelThreads.marking(timers),
                                sideWriters,
                                this::restore));
        ObjectBudget.shortage(builder.limits).ifPresent(LOG::warn);
        this.dialer = new Dialer(services, channels);
        this.kept = new KeptSessions(services, dialer);
    }

    private RunningSession restore(TokenGrant grant, String id, StoredSession stored) {
        return LiveSession.restored(services, grant, id, stored);
    }

    private Set<String> silentChannels() {
        return channels.all().stream()
                .map(ChannelProvider::traits)
                .filter(traits -> !traits.tellsOfEnd())
                .map(ChannelTraits::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether the current thread may wait for a peer: it is neither a channel's nor a timer's at the moment. */
    public static boolean mayWait() {
        return ChannelThreads.mayWait();
    }

    /** Returns a builder in which everything has its default, so that it can be built at once. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A lane for one endpoint on the threads that all handlers of this runtime run on ({@link MessageHandler#workers}): they are shared,
     * and each lane has a few for itself, so that slow handlers of one endpoint leave the others threads. What finds no thread, nor
     * a place to wait for one, it rejects. All lanes are the same executor if the runtime was {@link Builder#workers given} one.
     */
    public Executor lane() {
        return lanes.get();
    }

    /** Returns whether there is a channel of that name, and it can be protected. */
    public boolean canProtect(String channel) {
        return channels.find(channel)
                .map(provider -> provider.traits().encrypted())
                .orElse(false);
    }

    /** Returns whether there is a channel of that name, and it cannot be had without protection. */
    public boolean mustProtect(String channel) {
        return channels.find(channel)
                .map(provider -> provider.traits().alwaysEncrypted())
                .orElse(false);
    }

    /** Listens unprotected, as {@link #listen(String, Address, String, Protection)}. */
    public Listening listen(String channel, Address bind, @Nullable String advertisedHost) throws IOException {
        return listen(channel, bind, advertisedHost, Protection.NONE);
    }

    /**
     * Listens on a channel; sessions come from tokens that {@link #issue} gave out.
     *
     * @param channel the channel's term, which one of the providers has
     * @param bind port 0 takes a free one
     * @param advertisedHost the host to put into answers if it is not the bound one
     * @param protection of what comes there; agreements with security TLS open at protected listeners alone, others at
     *     unprotected ones alone
     * @throws IOException if the address cannot be bound, or the channel cannot be protected
     */
    public Listening listen(String channel, Address bind, @Nullable String advertisedHost, Protection protection)
            throws IOException {
        ChannelProvider provider = channels.find(channel)
                .orElseThrow(() -> new IOException("cannot listen on " + bind + ": no channel is called " + channel
                        + "; available are " + channels.names()));
        boolean isProtected = !protection.equals(Protection.NONE);
        if (isProtected && !provider.traits().encrypted()) {
            throw new IOException("cannot listen on " + bind + ": the channel " + channel + " cannot be protected");
        }
        Port port = new Port(channel, isProtected ? ChannelSecurity.TLS : ChannelSecurity.NONE);
        Listener listener = provider.listen(
                bind,
                channelSettings().with(protection),
                connection -> LiveSession.accepting(services, connection, port, channel));
        BoundListener bound = new BoundListener(channel, listener, advertisedHost, listening);
        listening.add(bound);
        if (services.closed) {
            bound.close();
        }
        return bound;
    }

    /**
     * Issues a single-use token of 256 random bits, valid for 30 seconds and kept only as a hash. A peer that opens
     * with it and the agreement's digest, at a listener of the agreed channel and security, gets a session whose
     * messages go to the handler. Reads the store when durable sessions are agreed on for the first time.
     *
     * @param principal the principal whose quota the session counts against
     * @param attachment the object that {@link Conversation#attachment()} returns
     * @throws ParleyException {@code NEGOTIATION} if the agreed compression is not here, {@code CONTEXT_UNAVAILABLE} if
     *     the store does not give the key of durable sessions' secrets
     */
    public byte[] issue(Agreement agreement, String principal, @Nullable Object attachment, MessageHandler handler) {
        return services.issue(agreement, principal, attachment, handler, Port.of(agreement));
    }

    /**
     * Lets durable sessions of that agreement which other processes left in the store go on here, with the arguments
     * that {@link #issue} had there: call it before listening. If no other process uses the store they all go on in the
     * background, those first whose client comes, and messages that were not done come to the handler again; else each
     * goes on when its client comes. If no other process uses the store it blocks while the key of their secrets is read,
     * at most for {@code parley.limits.open-millis}.
     *
     * @throws IllegalArgumentException if such sessions cannot be durable here
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if a store that no other process uses does not give the key
     */
    public void recover(Agreement agreement, @Nullable Object attachment, MessageHandler handler) {
        services.recover(new Recovery.How(agreement, attachment, handler));
    }

    /**
     * The same for whatever agreements the sessions in the store have. May be called again when more of them can be found;
     * with another recovery, that takes the place of the one before. Does nothing without a store.
     */
    public void recover(Recovery recovery) {
        Durable durable = services.durable;
        if (durable != null) {
            durable.recover(recovery);
        }
    }

    /** Returns whether sessions can be durable here: there is a store for them. */
    public boolean isDurable() {
        return services.durable != null;
    }

    /** A new way in beside the listeners, for connections that come through something of the application's own. */
    public Door door() {
        return new Door(services);
    }

    /** Returns the name of this node, which all tokens issued here begin with (docs/protocol/channels.md, section 16). */
    public String node() {
        return services.tokens.node();
    }

    /**
     * Connects, within {@code parley.limits.connect-millis}, and opens a session. The agreement's addresses are tried in their
     * order until one answers. With security TLS only a peer with the agreed certificate is accepted; the handshake has
     * {@code parley.limits.handshake-millis} more.
     *
     * @param token the token that the other side issued for this agreement
     * @param terms bytes for {@link Conversation#openTerms()} of the other side, at most 1,024
     * @param handler takes the messages that the other side sends by itself
     * @return fails with {@link io.parley.ParleyException}: {@code CONNECT_FAILED}, {@code WRONG_NODE}, {@code
     *     TOKEN_REFUSED}, {@code DIGEST_MISMATCH}, {@code VERSION}, {@code OPEN_TIMEOUT}, {@code LIMIT}; {@code
     *     NEGOTIATION} if the agreed compression is not here
     */
    public CompletionStage<Conversation> open(Agreement agreement, byte[] token, byte[] terms, MessageHandler handler) {
        return dialer.open(agreement, token, terms, handler, () -> dialer.plan(agreement), null);
    }

    /** The same through a provider that this runtime need not have: one for a place that only the caller knows. */
    public CompletionStage<Conversation> open(
            Agreement agreement, byte[] token, byte[] terms, MessageHandler handler, ChannelProvider provider) {
        return dialer.open(agreement, token, terms, handler, () -> dialer.plan(agreement, provider), null);
    }

    /** The same over a connection that the connector makes; agreed addresses are not looked at. */
    public CompletionStage<Conversation> open(
            Agreement agreement, byte[] token, byte[] terms, MessageHandler handler, Connector connector) {
        return dialer.open(agreement, token, terms, handler, () -> dialer.plan(connector), null);
    }

    /**
     * Sessions that this side opens and that outlive its process, if the runtime has a {@link Builder#durable store}.
     */
    public KeptSessions kept() {
        return kept;
    }

    /** The names of the compressions that can be agreed on here, besides none. */
    public Set<String> compressions() {
        return services.compressions.names();
    }

    /** Returns the traffic of all sessions so far. */
    public Traffic traffic() {
        return services.traffic();
    }

    /** Returns the counts of all sessions. */
    public RuntimeCounts counts() {
        return new RuntimeCounts(
                sessions(),
                reservedBytes(),
                objectBytes(),
                services.waits.sum(),
                Duration.ofNanos(services.waitedNanos.sum()),
                traffic(),
                new SessionEvents(services.events, services.receivingBudget.refusals() + services.objects.refusals()));
    }

    /**
     * Bytes reserved now, by all sessions: for messages that come or wait to be read, and for what waits to be sent.
     */
    public long reservedBytes() {
        return services.receivingBudget.reserved() + services.sendingBudget.reserved();
    }

    /** Bytes reserved now for the objects of messages that were decoded and are not done with, as estimated. */
    public long objectBytes() {
        return services.objects.reserved();
    }

    /** Memory for the objects of a message that came by no session, within the same budget; closed by its caller. */
    public HeldObjects holdObjects() {
        return new HeldObjects(services.objects, null);
    }

    /** Sessions that are open now, on both sides. */
    public int sessions() {
        return services.open.size();
    }

    /** Returns the sessions that are open now, of both sides. */
    public List<Conversation> conversations() {
        return services.open.stream().map(RunningSession::conversation).toList();
    }

    /**
     * Stops listening, and drains every session that ends with this process: the other side is asked to begin nothing more, and work
     * under way is finished (docs/protocol/framing.md, GOAWAY with DRAIN). Sessions that open meanwhile, by tokens that were issued
     * before, end likewise. Durable ones stay, until {@link #close} leaves them to the next process.
     *
     * @return completes when none of them is left, on the thread that ended the last; {@link #close} ends those that are
     */
    public CompletionStage<Void> drain() {
        listening.forEach(BoundListener::close);
        return drain(session -> true);
    }

    /**
     * The same for sessions that others opened here, while listeners and all other sessions stay: whoever drains a service may still
     * have to call others.
     */
    public CompletionStage<Void> drainAccepted() {
        return drain(RunningSession::isAccepting);
    }

    private CompletionStage<Void> drain(Predicate<RunningSession> which) {
        List<CompletableFuture<Boolean>> ends = new ArrayList<>();
        for (RunningSession session : services.open) {
            if (!which.test(session) || session.agreement().reliability() == Reliability.DURABLE) {
                continue;
            }
            Conversation standing = session.conversation();
            standing.drain();
            // Ended in order or not, it is gone.
            ends.add(standing.closed().handle((nothing, why) -> true).toCompletableFuture());
        }
        return ends.isEmpty()
                ? CompletableFuture.completedStage(null)
                : CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                        .thenCompose(over -> drain(which));
    }

    /**
     * Stops listening, leaves the durable sessions to the next process, closes every other with {@code CLOSED}, and gives up what it
     * started itself. Peers of a session that is left see their connection lost, and go on with the next process, which has the calls
     * and messages that were not handled. Idempotent.
     */
    @Override
    public void close() {
        services.closed = true;
        listening.forEach(BoundListener::close);
        Durable durable = services.durable;
        if (durable != null) {
            durable.leave();
        }
        for (RunningSession session : services.open) {
            session.close(ErrorCode.CLOSED, "the runtime is closed");
        }
        if (durable != null) {
            durable.close();
        }
        for (AutoCloseable started : own) {
            try {
                started.close();
            } catch (Exception e) {
                LOG.warn("cannot close {}", started, e);
            }
        }
    }

    /** Returns this runtime's settings for channels. */
    public ChannelSettings channelSettings() {
        return services.channelSettings();
    }

    /** Settings of a runtime; what is not set has the default that its method names. Not thread-safe. */
    public static final class Builder {
        Limits limits = Limits.defaults();

        @Nullable
        Timers timers;

        @Nullable
        Executor workers;

        boolean virtualThreads;

        @Nullable
        List<ChannelProvider> channels;

        ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
        RandomGenerator random = new Random();

        @Nullable
        ContextStore store;

        Seal seal = Seal.none();

        private Builder() {}

        /** Default: {@link Limits#defaults()}. */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /** Default: the machine's. The caller's timers are not closed with the runtime. */
        public Builder timers(Timers value) {
            timers = value;
            return this;
        }

        /**
         * Sets the executor of message handlers. Default: threads of the runtime's own, bounded by {@link
         * io.parley.Limit#THREADS}, which end with it.
         */
        public Builder workers(Executor value) {
            workers = value;
            return this;
        }

        /**
         * Sets whether the runtime's own threads for message handlers are virtual ones, where the JVM has them.
         * Default: no.
         */
        public Builder virtualThreads(boolean value) {
            virtualThreads = value;
            return this;
        }

        /** Default: all that the class loader of this class finds. */
        public Builder channels(List<ChannelProvider> value) {
            channels = List.copyOf(value);
            return this;
        }

        /** Default: Netty's. */
        public Builder allocator(ByteBufAllocator value) {
            allocator = value;
            return this;
        }

        /**
         * Spreads out reconnects, so that those whom one failure cut off do not come back at once. Any thread. Default:
         * seeded by itself.
         */
        public Builder random(RandomGenerator value) {
            random = value;
            return this;
        }

        /**
         * Sets the store of sessions with reliability {@code durable}, which then outlive this process. The caller
         * closes the store after the runtime. Default: none, and no session is durable.
         */
        public Builder durable(ContextStore value) {
            return durable(value, Seal.none());
        }

        /**
         * The same, so that who can write to the store and does not have the secret of the seal cannot change what sessions do
         * that others opened here. All processes that go on with them have one seal; what is sealed otherwise, or not at all,
         * does not go on.
         */
        public Builder durable(ContextStore value, Seal by) {
            store = value;
            seal = by;
            return this;
        }

        /**
         * Creates the runtime, which its caller closes. It loads the compressions that the class loader finds, and the
         * channels where none were set.
         */
        public ParleyRuntime build() {
            return new ParleyRuntime(this);
        }
    }
}
