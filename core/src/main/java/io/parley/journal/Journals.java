package io.parley.journal;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.CodedStore;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.ContextStore;
import io.parley.context.Cursor;
import io.parley.context.Entry;
import io.parley.context.EntryInfo;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Seal;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import io.parley.frame.FrameHeader;
import io.parley.session.DurableState;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The durable sessions in a context store. */
public final class Journals {
    /** Names of one side's sessions, in a store that both sides may use. */
    private record Names(String owner, String scope) {}

    private static final Names ACCEPTED = new Names("parley sessions", "urn:parley:session:");
    private static final Names OPENED = new Names("parley client sessions", "urn:parley:client-session:");
    static final int ID_BYTES = 16;
    /** Time for which an abandoned session is kept. */
    private static final Duration KEPT = Duration.ofDays(7);
    /** Number of attempts to read a session that changes concurrently. */
    private static final int MOST_READINGS = 5;

    private final Names names;
    private final boolean opening;
    private final ContextStore store;
    private final Executor readers;
    private final Seal seal;
    private final Duration kept;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates the journals of sessions that peers opened.
     *
     * @param store that of the sessions; not closed by this
     * @param readers threads that may block on reading
     * @param seal of the records; a record with another seal is not resumed
     */
    public Journals(ContextStore store, Limits limits, Executor readers, Seal seal) {
        this(store, limits, readers, seal, false);
    }

    private Journals(ContextStore store, Limits limits, Executor readers, Seal seal, boolean opening) {
        this.opening = opening;
        this.names = opening ? OPENED : ACCEPTED;
        this.store = CodedStore.of(store);
        this.readers = readers;
        this.seal = seal;
        Duration most = Duration.ofSeconds(limits.get(Limit.CONTEXT_SECONDS));
        this.kept = most.compareTo(KEPT) < 0 ? most : KEPT;
    }

    /**
     * Returns the journals of sessions that this side opens, under names of its choice, without a seal. The arguments
     * are those of the constructor.
     */
    public static Journals opened(ContextStore store, Limits limits, Executor readers) {
        return new Journals(store, limits, readers, Seal.none(), true);
    }

    /** Returns whether other processes may use sessions in the store. */
    public boolean isShared() {
        return store.capabilities().shared();
    }

    /** Returns an id for a new session. */
    public String newId() {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    /** Creates the journal of a new session. */
    public Journal begin(String id, byte[] digest, String principal, byte[] terms) {
        return new Journal(
                this,
                scope(id),
                SessionRecord.bytes(digest),
                principal,
                SessionRecord.bytes(terms),
                new DurableState(opening));
    }

    /** Returns the ids of all sessions. Blocks. */
    public List<String> ids() {
        List<String> ids = new ArrayList<>();
        for (EntryInfo entry : all(cursor -> store.owned(names.owner(), cursor, ContextStore.MAX_PAGE))) {
            ids.add(entry.key().scope().id().substring(names.scope().length()));
        }
        return ids;
    }

    /**
     * Loads a session; null if there is none of that id. Blocks.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if it cannot be read
     */
    public @Nullable StoredSession load(String id) {
        Scope scope = scope(id);
        for (int reading = 0; reading < MOST_READINGS; reading++) {
            Entry entry = store.get(scope.key(Journal.RECORD), Read.LATEST).orElse(null);
            if (entry == null) {
                return null;
            }
            StoredSession session = load(scope, entry);
            // No other process changes it in a store of this process alone.
            if (session != null && (!isShared() || version(scope) == entry.version())) {
                return session;
            }
        }
        throw new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                "session: expected the frames that its record names, found that they change or are not there");
    }

    private long version(Scope scope) {
        return store.get(scope.key(Journal.RECORD), Read.LATEST)
                .map(Entry::version)
                .orElse(0L);
    }

    /** Loads the batches of a record; null if one was removed or replaced concurrently. */
    private @Nullable StoredSession load(Scope scope, Entry entry) {
        try {
            SessionRecord record = SessionRecord.decode(seal.open(scope.key(Journal.RECORD), entry.value()));
            DurableState state = record.state();
            Journal journal = new Journal(this, scope, record.digest(), record.principal(), record.terms(), state);
            journal.follow(record, entry.version());
            Map<Integer, List<ByteBuf>> received = new HashMap<>();
            List<ByteBuf> sent = new ArrayList<>();
            for (Map.Entry<String, ContentAddress> batch : record.batches().entrySet()) {
                String name = batch.getKey();
                ContentAddress what = batch.getValue();
                Value value = store.get(scope.key(name), Read.LATEST)
                        .map(Entry::value)
                        .orElse(null);
                if (value == null || !value.address().equals(what)) {
                    return null;
                }
                List<ByteBuf> frames = FrameBatch.frames(value);
                if (name.startsWith(Journal.SENT)) {
                    sent.addAll(frames);
                    journal.addSent(name, what, FrameHeader.sequence(frames.get(frames.size() - 1)));
                } else {
                    journal.addReceived(name, what, sort(frames, state, received));
                }
            }
            addUnneeded(journal, scope, record.batches().keySet());
            return new StoredSession(
                    record.digest(),
                    record.principal(),
                    record.terms(),
                    record.newest(),
                    record.before(),
                    received,
                    sent,
                    journal);
        } catch (IOException e) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE,
                    scope.id() + ": expected a session of this version, found other content",
                    e);
        }
    }

    /** Registers batches that another process left without removing them. */
    private void addUnneeded(Journal journal, Scope scope, Set<String> needed) {
        for (EntryInfo info : all(cursor -> store.list(scope, cursor, ContextStore.MAX_PAGE))) {
            String name = info.key().name();
            if (Journal.isBatch(name) && !needed.contains(name)) {
                journal.addUnneeded(name);
            }
        }
    }

    /** Adds needed frames to those of their streams; returns the streams. */
    private static Set<Integer> sort(List<ByteBuf> frames, DurableState state, Map<Integer, List<ByteBuf>> received) {
        Set<Integer> streams = new TreeSet<>();
        for (ByteBuf frame : frames) {
            int stream = FrameHeader.stream(frame);
            if (state.needs(stream)) {
                streams.add(stream);
                received.computeIfAbsent(stream, id -> new ArrayList<>()).add(frame);
            }
        }
        return streams;
    }

    /**
     * Removes the stored data of a session, if there is any. Blocks.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if this fails
     */
    public void remove(String id) {
        Scope scope = scope(id);
        List<Change> changes = new ArrayList<>();
        for (EntryInfo info : all(cursor -> store.list(scope, cursor, ContextStore.MAX_PAGE))) {
            changes.add(new Change.Delete(info.key().name(), Condition.any()));
            if (changes.size() == Journal.MOST_REMOVED) {
                removed(scope, changes);
            }
        }
        removed(scope, changes);
    }

    private void removed(Scope scope, List<Change> changes) {
        if (changes.isEmpty()) {
            return;
        }
        TransactionOutcome outcome =
                ContextStore.join(store.apply(new Transaction(scope, "parley", List.copyOf(changes), false)));
        if (!(outcome instanceof TransactionOutcome.Done)) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE, scope.id() + ": expected it to be removed, found " + outcome);
        }
        changes.clear();
    }

    private static List<EntryInfo> all(Function<Cursor, List<EntryInfo>> pages) {
        List<EntryInfo> all = new ArrayList<>();
        Cursor cursor = Cursor.START;
        while (true) {
            List<EntryInfo> page = pages.apply(cursor);
            all.addAll(page);
            if (page.size() < ContextStore.MAX_PAGE) {
                return all;
            }
            cursor = Cursor.after(page.get(page.size() - 1));
        }
    }

    Seal seal() {
        return seal;
    }

    /** Returns a new random value. */
    long stamp() {
        return random.nextLong();
    }

    CompletionStage<TransactionOutcome> apply(Transaction transaction) {
        return store.apply(transaction);
    }

    /** Applies a transaction, unless the record shows that it was applied already. */
    CompletionStage<TransactionOutcome> applyUnlessDone(Key record, Transaction transaction) {
        CompletableFuture<Optional<Entry>> looked;
        try {
            looked = CompletableFuture.supplyAsync(() -> store.get(record, Read.LATEST), readers);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE, "session: no thread is free to read the store", e));
        }
        return looked.thenCompose(found -> isDone(found.orElse(null), transaction)
                ? CompletableFuture.completedStage(
                        new TransactionOutcome.Done(found.map(Entry::version).orElse(0L)))
                : store.apply(transaction));
    }

    private static boolean isDone(@Nullable Entry found, Transaction transaction) {
        for (Change change : transaction.changes()) {
            if (change instanceof Change.Put put && put.name().equals(Journal.RECORD)) {
                return found != null && found.value().equals(put.value());
            }
        }
        return found == null;
    }

    Change put(String name, Value value, String owner, Condition condition) {
        return new Change.Put(name, value, owner, kept, condition);
    }

    /** Returns the owner whose quota the frames of a principal's sessions count against. */
    static String owner(String principal) {
        return "parley session of "
                + Value.of(principal, "text/plain").address().uri();
    }

    /** Returns the owner under which the store lists all sessions. */
    String owner() {
        return names.owner();
    }

    private Scope scope(String id) {
        return new Scope(names.scope() + id);
    }
}
