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
 * A server whose process seems to die: its runtime goes on, but from then on nothing that it does reaches the store, its
 * clients or its handler's tally, as if it had been killed. Another takes its place over the same store.
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

    /** What the engine of the store does instead of what it should. */
    interface Faults {
        default CompletionStage<TransactionOutcome> apply(ContextStore store, Transaction transaction) {
            return store.apply(transaction);
        }

        default Optional<Entry> get(ContextStore store, Key key, Read read) {
            return store.get(key, read);
        }
    }

    /** One life of the server. */
    final class Life {
        private final DyingStore mine = new DyingStore();
        private final ParleyRuntime runtime;
        private final Listening listening;
        private volatile boolean dead;

        Life() throws IOException {
            runtime = ParleyRuntime.builder()
                    .limits(limits)
                    .durable(mine, seal)
                    .channels(List.of(provider))
                    .build();
            runtime.recover(agreement, null, handlers.apply(this));
            listening = runtime.listen("local", new Address("local", 0), null);
        }

        boolean isDead() {
            return dead;
        }

        /** What happened to its sessions. */
        SessionEvents events() {
            return runtime.counts().events();
        }

        /** Sessions that it has, or thinks it has. */
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

    /** With a store that takes no more bytes than that in one transaction. */
    CrashingServer(Function<Life, MessageHandler> handlers, long mostBytes) throws IOException {
        Limits limits = Limits.defaults().with(Limit.CONTEXT_VALUE_BYTES, mostBytes);
        this.store = ContextStores.open("memory:", StoreSettings.defaults().with(limits));
        this.handlers = handlers;
        this.current = new Life();
    }

    /** What the store's engine does from now on. */
    void faults(Faults now) {
        faults = now;
    }

    /** Other processes may have the sessions: who comes after a crash goes on with one when its client comes. */
    void shareStore() {
        shared = true;
    }

    /** Limits of the processes that begin after this. */
    void limits(Limits later) {
        limits = later;
    }

    /** Connections that clients lost. */
    int closed() {
        return closed.get();
    }

    /** The process dies at the moment when the first answer is in the store, and before it goes out. */
    void dieOnceAnswered() {
        diesOnceAnswered = true;
    }

    void awaitStoredAnswer() throws InterruptedException {
        if (!answerStored.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("expected the answer to be stored, found that it was not");
        }
        diesOnceAnswered = false;
    }

    /** Entries of all sessions in the store. */
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

    /** Of a process that is dead nothing comes, not even the farewell of its runtime on a connection that was just made. */
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

    /** Cuts the connection of the newest client. */
    void cut() {
        connection.close();
    }

    /** The server's process ends, and another begins. */
    void crash() throws IOException {
        crash(kept -> {});
    }

    /** The same; meanwhile somebody is at the store. */
    void crash(Consumer<ContextStore> meanwhile) throws IOException {
        current.die();
        meanwhile.accept(store);
        current = new Life();
    }

    /** The server's process is closed, as by whoever operates it, and another begins. */
    void restart() throws IOException {
        current.close();
        current = new Life();
    }

    /** Memory of the process that other messages have. */
    HeldObjects holdObjects() {
        return current.runtime.holdObjects();
    }

    /** What happened to the sessions of the process. */
    SessionEvents events() {
        return current.events();
    }

    /** Sessions that the process has. */
    int sessions() {
        return current.sessions();
    }

    /** The sessions in the store, in no order. */
    Set<Scope> scopes() {
        return Set.copyOf(scopes);
    }

    /** Whether the store is away. */
    void refuseToStore(boolean away) {
        refuses = away;
    }

    void awaitRefusal() throws InterruptedException {
        if (!refused.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("expected something to be stored, found nothing");
        }
    }

    /** Another process goes on, though this one is alive and does not know of it. */
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

    /** The store, as a process sees it until it dies: then nobody hears of it again. */
    private final class DyingStore implements ContextStore {
        private volatile boolean dead;
        /** Whether the process stored something, as it does first when it takes a session over. */
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
