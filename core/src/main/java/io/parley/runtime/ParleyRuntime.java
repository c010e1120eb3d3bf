package io.parley.runtime;

import io.netty.buffer.ByteBufAllocator;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs sessions: listens, issues tokens, opens conversations, and owns the memory budget that they share. One per bus
 * or standalone endpoint. Thread-safe. Methods do not block, except for {@link #listen} while it binds, {@link #issue}
 * and {@link #recover} while a store is read, and {@link #close} while sessions are written to a store.
 */
public final class ParleyRuntime implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ParleyRuntime.class);

    private final Services services;
    private final Providers<ChannelProvider> channels;
    private final Dialer dialer;
    private final DurableClientSessions durableSessions;
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
                this::isSilent,
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
        this.durableSessions = new DurableClientSessions(services, dialer);
    }

    private RunningSession restore(TokenGrant grant, String id, StoredSession stored) {
        return LiveSession.restored(services, grant, id, stored);
    }

    /** Returns whether a channel does not report the end of a peer's process. */
    private boolean isSilent(String channel) {
        return channels.find(channel)
                .filter(provider -> !provider.traits().tellsOfEnd())
                .isPresent();
    }

    /** Returns whether the current thread may wait for a peer: it is not running a callback of a channel or timer. */
    public static boolean mayWait() {
        return ChannelThreads.mayWait();
    }

    /** Returns a builder with defaults for all settings. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns an executor for the message handlers of one endpoint ({@link MessageHandler#workers}). Its threads are
     * shared by all endpoints, but a few are reserved for each, so that slow handlers of one endpoint do not starve the
     * others. It rejects tasks for which there is neither a thread nor a place in its queue. All calls return the same
     * executor if the runtime was {@link Builder#workers given} one.
     */
    public Executor lane() {
        return lanes.get();
    }

    /** Returns whether there is a channel of that name that can be protected. */
    public boolean canProtect(String channel) {
        return channels.find(channel)
                .map(provider -> provider.traits().encrypted())
                .orElse(false);
    }

    /** Returns whether there is a channel of that name that is always protected. */
    public boolean mustProtect(String channel) {
        return channels.find(channel)
                .map(provider -> provider.traits().alwaysEncrypted())
                .orElse(false);
    }

    /** Listens unprotected, like {@link #listen(String, Address, String, Protection)}. */
    public RuntimeListener listen(String channel, Address bind, @Nullable String advertisedHost) throws IOException {
        return listen(channel, bind, advertisedHost, Protection.NONE);
    }

    /**
     * Listens on a channel for sessions that are opened with tokens of {@link #issue}.
     *
     * @param channel the term of an available channel
     * @param bind port 0 selects a free one
     * @param advertisedHost the host to use in answers if it is not the bound one
     * @param protection of the connections; agreements with security TLS can be opened at protected listeners only,
     *     others at unprotected ones only
     * @throws IOException if the address cannot be bound, or the channel cannot be protected
     */
    public RuntimeListener listen(String channel, Address bind, @Nullable String advertisedHost, Protection protection)
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
     * Issues a single-use token of 256 random bits, valid for 30 seconds and stored only as a hash. A peer that opens
     * with it and the agreement's digest, at a listener of the agreed channel and security, gets a session whose
     * messages are delivered to the handler. Reads the store when durable sessions are agreed for the first time.
     *
     * @param principal the principal whose quota the session counts against
     * @param attachment the object that {@link Conversation#attachment()} returns
     * @throws ParleyException {@code NEGOTIATION} if the agreed compression is not available,
     *     {@code CONTEXT_UNAVAILABLE} if the store does not return the key of durable sessions' secrets
     */
    public byte[] issue(Agreement agreement, String principal, @Nullable Object attachment, MessageHandler handler) {
        return services.issue(agreement, principal, attachment, handler, Port.of(agreement));
    }

    /**
     * Allows durable sessions of an agreement that other processes left in the store to be continued here, with the
     * arguments that {@link #issue} had there; to be called before listening. Each is restored when its client resumes,
     * or by {@link #restore}. If no other process uses the store, this blocks for at most {@code
     * parley.limits.open-millis} while the key of their secrets is read.
     *
     * @throws IllegalArgumentException if such sessions cannot be durable here
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if a store of this process alone does not return the key
     */
    public void recover(Agreement agreement, @Nullable Object attachment, MessageHandler handler) {
        services.recover(new Recovery.Arguments(agreement, attachment, handler));
    }

    /**
     * Allows sessions of all agreements that a recovery finds to be continued here. May be called again when more of
     * them can be found; another recovery replaces the previous one. Does nothing without a store.
     */
    public void recover(Recovery recovery) {
        services.recover(recovery);
    }

    /**
     * Restores in the background all durable sessions that can be continued here, first those whose client resumes, and
     * delivers their unhandled messages again. To be called once this process listens, since handlers must not run in
     * one that cannot start. Does nothing without a store, or if other processes use it too.
     */
    public void restore() {
        services.restore();
    }

    /** Returns whether sessions can be durable here, because there is a store for them. */
    public boolean isDurable() {
        return services.durable != null;
    }

    /** Returns a new acceptor of sessions on connections that the application accepts. */
    public SessionAcceptor newSessionAcceptor() {
        return new SessionAcceptor(services);
    }

    /** Returns the name of this node, which starts all its tokens (docs/protocol/channels.md, section 16). */
    public String node() {
        return services.tokens.node();
    }

    /**
     * Connects, within {@code parley.limits.connect-millis}, and opens a session. The agreement's addresses are tried
     * in order until one succeeds. With security TLS only a peer with the agreed certificate is accepted, and the
     * handshake has {@code parley.limits.handshake-millis} in addition.
     *
     * @param token the token that the other side issued for this agreement
     * @param terms bytes for {@link Conversation#openTerms()} of the other side, at most 1,024
     * @param handler handles the messages that the other side initiates
     * @return fails with {@link io.parley.ParleyException}: {@code CONNECT_FAILED}, {@code WRONG_NODE},
     *     {@code TOKEN_REFUSED}, {@code DIGEST_MISMATCH}, {@code VERSION}, {@code OPEN_TIMEOUT}, {@code LIMIT};
     *     {@code NEGOTIATION} if the agreed compression is not available
     */
    public CompletionStage<Conversation> open(Agreement agreement, byte[] token, byte[] terms, MessageHandler handler) {
        return dialer.open(agreement, token, terms, handler, () -> dialer.plan(agreement), null);
    }

    /** Opens a session through a provider, which need not be one of this runtime. */
    public CompletionStage<Conversation> open(
            Agreement agreement, byte[] token, byte[] terms, MessageHandler handler, ChannelProvider provider) {
        return dialer.open(agreement, token, terms, handler, () -> dialer.plan(agreement, provider), null);
    }

    /** Opens a session over a connection made by a connector; the agreed addresses are ignored. */
    public CompletionStage<Conversation> open(
            Agreement agreement, byte[] token, byte[] terms, MessageHandler handler, Connector connector) {
        return dialer.open(agreement, token, terms, handler, () -> dialer.plan(connector), null);
    }

    /** Returns the durable sessions of this side, if the runtime has a {@link Builder#durable store}. */
    public DurableClientSessions durableSessions() {
        return durableSessions;
    }

    /** Returns the names of the available compressions, without none. */
    public Set<String> compressions() {
        return services.compressions.names();
    }

    /** Returns the traffic of all sessions so far. */
    public Traffic traffic() {
        return services.traffic();
    }

    /** Returns the counters of all sessions. */
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

    /** Returns the bytes reserved now by all sessions, for received and for queued outgoing content. */
    public long reservedBytes() {
        return services.receivingBudget.reserved() + services.sendingBudget.reserved();
    }

    /** Returns the estimated bytes of the objects of all messages in progress. */
    public long objectBytes() {
        return services.objects.reserved();
    }

    /**
     * Returns a reservation for the objects of a message received by SOAP, within the same budget; the caller closes
     * it.
     */
    public ObjectReservation reserveObjects() {
        return new ObjectReservation(services.objects, null);
    }

    /** Returns the number of open sessions, on both sides. */
    public int sessions() {
        return services.open.size();
    }

    /** Returns the open sessions, on both sides. */
    public List<Conversation> conversations() {
        return services.open.stream().map(RunningSession::conversation).toList();
    }

    /**
     * Stops listening, and drains every session that is not durable (docs/protocol/framing.md, GOAWAY with DRAIN): the
     * peers start nothing new, and work in progress is finished. Sessions that are opened from now on, by tokens issued
     * before, are drained at once. Durable sessions stay open until {@link #close} leaves them to the next process.
     *
     * @return completes when none of them is left, on the thread that ended the last; {@link #close} ends the rest
     */
    public CompletionStage<Void> drain() {
        listening.forEach(BoundListener::close);
        return drain(session -> true);
    }

    /**
     * Drains the sessions that peers opened, and those that they open from now on, like {@link #drain()}, while
     * listeners and all other sessions stay open: a service that is shut down may still have to call others.
     */
    public CompletionStage<Void> drainAccepted() {
        return drain(RunningSession::isAccepting);
    }

    private CompletionStage<Void> drain(Predicate<RunningSession> which) {
        services.draining = true;
        List<CompletableFuture<Boolean>> ends = new ArrayList<>();
        for (RunningSession session : services.open) {
            if (!which.test(session) || !Services.endsByDrain(session)) {
                continue;
            }
            Conversation conversation = session.conversation();
            conversation.drain();
            // Orderly or not, the session has ended.
            ends.add(conversation.closed().handle((nothing, why) -> true).toCompletableFuture());
        }
        return ends.isEmpty()
                ? CompletableFuture.completedStage(null)
                : CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                        .thenCompose(over -> drain(which));
    }

    /**
     * Stops listening, leaves the durable sessions to the next process, closes all others with {@code CLOSED}, and
     * releases the resources of this runtime. The peers of a session that was left lose their connection, and resume
     * with the next process, which delivers the unhandled messages. Idempotent.
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
                LOG.warn("Cannot close {}", started, e);
            }
        }
    }

    /** Returns this runtime's settings for channels. */
    public ChannelSettings channelSettings() {
        return services.channelSettings();
    }

    /** Builder of a runtime. Settings that are not set have the documented defaults. Not thread-safe. */
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

        /** Sets the limits. Default: {@link Limits#defaults()}. */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /** Sets the timers, which are not closed with the runtime. Default: the system's. */
        public Builder timers(Timers value) {
            timers = value;
            return this;
        }

        /**
         * Sets the executor of message handlers. Default: the runtime's own threads, bounded by
         * {@link io.parley.Limit#THREADS}, which end with it.
         */
        public Builder workers(Executor value) {
            workers = value;
            return this;
        }

        /**
         * Sets whether the runtime's own threads for message handlers are virtual, if the JVM supports them. Default:
         * false.
         */
        public Builder virtualThreads(boolean value) {
            virtualThreads = value;
            return this;
        }

        /** Sets the channels. Default: all that the class loader of this class finds. */
        public Builder channels(List<ChannelProvider> value) {
            channels = List.copyOf(value);
            return this;
        }

        /** Sets the buffer allocator. Default: Netty's. */
        public Builder allocator(ByteBufAllocator value) {
            allocator = value;
            return this;
        }

        /**
         * Sets the source of random delays of reconnects, so that clients that one failure disconnected do not return
         * all at once. Must be thread-safe. Default: seeded randomly.
         */
        public Builder random(RandomGenerator value) {
            random = value;
            return this;
        }

        /**
         * Sets the store of sessions with reliability {@code durable}, which then survive this process. The caller
         * closes the store after the runtime. Default: none, and no session is durable.
         */
        public Builder durable(ContextStore value) {
            return durable(value, Seal.none());
        }

        /**
         * Sets the store and a seal, so that writers of the store without the seal's secret cannot change sessions that
         * peers opened. All processes that continue the sessions must have the same seal; unsealed sessions are not
         * continued.
         */
        public Builder durable(ContextStore value, Seal by) {
            store = value;
            seal = by;
            return this;
        }

        /**
         * Creates the runtime, which the caller closes. Loads the compressions that the class loader finds, and the
         * channels if none were set.
         */
        public ParleyRuntime build() {
            return new ParleyRuntime(this);
        }
    }
}
