package io.parley.store.infinispan;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.EngineState;
import io.parley.context.EntryInfo;
import io.parley.context.Key;
import io.parley.context.LogRecord;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.Usage;
import io.parley.context.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Next head of a scope under construction. */
final class Draft implements EngineState {
    /** Maximum number of log records of a scope: the whole head is rewritten with each change. */
    static final int MAX_RECORDS = 500;

    private static final int STAMPS = 8;
    /**
     * Maximum size of a scope in bytes: each node holds it in memory, and a write must fit into a file of the cache.
     */
    private static final long MAX_BYTES = 40L * 1024 * 1024;
    /** Maximum size of an entry's names in bytes. */
    private static final int NAMES_BYTES = 2_000;

    private final Head before;
    private final Instant now;
    private final Function<String, Usage> usages;
    private final Map<String, Usage> charges;
    private final TreeMap<Head.Name, Head.Slot> slots;
    private final List<LogRecord> log;
    private long last;
    private long forgotten;
    private boolean isChanged;

    /**
     * Creates a draft of the head after {@code before}.
     *
     * @param charges changes by the drafts of the same round so far, which override {@code usages}
     */
    Draft(Head before, Instant now, Function<String, Usage> usages, Map<String, Usage> charges) {
        this.before = before;
        this.now = now;
        this.usages = usages;
        this.charges = charges;
        this.slots = new TreeMap<>(before.slots());
        this.log = new ArrayList<>(before.log());
        this.last = before.last();
        this.forgotten = before.forgotten();
    }

    boolean isChanged() {
        return isChanged;
    }

    boolean isEmpty() {
        return slots.isEmpty() && log.isEmpty();
    }

    long last() {
        return last;
    }

    /**
     * Checks that the scope stays small enough for one value.
     *
     * @throws ParleyException {@code LIMIT} if it does not
     */
    void checkRoom(Transaction transaction) {
        long bytes = transaction.bytes();
        int entries = slots.size() + transaction.changes().size();
        for (Head.Slot slot : slots.values()) {
            bytes += slot.info().length();
        }
        if (bytes + (long) entries * NAMES_BYTES > MAX_BYTES) {
            throw new ParleyException(
                    ErrorCode.LIMIT,
                    "one context in this store: expected at most " + MAX_BYTES + " bytes, with " + NAMES_BYTES
                            + " for the names of each entry, found " + bytes + " in " + entries
                            + " entries; use several contexts, or another store");
        }
    }

    /** Returns the new head. */
    Head head(long term, long stamp) {
        forget(log.size() - MAX_RECORDS);
        List<Long> stamps = new ArrayList<>(before.stamps());
        stamps.add(stamp);
        List<Long> young = stamps.subList(Math.max(0, stamps.size() - STAMPS), stamps.size());
        return new Head(before.scope(), Math.max(term, before.term()), last, forgotten, List.copyOf(young), slots, log);
    }

    List<Key> expired() {
        return slots.values().stream()
                .map(Head.Slot::info)
                .filter(info -> info.isExpired(now))
                .map(EntryInfo::key)
                .toList();
    }

    void forgetBefore(Instant oldest) {
        int old = 0;
        while (old < log.size() && log.get(old).at().isBefore(oldest)) {
            old++;
        }
        forget(old);
    }

    /** Drops the oldest records, always whole transactions. */
    private void forget(int records) {
        if (records > 0) {
            forgotten = log.get(records - 1).number();
            log.removeIf(what -> what.number() <= forgotten);
            isChanged = true;
        }
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public @Nullable EntryInfo find(Key key) {
        Head.Slot slot = slots.get(new Head.Name(key.name()));
        return slot == null ? null : slot.info();
    }

    @Override
    public Usage usage(String owner) {
        Usage charged = charges.get(owner);
        return charged == null ? usages.apply(owner) : charged;
    }

    @Override
    public long nextNumber() {
        isChanged = true;
        return ++last;
    }

    @Override
    public long lastLogged(Scope scope) {
        return log.isEmpty() ? forgotten : log.get(log.size() - 1).number();
    }

    @Override
    public void put(EntryInfo entry, Value value) {
        slots.put(new Head.Name(entry.key().name()), Head.Slot.of(entry, value, now));
    }

    @Override
    public void touch(EntryInfo entry) {
        slots.computeIfPresent(new Head.Name(entry.key().name()), (name, slot) -> slot.with(entry));
    }

    @Override
    public void remove(EntryInfo entry) {
        slots.remove(new Head.Name(entry.key().name()));
    }

    @Override
    public void charge(String owner, Usage usage) {
        charges.put(owner, usage);
    }

    @Override
    public void log(LogRecord what) {
        log.add(what);
    }
}
