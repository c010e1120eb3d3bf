package io.parley.store.infinispan;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.Cursor;
import io.parley.context.Durability;
import io.parley.context.Entry;
import io.parley.context.EntryInfo;
import io.parley.context.Health;
import io.parley.context.Key;
import io.parley.context.LogRecord;
import io.parley.context.Read;
import io.parley.context.Rules;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.StoreThreads;
import io.parley.context.StoreTraits;
import io.parley.context.Subscription;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Usage;
import io.parley.context.Watcher;
import io.parley.context.Watches;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Context store on one node of a cluster. */
final class InfinispanStore implements ContextStore {
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(2);
    private static final int PAGE_SCOPES = 100;

    private final NodeAddress address;
    private final StoreSettings settings;
    private final Rules rules;
    private final ScopeIndex index = new ScopeIndex();
    private final StoreThreads threads = new StoreThreads(InfinispanStoreProvider.ENGINE);
    private final Watches watches = new Watches(new Tail(), threads);
    private final Node node;
    private final HeadWriter writer;

    private InfinispanStore(NodeAddress address, StoreSettings settings) {
        this.address = address;
        this.settings = settings;
        this.rules = new Rules(settings.limits());
        this.node = new Node(address, index, watches::hint);
        this.writer = new HeadWriter(address, node, index, settings, this::now);
    }

    private void start() {
        node.start();
        writer.start();
        threads.every(settings.sweepEvery(), "Sweeping " + address, this::sweepForAll);
        threads.every(CHECK_INTERVAL, "Looking after watched contexts of " + address, watches::hintAll);
    }

    /** Opens a store: joins the cluster, and blocks until there is a majority. */
    static ContextStore open(NodeAddress address, StoreSettings settings) {
        InfinispanStore store = new InfinispanStore(address, settings);
        store.start();
        boolean isOpen = false;
        try {
            store.node.awaitServing();
            isOpen = true;
            return store;
        } finally {
            if (!isOpen) {
                store.close();
            }
        }
    }

    @Override
    public StoreTraits capabilities() {
        boolean survivesAMachine = address.nodes().size() > 2;
        return new StoreTraits(
                InfinispanStoreProvider.ENGINE,
                survivesAMachine ? Durability.REPLICATED : Durability.MEDIA,
                !address.isAlone());
    }

    @Override
    public Optional<Entry> get(Key key, Read read) {
        Head.Slot slot = slot(key, read);
        while (slot != null) {
            byte[] bytes = new HeadStore(address, node.serving()).bytes(slot);
            if (bytes != null) {
                return Optional.of(new Entry(slot.info(), slot.value(bytes)));
            }
            slot = after(slot, slot(key, Read.LATEST));
        }
        return Optional.empty();
    }

    private Head.@Nullable Slot slot(Key key, Read read) {
        Head.Slot slot = head(key.scope(), read).slots().get(new Head.Name(key.name()));
        return slot == null || slot.info().isExpired(now()) ? null : slot;
    }

    /**
     * Returns the slot that replaced a value which disappeared after its head was read.
     *
     * @throws ParleyException {@code CONTENT_MISMATCH} if the entry still refers to the missing value
     */
    private Head.@Nullable Slot after(Head.Slot gone, Head.@Nullable Slot now) {
        if (now != null && Objects.equals(gone.place(), now.place())) {
            throw new ParleyException(
                    ErrorCode.CONTENT_MISMATCH,
                    address + ": expected a value of " + now.info().length() + " bytes beside its context, found none");
        }
        return now;
    }

    private Head head(Scope scope, Read read) {
        if (read == Read.LOCAL) {
            return new HeadStore(address, node.serving()).readHere(scope).head();
        }
        Node.Serving serving = node.leased();
        Head head = new HeadStore(address, serving).read(scope).head();
        if (!serving.member().hasMajority()) {
            // The process may have been paused between the check of its membership and the read, for any time.
            throw node.unavailable();
        }
        return head;
    }

    @Override
    public CompletionStage<TransactionOutcome> apply(Transaction transaction) {
        try {
            rules.check(transaction);
            return writer.apply(transaction);
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public List<EntryInfo> list(Scope scope, Cursor after, int limit) {
        Rules.checkPage(limit);
        String name = after.scope().equals(scope.id()) ? after.name() : "";
        return present(scope, name).stream().limit(limit).toList();
    }

    private List<EntryInfo> present(Scope scope, String after) {
        Instant now = now();
        return head(scope, Read.LATEST).slots().tailMap(new Head.Name(after), false).values().stream()
                .map(Head.Slot::info)
                .filter(info -> !info.isExpired(now))
                .toList();
    }

    @Override
    public List<EntryInfo> owned(String owner, Cursor after, int limit) {
        Rules.checkPage(limit);
        node.leased();
        List<EntryInfo> page = new ArrayList<>();
        Cursor from = after;
        List<Scope> scopes = index.of(owner, from, PAGE_SCOPES);
        while (!scopes.isEmpty() && page.size() < limit) {
            for (Scope scope : scopes) {
                present(scope, scope.id().equals(after.scope()) ? after.name() : "").stream()
                        .filter(info -> info.owner().equals(owner))
                        .limit((long) limit - page.size())
                        .forEach(page::add);
            }
            from = new Cursor(scopes.get(scopes.size() - 1).id() + "\0", "");
            scopes = index.of(owner, from, PAGE_SCOPES);
        }
        return page;
    }

    @Override
    public Instant now() {
        return settings.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public Usage usage(String owner) {
        node.leased();
        return index.usage(owner);
    }

    @Override
    public List<LogRecord> log(Scope scope, long after, int limit) {
        Rules.checkPage(limit);
        List<LogRecord> page = new ArrayList<>();
        for (LogRecord each : head(scope, Read.LATEST).log()) {
            if (page.size() >= limit && page.get(page.size() - 1).number() != each.number()) {
                break;
            }
            if (each.number() > after) {
                page.add(each);
            }
        }
        return page;
    }

    @Override
    public Subscription watch(Scope scope, long after, Watcher watcher) {
        return watches.watch(scope, after, watcher);
    }

    /** Sweeps on the coordinator only, which is enough. */
    private void sweepForAll() {
        if (node.isCoordinator()) {
            sweep();
        }
    }

    @Override
    public int sweep() {
        return writer.sweepInTurn();
    }

    @Override
    public Health check() {
        try {
            Node.Serving serving = node.leased();
            return new Health(true, address + " serves with " + serving.member().visibleNodes() + " nodes");
        } catch (ParleyException e) {
            return new Health(false, e.text());
        }
    }

    @Override
    public void close() {
        threads.close();
        writer.close();
        node.close();
    }

    /** Log that the watchers read. */
    private final class Tail implements Watches.Log {
        @Override
        public List<LogRecord> read(Scope scope, long after, int limit) {
            return log(scope, after, limit);
        }

        @Override
        public long last(Scope scope) {
            return head(scope, Read.LATEST).lastLogged();
        }
    }
}
