package io.parley.context;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store on the heap, guarded by one lock: values of at most a quarter of the maximum heap, and 100,000 log records.
 */
final class MemoryStore implements ContextStore {
    private static final int HEAP_SHARE = 4;
    private static final int MOST_RECORDS = 100_000;

    private final StoreSettings settings;
    private final Rules rules;
    private final StoreThreads threads = new StoreThreads("memory");
    private final Watches watches = new Watches(new Tail(), threads);
    private final NavigableMap<Cursor, Entry> entries = new TreeMap<>();
    private final NavigableSet<EntryInfo> byExpiry =
            new TreeSet<>(Comparator.comparing(EntryInfo::expiresAt).thenComparing(entry -> place(entry.key())));
    private final Map<String, Usage> usages = new HashMap<>();
    private final Deque<LogRecord> log = new ArrayDeque<>();
    private final Map<Scope, Deque<LogRecord>> logs = new HashMap<>();
    private final long mostBytes = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    private long bytes;
    private long numbers;
    private long forgotten;
    private boolean closed;

    private MemoryStore(StoreSettings settings) {
        this.settings = settings;
        this.rules = new Rules(settings.limits());
    }

    static MemoryStore open(StoreSettings settings) {
        MemoryStore store = new MemoryStore(settings);
        store.threads.every(settings.sweepEvery(), "Sweeping a context store", store::sweep);
        return store;
    }

    @Override
    public StoreTraits capabilities() {
        return new StoreTraits("memory", Durability.NONE, false);
    }

    @Override
    public synchronized Optional<Entry> get(Key key, Read read) {
        checkOpen();
        Instant now = now();
        return Optional.ofNullable(entries.get(place(key)))
                .filter(entry -> !entry.info().isExpired(now));
    }

    @Override
    public CompletionStage<TransactionOutcome> apply(Transaction transaction) {
        try {
            rules.check(transaction);
            TransactionOutcome outcome = applyNow(transaction);
            watches.hint(transaction.scope());
            return CompletableFuture.completedFuture(outcome);
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private synchronized TransactionOutcome applyNow(Transaction transaction) {
        checkOpen();
        checkRoom(transaction);
        EngineState ledger = new Heap(now());
        try {
            return rules.apply(transaction, ledger);
        } catch (ParleyException quota) {
            if (expire(ledger) == 0) {
                throw quota;
            }
            return rules.apply(transaction, ledger);
        }
    }

    private void checkRoom(Transaction transaction) {
        if (bytes + transaction.bytes() > mostBytes) {
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    "memory context store: expected at most " + mostBytes + " bytes, a quarter of the heap, found "
                            + (bytes + transaction.bytes()) + "; a durable engine holds more");
        }
    }

    @Override
    public synchronized List<EntryInfo> list(Scope scope, Cursor after, int limit) {
        checkOpen();
        Rules.checkPage(limit);
        Cursor start = new Cursor(scope.id(), after.scope().equals(scope.id()) ? after.name() : "");
        List<EntryInfo> page = new ArrayList<>();
        Instant now = now();
        for (Entry entry : entries.tailMap(start, false).values()) {
            if (!entry.info().key().scope().equals(scope) || page.size() == limit) {
                break;
            }
            if (!entry.info().isExpired(now)) {
                page.add(entry.info());
            }
        }
        return page;
    }

    @Override
    public synchronized List<EntryInfo> owned(String owner, Cursor after, int limit) {
        checkOpen();
        Rules.checkPage(limit);
        Instant now = now();
        return entries.tailMap(after, false).values().stream()
                .map(Entry::info)
                .filter(entry -> entry.owner().equals(owner) && !entry.isExpired(now))
                .limit(limit)
                .toList();
    }

    @Override
    public synchronized Usage usage(String owner) {
        checkOpen();
        return usages.getOrDefault(owner, Usage.NONE);
    }

    @Override
    public synchronized List<LogRecord> log(Scope scope, long after, int limit) {
        checkOpen();
        Rules.checkPage(limit);
        List<LogRecord> page = new ArrayList<>();
        for (LogRecord each : logs.getOrDefault(scope, new ArrayDeque<>())) {
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
        synchronized (this) {
            checkOpen();
        }
        return watches.watch(scope, after, watcher);
    }

    @Override
    public int sweep() {
        int swept;
        synchronized (this) {
            if (closed) {
                return 0;
            }
            swept = expire(new Heap(now()));
            Instant oldest = now().minus(settings.logRetention());
            while (!log.isEmpty() && log.element().at().isBefore(oldest)) {
                forgetOldest();
            }
        }
        if (swept > 0) {
            watches.hintAll();
        }
        return swept;
    }

    @Override
    public synchronized Health check() {
        return closed
                ? new Health(false, "it was closed")
                : new Health(true, entries.size() + " entries, " + bytes + " bytes");
    }

    @Override
    public synchronized void close() {
        closed = true;
        threads.close();
    }

    private int expire(EngineState ledger) {
        int expired = 0;
        while (!byExpiry.isEmpty() && rules.expire(byExpiry.first().key(), ledger)) {
            expired++;
        }
        return expired;
    }

    private void forgetOldest() {
        LogRecord oldest = log.remove();
        forgotten = oldest.number();
        logs.computeIfPresent(oldest.key().scope(), (scope, records) -> {
            records.remove();
            return records.isEmpty() ? null : records;
        });
    }

    private synchronized long lastLogged(Scope scope) {
        Deque<LogRecord> records = logs.get(scope);
        return records == null ? forgotten : records.getLast().number();
    }

    @Override
    public Instant now() {
        return settings.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private void checkOpen() {
        if (closed) {
            throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "memory context store: it was closed");
        }
    }

    private static Cursor place(Key key) {
        return new Cursor(key.scope().id(), key.name());
    }

    /** The log for the watchers. */
    private final class Tail implements Watches.Log {
        @Override
        public List<LogRecord> read(Scope scope, long after, int limit) {
            return log(scope, after, limit);
        }

        @Override
        public long last(Scope scope) {
            return lastLogged(scope);
        }
    }

    /** The state at one point in time, while the lock is held. */
    private final class Heap implements EngineState {
        private final Instant now;

        Heap(Instant now) {
            this.now = now;
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public @Nullable EntryInfo find(Key key) {
            Entry entry = entries.get(place(key));
            return entry == null ? null : entry.info();
        }

        @Override
        public Usage usage(String owner) {
            return usages.getOrDefault(owner, Usage.NONE);
        }

        @Override
        public long nextNumber() {
            return ++numbers;
        }

        @Override
        public long lastLogged(Scope scope) {
            return MemoryStore.this.lastLogged(scope);
        }

        @Override
        public void put(EntryInfo entry, Value value) {
            replace(entry.key(), new Entry(entry, value));
        }

        @Override
        public void touch(EntryInfo entry) {
            Entry old = entries.get(place(entry.key()));
            if (old != null) {
                replace(entry.key(), new Entry(entry, old.value()));
            }
        }

        @Override
        public void remove(EntryInfo entry) {
            replace(entry.key(), null);
        }

        private void replace(Key key, @Nullable Entry entry) {
            Entry old = entry == null ? entries.remove(place(key)) : entries.put(place(key), entry);
            if (old != null) {
                byExpiry.remove(old.info());
                bytes -= old.info().length();
            }
            if (entry != null) {
                byExpiry.add(entry.info());
                bytes += entry.info().length();
            }
        }

        @Override
        public void charge(String owner, Usage usage) {
            if (usage.entries() == 0) {
                usages.remove(owner);
            } else {
                usages.put(owner, usage);
            }
        }

        @Override
        public void log(LogRecord what) {
            log.add(what);
            logs.computeIfAbsent(what.key().scope(), scope -> new ArrayDeque<>())
                    .add(what);
            if (log.size() > MOST_RECORDS) {
                forgetOldest();
            }
        }
    }
}
