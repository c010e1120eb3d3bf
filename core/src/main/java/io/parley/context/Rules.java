package io.parley.context;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Semantics of transactions, the same in every engine: conditions, lifetimes, quotas, versions, the log. Immutable; all
 * state is in the ledger.
 */
public final class Rules {
    private static final String SYSTEM = "parley";
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final Limits limits;

    public Rules(Limits limits) {
        this.limits = limits;
    }

    /** Checks the length of a page, 1 to {@link ContextStore#MAX_PAGE}. */
    public static void checkPage(int limit) {
        if (limit < 1 || limit > ContextStore.MAX_PAGE) {
            throw new IllegalArgumentException("expected a page of 1 to " + ContextStore.MAX_PAGE + ", found " + limit);
        }
    }

    /**
     * Checks a transaction as far as possible without the state of a store.
     *
     * @throws ParleyException with {@code LIMIT} for a value or lifetime that is too large
     */
    public void check(Transaction transaction) {
        limits.check(Limit.CONTEXT_VALUE_BYTES, transaction.bytes(), "context transaction");
        for (Change change : transaction.changes()) {
            if (change instanceof Change.Put put) {
                checkLifetime(put.lifetime());
            } else if (change instanceof Change.Touch touch) {
                checkLifetime(touch.lifetime());
            }
        }
    }

    private void checkLifetime(Duration lifetime) {
        if (lifetime.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("expected a lifetime of a millisecond or more, found " + lifetime);
        }
        limits.check(Limit.CONTEXT_SECONDS, lifetime.toSeconds(), "context lifetime");
    }

    /**
     * Makes all changes of a transaction in the ledger, or none.
     *
     * @return {@code Done} or {@code Conflict}
     * @throws ParleyException with {@code LIMIT} if it exceeds an owner's quota; the ledger is then unchanged
     */
    public TransactionOutcome apply(Transaction transaction, EngineState ledger) {
        Map<String, @Nullable EntryInfo> present = new HashMap<>();
        for (Change change : transaction.changes()) {
            Key key = transaction.scope().key(change.name());
            EntryInfo found = ledger.find(key);
            present.put(change.name(), found);
            long version = found == null || found.isExpired(ledger.now()) ? 0 : found.version();
            boolean needed = change instanceof Change.Touch && version == 0;
            if (needed || !change.condition().holds(version)) {
                return new TransactionOutcome.Conflict(key, version);
            }
        }
        Map<String, Usage> charges = charges(transaction, present, ledger);
        long number = ledger.nextNumber();
        Writing writing = new Writing(transaction, ledger, number, ledger.lastLogged(transaction.scope()));
        transaction.changes().forEach(change -> writing.make(change, present.get(change.name())));
        charges.forEach(ledger::charge);
        return new TransactionOutcome.Done(number);
    }

    /** Removes an entry if it has expired; returns whether it did. */
    public boolean expire(Key key, EngineState ledger) {
        EntryInfo found = ledger.find(key);
        if (found == null || !found.isExpired(ledger.now())) {
            return false;
        }
        ledger.remove(found);
        ledger.charge(found.owner(), ledger.usage(found.owner()).minus(found));
        long number = ledger.nextNumber();
        long previous = ledger.lastLogged(key.scope());
        ledger.log(record(LogRecord.Kind.EXPIRE, found, number, previous, ledger.now(), SYSTEM));
        return true;
    }

    private Map<String, Usage> charges(
            Transaction transaction, Map<String, @Nullable EntryInfo> present, EngineState ledger) {
        Map<String, Usage> charges = new HashMap<>();
        for (Change change : transaction.changes()) {
            EntryInfo old = present.get(change.name());
            boolean replaces = change instanceof Change.Put || change instanceof Change.Delete;
            if (old != null && replaces) {
                Usage before = charges.computeIfAbsent(old.owner(), ledger::usage);
                charges.put(old.owner(), before.minus(old));
            }
            if (change instanceof Change.Put put) {
                Usage before = charges.computeIfAbsent(put.owner(), ledger::usage);
                charges.put(
                        put.owner(),
                        new Usage(
                                before.entries() + 1,
                                before.bytes() + put.value().length()));
            }
        }
        charges.forEach((owner, usage) -> checkQuota(ledger.usage(owner), usage));
        return charges;
    }

    /** Checks the quota; an owner above a reduced quota may still remove entries. */
    private void checkQuota(Usage before, Usage after) {
        if (after.entries() > before.entries()) {
            limits.check(Limit.CONTEXT_ENTRIES, after.entries(), "contexts of one owner");
        }
        if (after.bytes() > before.bytes()) {
            limits.check(Limit.CONTEXT_BYTES, after.bytes(), "contexts of one owner");
        }
    }

    private static LogRecord record(
            LogRecord.Kind kind, EntryInfo entry, long number, long previous, Instant at, String author) {
        return new LogRecord(number, previous, at, entry.key(), kind, author, entry.length(), entry.content());
    }

    /** A transaction whose conditions hold. */
    private record Writing(Transaction transaction, EngineState ledger, long number, long previous) {

        void make(Change change, @Nullable EntryInfo old) {
            if (change instanceof Change.Put put) {
                put(put);
            } else if (old != null && change instanceof Change.Touch touch) {
                ledger.touch(old.until(end(touch.lifetime())));
            } else if (old != null && change instanceof Change.Delete) {
                ledger.remove(old);
                log(LogRecord.Kind.DELETE, old);
            }
        }

        private void put(Change.Put put) {
            Value value = put.value();
            EntryInfo entry = new EntryInfo(
                    transaction.scope().key(put.name()),
                    number,
                    end(put.lifetime()),
                    put.owner(),
                    value.mediaType(),
                    value.length(),
                    value.address());
            ledger.put(entry, value);
            log(LogRecord.Kind.PUT, entry);
        }

        private void log(LogRecord.Kind kind, EntryInfo entry) {
            if (transaction.logged()) {
                ledger.log(record(kind, entry, number, previous, ledger.now(), transaction.author()));
            }
        }

        private Instant end(Duration lifetime) {
            return ledger.now().plus(lifetime).truncatedTo(ChronoUnit.MILLIS);
        }
    }
}
