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
 * A store of values that survive connections and processes. Entries have a key, an owner, a version and a lifetime; an
 * expired entry is absent, whether or not it was removed. A store has no access control: its holder may do anything
 * ({@link ContextAccess} restricts that).
 *
 * <p>Thread-safe. Reading blocks; writing never does. Every failure is a {@link ParleyException}:
 * {@code CONTEXT_UNAVAILABLE} if the store cannot be reached, {@code CONTENT_MISMATCH} if a stored value was corrupted.
 * An engine must pass the testkit's {@code ContextStoreContract}.
 */
public interface ContextStore extends AutoCloseable {
    /** Maximum number of results of one call. */
    int MAX_PAGE = 1_000;

    /** Maximum time for which {@link #join} waits for an outcome. */
    Duration MOST_WAITING = Duration.ofMinutes(2);

    /** Returns the traits of the store, which do not change while it is open. */
    StoreTraits capabilities();

    /** Returns an entry, if there is one. Its value was verified against the stored hash. */
    Optional<Entry> get(Key key, Read read);

    /**
     * Makes all changes of a transaction, or none.
     *
     * @return completes when the outcome is known, with the declared durability, on a thread of the store that must not
     *     be blocked; exceptionally, with a {@link ParleyException}, if nothing was changed and nothing will be:
     *     {@code LIMIT} (a value, a lifetime or a quota), {@code BUDGET} (too much is waiting to be written),
     *     {@code CONTEXT_UNAVAILABLE}
     */
    CompletionStage<TransactionOutcome> apply(Transaction transaction);

    /** Applies a transaction and waits, like {@link #join}. */
    default TransactionOutcome write(Transaction transaction) {
        return join(apply(transaction));
    }

    /**
     * Waits for an outcome, and throws its failure. The outcome is {@link TransactionOutcome.Unknown} if there is none
     * within {@link #MOST_WAITING}, since a store may hang.
     */
    static TransactionOutcome join(CompletionStage<TransactionOutcome> outcome) {
        return join(outcome, MOST_WAITING);
    }

    /** Waits for an outcome, like {@link #join(CompletionStage)}, with another timeout. */
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
     * Returns the entries of a scope after a position, in the order of {@link Cursor}.
     *
     * @param limit 1 to {@link #MAX_PAGE}; fewer are returned only at the end
     */
    List<EntryInfo> list(Scope scope, Cursor after, int limit);

    /** Returns the entries of an owner in all scopes, like {@link #list}. */
    List<EntryInfo> owned(String owner, Cursor after, int limit);

    /** Returns the store's time, which determines expiry. */
    Instant now();

    /** Returns the entries and bytes that count against an owner's quota. */
    Usage usage(String owner);

    /**
     * Returns the log of a scope after a number, oldest first.
     *
     * @param limit 1 to {@link #MAX_PAGE}; more are returned to complete the last transaction
     */
    List<LogRecord> log(Scope scope, long after, int limit);

    /**
     * Watches a scope for changes. In a shared store, changes of all processes are reported.
     *
     * @param after a number of the log, or {@link Watcher#FROM_NOW}
     */
    Subscription watch(Scope scope, long after, Watcher watcher);

    /**
     * Removes expired entries and log records that are older than the retention. Every engine does this regularly by
     * itself; it does not affect reads by key.
     *
     * @return the number of removed entries
     */
    int sweep();

    /** Checks whether the engine works. Never throws. */
    Health check();

    /** Closes the store. Operations in progress complete; transactions that were applied before get their outcome. */
    @Override
    void close();
}
