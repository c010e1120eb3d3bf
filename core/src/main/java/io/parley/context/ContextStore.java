package io.parley.context;

import io.parley.Delays;
import io.parley.ParleyException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

/**
 * Values that outlive connections and processes. Entries have a key, an owner, a version and a lifetime; an expired one is
 * absent from that very moment, whether it was cleared away or not. A store knows no rights: who holds it may do anything
 * ({@link ContextAccess} is for those who may not).
 *
 * <p>Thread-safe. Methods that read block while they do; writing never blocks. Every failure is a {@link ParleyException}:
 * {@code CONTEXT_UNAVAILABLE} if the store cannot be reached, {@code CONTENT_MISMATCH} if what it has kept is not what it
 * was given. An engine passes the testkit's {@code ContextStoreContract}.
 */
public interface ContextStore extends AutoCloseable {
    /** Greatest number of results of one call. */
    int MAX_PAGE = 1_000;

    /** Longest time for which {@link #join} waits for an outcome. */
    Duration MOST_WAITING = Duration.ofMinutes(2);

    /** Returns what the store can do; the same for as long as it is open. */
    StoreTraits capabilities();

    /** The entry, if there is one. Its value has been checked against the hash that was stored with it. */
    Optional<Entry> get(Key key, Read read);

    /**
     * Makes all changes of a transaction, or none.
     *
     * @return completes when the outcome is known, after the declared durability, on a thread of the store that must not
     *     be held; exceptionally, with a {@link ParleyException}, if nothing was changed and nothing will be: {@code LIMIT}
     *     (a value, a lifetime or a quota), {@code BUDGET} (too much is waiting to be written), {@code
     *     CONTEXT_UNAVAILABLE}
     */
    CompletionStage<TransactionOutcome> apply(Transaction transaction);

    /** The same, and waits, as {@link #join} does. */
    default TransactionOutcome write(Transaction transaction) {
        return join(apply(transaction));
    }

    /**
     * Waits for an outcome, and throws what went wrong as it was. One that does not come within {@link #MOST_WAITING} is
     * {@link TransactionOutcome.Unknown}: a store may hang, and who waits for it must not.
     */
    static TransactionOutcome join(CompletionStage<TransactionOutcome> outcome) {
        return join(outcome, MOST_WAITING);
    }

    /** The same, with a time of its own. */
    static TransactionOutcome join(CompletionStage<TransactionOutcome> outcome, Duration within) {
        try {
            return Delays.orTimeout(outcome.toCompletableFuture().copy(), within)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ParleyException coded) {
                throw coded;
            }
            if (e.getCause() instanceof TimeoutException late) {
                return new TransactionOutcome.Unknown(late);
            }
            throw e;
        }
    }

    /**
     * The entries of a scope behind a place, in the order of {@link Cursor}.
     *
     * @param limit 1 to {@link #MAX_PAGE}; fewer are returned only at the end
     */
    List<EntryInfo> list(Scope scope, Cursor after, int limit);

    /** The entries of an owner, in all scopes; otherwise as {@link #list}. */
    List<EntryInfo> owned(String owner, Cursor after, int limit);

    /** The store's time, which lifetimes are counted by. */
    Instant now();

    /** Returns the entries and bytes that count against an owner's quota. */
    Usage usage(String owner);

    /**
     * The log of a scope behind a number, oldest first.
     *
     * @param limit 1 to {@link #MAX_PAGE}; more are returned where a transaction would be cut
     */
    List<LogRecord> log(Scope scope, long after, int limit);

    /**
     * Watches a scope for changes. Watching a shared store shows everybody's changes.
     *
     * @param after a number of the log, or {@link Watcher#FROM_NOW}
     */
    Subscription watch(Scope scope, long after, Watcher watcher);

    /**
     * Removes expired entries and records of the log that are older than its retention. Every engine does this by
     * itself; it changes nothing that could be read by key.
     *
     * @return the number of removed entries
     */
    int sweep();

    /** Asks the engine whether it works. Never throws. */
    Health check();

    /** Ends what is under way and gives everything back. What was applied before gets its outcome. */
    @Override
    void close();
}
