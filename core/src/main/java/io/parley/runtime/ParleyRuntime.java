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
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Connector;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import io.parley.compression.Compression;
import io.parley.context.ContextStore;
import io.parley.journal.Journals;
import io.parley.journal.StoredSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.Reliability;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives sessions: listens, issues tokens, opens conversations, and holds the memory budget that all of them share. One
 * per bus or standalone endpoint. Thread-safe; no method blocks except {@link #listen}, for as long as binding takes.
 */
public final class ParleyRuntime implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ParleyRuntime.class);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    private final Services services;
    private final Providers<ChannelProvider> channels;
    private final List<AutoCloseable> own = new ArrayList<>();
    private final Set<Bound> listening = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private ParleyRuntime(Builder builder) {
        Timers timers = builder.timers;
        if (timers == null) {
            SystemTimers system = Timers.system();
            own.add(system);
            timers = system;
        }
        Executor workers = builder.workers;
        if (workers == null) {
            ExecutorService pool = new HandlerPool();
            own.add(pool::shutdown);
            workers = pool;
        }
        ExecutorService sideWriters = SideWriter.threads();
        own.add(sideWriters::shutdown);
        List<ChannelProvider> given = builder.channels;
        this.channels = given != null
                ? Providers.of(given)
                : Providers.load(ChannelProvider.class, ParleyRuntime.class.getClassLoader());
        ContextStore store = builder.store;
        this.services = new Services(
                builder.limits,
                timers,
                workers,
                sideWriters,
                builder.allocator,
                builder.keepAlive,
                Providers.load(Compression.class, ParleyRuntime.class.getClassLoader()),
                builder.random,
                store == null ? null : new Durable(store, builder.limits, sideWriters, StoredThread.start()));
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Whether there is a channel of that name, and it can be protected. */
    public boolean canProtect(String channel) {
        return channels.find(channel)
                .map(provider -> provider.traits().encrypted())
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
                bind, channelSettings().with(protection), connection -> Link.accepting(services, connection, port));
        Bound bound = new Bound(channel, listener, advertisedHost);
        listening.add(bound);
        if (closed) {
            bound.close();
        }
        return bound;
    }

    /**
     * Issues a single-use token of 256 random bits, valid for 30 seconds and kept only as a hash. Who opens with it and
     * the agreement's digest, at a listener of the agreed channel and security, gets a session that hands its messages to the
     * handler.
     *
     * @param principal whose quota the session counts against
     * @param attachment what {@link Conversation#attachment()} shows
     * @throws ParleyException {@code NEGOTIATION} if the agreed compression is not here
     */
    public byte[] issue(Agreement agreement, String principal, @Nullable Object attachment, MessageHandler handler) {
        return issue(agreement, principal, attachment, handler, Port.of(agreement));
    }

    byte[] issue(
            Agreement agreement, String principal, @Nullable Object attachment, MessageHandler handler, Object at) {
        checkDurable(agreement);
        services.checkCompression(agreement);
        return services.tokens.issue(
                new Grant(agreement, principal, attachment, handler, services.timers.nanoTime(), at));
    }

    /**
     * Lets durable sessions of that agreement which other processes left in the store go on here, with the same arguments
     * as {@link #issue} was given there: call it before listening. If no other process uses the store they do so at once, and
     * messages that were not done come to the handler again; else each does when its client comes. Blocks while the store
     * is read.
     *
     * @throws IllegalArgumentException if such sessions cannot be durable here
     */
    public void recover(Agreement agreement, @Nullable Object attachment, MessageHandler handler) {
        checkDurable(agreement);
        Durable durable = services.durable;
        if (durable != null) {
            durable.recover(services, agreement, attachment, handler);
        }
    }

    /**
     * The same for whatever agreements the sessions in the store have. May be called again when more of them can be found;
     * with another recovery, that takes the place of the one before. Does nothing without a store.
     */
    public void recover(Recovery recovery) {
        Durable durable = services.durable;
        if (durable != null) {
            durable.recover(services, recovery);
        }
    }

    /** Whether sessions can be durable here: there is a store for them. */
    public boolean isDurable() {
        return services.durable != null;
    }

    private void checkDurable(Agreement agreement) {
        if (agreement.reliability() == Reliability.DURABLE) {
            if (services.durable == null) {
                throw new IllegalArgumentException("reliability durable needs a context store, see Builder.durable");
            }
            if (!services.compressesSingly(agreement)) {
                throw new IllegalArgumentException(
                        "reliability durable: expected a compression of single messages or none, found "
                                + agreement.compression());
            }
        }
    }

    /** A new way in beside the listeners, for connections that come through something of the application's own. */
    public Door door() {
        return new Door(this);
    }

    ConnectionHandler accept(Connection connection, Object at) {
        return Link.accepting(services, connection, at);
    }

    /**
     * Connects, within one second, and opens. The agreement's addresses are tried in their order until one answers. With
     * security TLS nobody is spoken to who does not show the agreed certificate, for which there are four seconds more.
     *
     * @param token what the other side issued for this agreement
     * @param terms bytes for {@link Conversation#openTerms()} of the other side, at most 1,024
     * @param handler takes what the other side sends by itself
     * @return fails with {@link io.parley.ParleyException}: {@code CONNECT_FAILED}, {@code WRONG_NODE}, {@code
     *     TOKEN_REFUSED}, {@code DIGEST_MISMATCH}, {@code VERSION}, {@code OPEN_TIMEOUT}, {@code LIMIT}; {@code
     *     NEGOTIATION} if the agreed compression is not here
     */
    public CompletionStage<Conversation> open(Agreement agreement, byte[] token, byte[] terms, MessageHandler handler) {
        Optional<ChannelProvider> provider = channels.find(agreement.channel());
        return provider.isPresent()
                ? open(agreement, token, terms, handler, provider.get())
                : CompletableFuture.failedFuture(
                        new ParleyException(ErrorCode.CONNECT_FAILED, "no channel is called " + agreement.channel()));
    }

    /** The same through a provider that this runtime need not have: one for a place that only the caller knows. */
    public CompletionStage<Conversation> open(
            Agreement agreement, byte[] token, byte[] terms, MessageHandler handler, ChannelProvider provider) {
        try {
            return open(agreement, token, terms, handler, way(agreement, provider), null);
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * As {@link #open(Agreement, byte[], byte[], MessageHandler)}, with a session that outlives this process too: what goes
     * out and comes is in the store of {@link Builder#durable} first, and the process after this one has it by {@link
     * #reopen}. Blocks while the store is read.
     *
     * @param name by which the next process asks for it; at most 200 characters
     * @param note what that needs to know what was agreed on; {@link #left} gives it back
     * @throws IllegalArgumentException if the agreement is not durable, or there is no store
     * @throws IllegalStateException if there is a session of that name, here or left by an earlier process
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if the store cannot be read
     */
    public CompletionStage<Conversation> openKept(
            String name, byte[] note, Agreement agreement, byte[] token, MessageHandler handler) {
        Durable durable = keeping(agreement);
        if (durable.left(name) != null) {
            throw new IllegalStateException(
                    "expected no session of the name " + name + ", found that an earlier process left one");
        }
        Way way = way(agreement);
        return open(agreement, token, new byte[0], handler, way, new Kept(name, note.clone()));
    }

    /**
     * The note of a session that an earlier process opened with {@link #openKept} and that is not over, as far as is known
     * there; empty if there is none of that name. Blocks while the store is read.
     *
     * @param store that of {@link Builder#durable} then
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if the store cannot be read
     */
    public static Optional<byte[]> left(ContextStore store, String name) {
        StoredSession stored =
                Journals.opened(store, Limits.defaults(), Runnable::run).load(name);
        return stored == null || stored.state().isOver()
                ? Optional.empty()
                : Optional.of(stored.terms().toArray());
    }

    /** Removes what {@link #left} finds under that name: its messages are not sent any more. Blocks. */
    public void forget(String name) {
        Durable durable = services.durable;
        if (durable != null && durable.left(name) != null) {
            durable.opened().remove(name);
        }
    }

    /**
     * Goes on with a session that an earlier process opened with {@link #openKept}: its one-way messages that may not have
     * arrived are sent, and its calls that were under way are in the answer. The conversation connects by itself, as after
     * a cut; it ends with {@code CONNECTION_LOST} if the other side does not have the session any more. Blocks while the
     * store is read.
     *
     * @param agreement equal to the one that it was opened with, addresses aside
     * @return empty if there is none of that name
     * @throws ParleyException {@code DIGEST_MISMATCH} if it was opened with another; {@code CONTEXT_UNAVAILABLE} if the store
     *     cannot be read; {@code BUDGET} if there is no room for what was stored
     */
    public Optional<Reopened> reopen(String name, Agreement agreement, MessageHandler handler) {
        StoredSession stored = keeping(agreement).left(name);
        if (stored == null) {
            return Optional.empty();
        }
        if (!agreement.digest().matches(stored.digest().toArray())) {
            throw new ParleyException(
                    ErrorCode.DIGEST_MISMATCH,
                    "session " + name + ": expected the agreement that it was opened with, found another");
        }
        Grant grant = new Grant(agreement, "", null, handler, 0, Port.of(agreement));
        Kept kept = new Kept(name, stored.terms().toArray());
        Link link = Link.reopened(services, way(agreement), grant, kept, stored);
        return Optional.of(new Reopened(link.live(), link.storing().left()));
    }

    private Durable keeping(Agreement agreement) {
        Durable durable = services.durable;
        if (durable == null || agreement.reliability() != Reliability.DURABLE) {
            throw new IllegalArgumentException("a session that outlives this process: expected a store and reliability"
                    + " durable, found " + (durable == null ? "no store" : agreement.reliability()));
        }
        checkDurable(agreement);
        return durable;
    }

    /** By the agreed addresses; throws {@code CONNECT_FAILED} if they cannot be connected to as agreed. */
    private Way way(Agreement agreement) {
        ChannelProvider provider = channels.find(agreement.channel())
                .orElseThrow(() ->
                        new ParleyException(ErrorCode.CONNECT_FAILED, "no channel is called " + agreement.channel()));
        return way(agreement, provider);
    }

    private Way way(Agreement agreement, ChannelProvider provider) {
        String obstacle = closed ? "the runtime is closed" : obstacle(agreement, provider.traits());
        if (!obstacle.isEmpty()) {
            throw new ParleyException(ErrorCode.CONNECT_FAILED, obstacle);
        }
        Protection protection = agreement.security() == ChannelSecurity.TLS
                ? new Protection.Pinned(agreement.certificate())
                : Protection.NONE;
        return new Addresses(provider, agreement.addresses(), channelSettings().with(protection), services.timers);
    }

    /** Why the agreed addresses cannot be connected to as agreed; empty if they can. */
    private static String obstacle(Agreement agreement, ChannelTraits traits) {
        if (agreement.addresses().isEmpty()) {
            return "no address was agreed on";
        }
        if (agreement.security() == ChannelSecurity.NONE) {
            return "";
        }
        if (agreement.certificate().isEmpty()) {
            return "expected a certificate with the security tls, found none";
        }
        return traits.encrypted() ? "" : "the channel " + traits.name() + " cannot be protected";
    }

    /** The same over a connection that the connector makes; agreed addresses are not looked at. */
    public CompletionStage<Conversation> open(
            Agreement agreement, byte[] token, byte[] terms, MessageHandler handler, Connector connector) {
        if (closed) {
            return CompletableFuture.failedFuture(
                    new ParleyException(ErrorCode.CONNECT_FAILED, "the runtime is closed"));
        }
        return open(
                agreement,
                token,
                terms,
                handler,
                wire -> connector.connect(channelSettings(), wire).whenComplete(wire::connected),
                null);
    }

    private CompletionStage<Conversation> open(
            Agreement agreement, byte[] token, byte[] terms, MessageHandler handler, Way way, @Nullable Kept kept) {
        try {
            services.checkCompression(agreement);
            Grant grant = new Grant(agreement, "", null, handler, 0, Port.of(agreement));
            return Link.open(services, way, grant, token, terms, kept);
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The names of the compressions that can be agreed on here, besides none. */
    public Set<String> compressions() {
        return services.compressions.names();
    }

    /** What went through all sessions so far. */
    public Traffic traffic() {
        return services.totals.with(services.open);
    }

    /** What all sessions did so far, and hold now. */
    public RuntimeCounts counts() {
        return new RuntimeCounts(
                sessions(),
                reservedBytes(),
                services.waits.sum(),
                Duration.ofNanos(services.waitedNanos.sum()),
                traffic());
    }

    /** Bytes reserved now, by all sessions: for messages that come or wait to be read, and for what waits to be sent. */
    public long reservedBytes() {
        return services.receivingBudget.reserved() + services.sendingBudget.reserved();
    }

    /** Sessions that are open now, on both sides. */
    public int sessions() {
        return services.open.size();
    }

    /**
     * Stops listening, and lets every session end in order: the other side is told to begin nothing more, what is under way is
     * finished (docs/protocol.md, GOAWAY with DRAIN). Sessions that open meanwhile, by tokens that were given out before, end
     * likewise.
     *
     * @return completes when no session is left, on the thread that ended the last; {@link #close} ends those that are
     */
    public CompletionStage<Void> drain() {
        listening.forEach(Bound::close);
        List<CompletableFuture<Boolean>> ends = new ArrayList<>();
        for (Link link : services.open) {
            Conversation standing = link.live();
            standing.drain();
            // Ended in order or not, it is gone.
            ends.add(standing.closed().handle((nothing, why) -> true).toCompletableFuture());
        }
        return ends.isEmpty()
                ? CompletableFuture.completedStage(null)
                : CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                        .thenCompose(over -> drain());
    }

    /**
     * Stops listening, closes every session with {@code CLOSED}, leaves those that {@link #openKept} and {@link #reopen} opened to
     * the next process without a word to the other side, and gives up what it started
     * itself. Idempotent.
     */
    @Override
    public void close() {
        closed = true;
        listening.forEach(Bound::close);
        if (services.durable != null) {
            services.durable.leave();
        }
        for (Link link : services.open) {
            link.close(ErrorCode.CLOSED, "the runtime is closed");
        }
        if (services.durable != null) {
            services.durable.close();
        }
        for (AutoCloseable started : own) {
            try {
                started.close();
            } catch (Exception e) {
                LOG.warn("cannot close {}", started, e);
            }
        }
    }

    /** What channels need to know from this runtime. */
    public ChannelSettings channelSettings() {
        return new ChannelSettings(services.limits, CONNECT_TIMEOUT);
    }

    /** A listener that stands. */
    private final class Bound implements Listening {
        private final String channel;
        private final Listener listener;
        private final Address address;

        Bound(String channel, Listener listener, @Nullable String advertisedHost) {
            this.channel = channel;
            this.listener = listener;
            Address bound = listener.address();
            this.address = advertisedHost == null ? bound : new Address(advertisedHost, bound.port());
        }

        @Override
        public String channel() {
            return channel;
        }

        @Override
        public Address address() {
            return address;
        }

        @Override
        public String certificate() {
            return listener.certificate();
        }

        @Override
        public void renew(Protection.Certified certified) {
            listener.renew(certified);
        }

        @Override
        public void close() {
            listening.remove(this);
            listener.close();
        }
    }

    /** Settings of a runtime; what is not set has the default that its method names. Not thread-safe. */
    public static final class Builder {
        Limits limits = Limits.defaults();

        @Nullable
        Timers timers;

        @Nullable
        Executor workers;

        @Nullable
        List<ChannelProvider> channels;

        ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
        Duration keepAlive = Duration.ofSeconds(30);
        RandomGenerator random = new Random();

        @Nullable
        ContextStore store;

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

        /** Where message handlers run. Default: a bounded pool of the runtime's own, closed with it. */
        public Builder workers(Executor value) {
            workers = value;
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

        /** A peer from which nothing came for so long is lost; it is pinged after half of it. Default: 30 seconds. */
        public Builder keepAlive(Duration value) {
            keepAlive = value;
            return this;
        }

        /** Spreads out reconnects, so that those whom one failure cut off do not come back at once. Any thread. Default: seeded by itself. */
        public Builder random(RandomGenerator value) {
            random = value;
            return this;
        }

        /**
         * Where sessions with reliability {@code durable} are kept, which then outlive this process. The store stays the
         * caller's, who closes it after the runtime. Default: none, and no session is durable.
         */
        public Builder durable(ContextStore value) {
            store = value;
            return this;
        }

        public ParleyRuntime build() {
            return new ParleyRuntime(this);
        }
    }
}
