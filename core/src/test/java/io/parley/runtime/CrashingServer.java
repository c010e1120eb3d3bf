package io.parley.runtime;

import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.LocalChannelProvider;
import io.parley.context.Change;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Cursor;
import io.parley.context.Entry;
import io.parley.context.EntryInfo;
import io.parley.context.Health;
import io.parley.context.Key;
import io.parley.context.LogRecord;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Seal;
import io.parley.context.StoreSettings;
import io.parley.context.StoreTraits;
import io.parley.context.Subscription;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Usage;
import io.parley.context.Watcher;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A server whose process seems to die: its runtime continues, but its effects no longer reach the store, the clients or
 * the handler's tally, as if it had been killed. Another process takes its place with the same store.
 */
final class CrashingServer implements AutoCloseable {
    private final LocalChannelProvider provider = new LocalChannelProvider();
    private final ContextStore store;
    private final Seal seal = Seal.of(new byte[Seal.LEAST_BYTES]);
    private final Agreement agreement = Agreement.byApi(
                    "xml", "local", List.of(new HostPort("local", 1)), Limits.defaults(), "no parts")
            .reliable(Reliability.DURABLE);
    private final Function<Life, MessageHandler> handlers;
    private volatile Life current;
    private volatile Connection connection;
    private final Set<Scope> scopes = ConcurrentHashMap.newKeySet();
    private final CountDownLatch answerStored = new CountDownLatch(1);
    private volatile boolean diesOnceAnswered;
    private final CountDownLatch refused = new CountDownLatch(1);
    private volatile boolean refuses;
    private volatile Limits limits = Limits.defaults();
    private volatile boolean shared;
    private volatile Faults faults = new Faults() {};
    private final AtomicInteger closed = new AtomicInteger();

    /** Simulated faults of the store's engine. */
    interface Faults {
        default CompletionStage<TransactionOutcome> apply(ContextStore store, Transaction transaction) {
            return store.apply(transaction);
        }

        default Optional<Entry> get(ContextStore store, Key key, Read read) {
            return store.get(key, read);
        }
    }

    /** One run of the server's process. */
    final class Life {
        private final DyingStore mine = new DyingStore();
        private final ParleyRuntime runtime;
        private final RuntimeListener listening;
        private volatile boolean dead;

        Life() throws IOException {
            runtime = ParleyRuntime.builder()
                    .limits(limits)
                    .durable(mine, seal)
                    .channels(List.of(provider))
                    .build();
            runtime.recover(agreement, null, handlers.apply(this));
            listening = runtime.listen("local", new Address("local", 0), null);
            runtime.restore();
        }

        boolean isDead() {
            return dead;
        }

        /** Returns the event counters of its sessions. */
        SessionEvents events() {
            return runtime.counts().events();
        }

        /** Returns the number of its sessions, as far as it knows. */
        int sessions() {
            return runtime.sessions();
        }

        void close() {
            listening.close();
            runtime.close();
        }

        private void die() {
            dead = true;
            mine.dead = true;
            listening.close();
            cut();
            runtime.close();
        }
    }

    CrashingServer(Function<Life, MessageHandler> handlers) throws IOException {
        this(handlers, Limit.CONTEXT_VALUE_BYTES.initial());
    }

    /**
     * Creates a server with a limited store.
     *
     * @param mostBytes the maximum size of one transaction
     */
    CrashingServer(Function<Life, MessageHandler> handlers, long mostBytes) throws IOException {
        Limits limits = Limits.defaults().with(Limit.CONTEXT_VALUE_BYTES, mostBytes);
        this.store = ContextStores.open("memory:", StoreSettings.defaults().with(limits));
        this.handlers = handlers;
        this.current = new Life();
    }

    /** Sets the faults of the store's engine from now on. */
    void faults(Faults now) {
        faults = now;
    }

    /** Lets several processes share the store: the next process takes over a session when its client connects. */
    void shareStore() {
        shared = true;
    }

    /** Sets the limits of processes that are started after this call. */
    void limits(Limits later) {
        limits = later;
    }

    /** Returns the number of connections that clients lost. */
    int closed() {
        return closed.get();
    }

    /** Lets the process die when the first answer is stored, before it is sent. */
    void dieOnceAnswered() {
        diesOnceAnswered = true;
    }

    void awaitStoredAnswer() throws InterruptedException {
        if (!answerStored.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("expected the answer to be stored, found that it was not");
        }
        diesOnceAnswered = false;
    }

    /** Returns the number of stored entries of all sessions. */
    int entries() {
        return scopes.stream()
                .mapToInt(scope ->
                        store.list(scope, Cursor.START, ContextStore.MAX_PAGE).size())
                .sum();
    }

    Conversation open(ParleyRuntime client) throws Exception {
        return open(client, "someone");
    }

    Conversation open(ParleyRuntime client, String principal) throws Exception {
        byte[] token = current.runtime.issue(agreement, principal, null, handlers.apply(current));
        return client.open(agreement, token, new byte[0], IncomingMessage::close, this::connect)
                .toCompletableFuture()
                .get();
    }

    private CompletionStage<Connection> connect(ChannelSettings settings, ConnectionHandler handler) {
        Life life = current;
        return provider.connect(life.listening.address(), settings, new Alive(life, handler, closed))
                .thenApply(made -> {
                    connection = made;
                    if (life.isDead()) {
                        made.close();
                    }
                    return made;
                });
    }

    /**
     * A handler that passes nothing on once the process is dead, not even the GOAWAY of its runtime on a new
     * connection.
     */
    private record Alive(Life life, ConnectionHandler handler, AtomicInteger closed) implements ConnectionHandler {
        @Override
        public int frameLength(ByteBuf in) {
            return handler.frameLength(in);
        }

        @Override
        public void onFrame(ByteBuf frame) {
            if (life.isDead()) {
                frame.release();
            } else {
                handler.onFrame(frame);
            }
        }

        @Override
        public void onRefused(RuntimeException why) {
            handler.onRefused(why);
        }

        @Override
        public void onWritable() {
            handler.onWritable();
        }

        @Override
        public void onReadComplete() {
            handler.onReadComplete();
        }

        @Override
        public void onClosed(@Nullable Throwable cause) {
            closed.incrementAndGet();
            handler.onClosed(cause);
        }
    }

    /** Closes the connection of the newest client. */
    void cut() {
        connection.close();
    }

    /** Kills the server's process and starts another. */
    void crash() throws IOException {
        crash(kept -> {});
    }

    /**
     * Kills the server's process and starts another.
     *
     * @param meanwhile called with the store between the two
     */
    void crash(Consumer<ContextStore> meanwhile) throws IOException {
        current.die();
        meanwhile.accept(store);
        current = new Life();
    }

    /** Closes the server's process in order and starts another. */
    void restart() throws IOException {
        current.close();
        current = new Life();
    }

    /** Returns a reservation of the process's memory for objects, on behalf of other messages. */
    ObjectReservation reserveObjects() {
        return current.runtime.reserveObjects();
    }

    /** Returns the event counters of the process's sessions. */
    SessionEvents events() {
        return current.events();
    }

    /** Returns the number of the process's sessions. */
    int sessions() {
        return current.sessions();
    }

    /** Returns the sessions in the store, in no order. */
    Set<Scope> scopes() {
        return Set.copyOf(scopes);
    }

    /** Makes the store unavailable, or available again. */
    void refuseToStore(boolean away) {
        refuses = away;
    }

    void awaitRefusal() throws InterruptedException {
        if (!refused.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("expected something to be stored, found nothing");
        }
    }

    /** Starts another process that takes the sessions over, while this one is alive and unaware of it. */
    Life takeOver() throws IOException {
        Life before = current;
        Life after = new Life();
        current = after;
        await().atMost(PATIENCE).until(() -> after.mine.stored);
        return before;
    }

    @Override
    public void close() {
        current.runtime.close();
        store.close();
    }

    /** A process's view of the store: unavailable after the death of the process. */
    private final class DyingStore implements ContextStore {
        private volatile boolean dead;
        /** True once the process has stored something, as it does first when it takes a session over. */
        private volatile boolean stored;

        private ParleyException gone() {
            return new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "its process is dead");
        }

        private boolean hasFramesOut(Transaction transaction) {
            return transaction.changes().stream()
                    .anyMatch(change ->
                            change instanceof Change.Put && change.name().startsWith("out"));
        }

        @Override
        public CompletionStage<TransactionOutcome> apply(Transaction transaction) {
            if (refuses) {
                refused.countDown();
                return CompletableFuture.failedFuture(
                        new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "the store is away"));
            }
            if (dead) {
                return CompletableFuture.failedFuture(gone());
            }
            scopes.add(transaction.scope());
            CompletableFuture<TransactionOutcome> told = new CompletableFuture<>();
            var unused = faults.apply(store, transaction).whenComplete((outcome, failure) -> {
                if (diesOnceAnswered && hasFramesOut(transaction)) {
                    dead = true;
                    answerStored.countDown();
                }
                if (dead) {
                    told.completeExceptionally(gone());
                } else if (failure != null) {
                    told.completeExceptionally(failure);
                } else {
                    told.complete(outcome);
                    stored = true;
                }
            });
            return told;
        }

        @Override
        public StoreTraits capabilities() {
            StoreTraits own = store.capabilities();
            return shared ? new StoreTraits(own.engine(), own.durability(), true) : own;
        }

        @Override
        public Optional<Entry> get(Key key, Read read) {
            return faults.get(store, key, read);
        }

        @Override
        public List<EntryInfo> list(Scope scope, Cursor after, int limit) {
            return store.list(scope, after, limit);
        }

        @Override
        public List<EntryInfo> owned(String owner, Cursor after, int limit) {
            return store.owned(owner, after, limit);
        }

        @Override
        public Instant now() {
            return store.now();
        }

        @Override
        public Usage usage(String owner) {
            return store.usage(owner);
        }

        @Override
        public List<LogRecord> log(Scope scope, long after, int limit) {
            return store.log(scope, after, limit);
        }

        @Override
        public Subscription watch(Scope scope, long after, Watcher watcher) {
            return store.watch(scope, after, watcher);
        }

        @Override
        public int sweep() {
            return store.sweep();
        }

        @Override
        public Health check() {
            return store.check();
        }

        @Override
        public void close() {}
    }

    static final Duration PATIENCE = Duration.ofMinutes(1);
}
