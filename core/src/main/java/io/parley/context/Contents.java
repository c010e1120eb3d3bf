package io.parley.context;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.time.Duration;
import java.util.Optional;

/**
 * Content that is addressed by its hash: schemas and unchanging headers. Stored once, however many put it; cannot be
 * changed or removed, and expires with the longest lifetime that was requested, whose owner is charged. Readable by all
 * who know the address. Thread-safe.
 */
public final class Contents {
    private static final String NAME = "content";
    private static final int ATTEMPTS = 10;

    private final ContextStore store;

    public Contents(ContextStore store) {
        this.store = store;
    }

    /**
     * Stores a value. The media type is that of the first caller.
     *
     * @param lifetime lifetime of a new value; an existing one is prolonged once less than half of it is left
     * @throws ParleyException with {@code LIMIT}, {@code BUDGET} or {@code CONTEXT_UNAVAILABLE}
     */
    public ContentAddress put(Value value, String owner, Duration lifetime) {
        Key key = key(value.address());
        for (int i = 0; i < ATTEMPTS; i++) {
            TransactionOutcome outcome = store.write(Transaction.in(
                    key.scope(), owner, new Change.Put(NAME, value, owner, lifetime, Condition.absent())));
            boolean there = outcome instanceof TransactionOutcome.Conflict && prolong(key, value, owner, lifetime);
            if (there || outcome.isDone()) {
                return value.address();
            }
        }
        throw new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                key.scope().id() + ": the store did not say that it has the content, " + ATTEMPTS + " times");
    }

    /**
     * Returns the content of an address; empty if the store does not have it.
     *
     * @throws ParleyException with {@link ErrorCode#CONTENT_MISMATCH} if it has other bytes under that address
     */
    public Optional<Value> get(ContentAddress address) {
        return find(address).map(Entry::value);
    }

    /**
     * Returns the entry of an address; empty if the store does not have it.
     *
     * @throws ParleyException with {@link ErrorCode#CONTENT_MISMATCH} if it has other bytes under that address
     */
    public Optional<Entry> find(ContentAddress address) {
        Key key = key(address);
        Optional<Entry> found = store.get(key, Read.LOCAL).or(() -> store.get(key, Read.LATEST));
        found.ifPresent(entry -> entry.value().checked(address, key));
        return found;
    }

    /** Prolongs the lifetime of the present value if needed; returns false if it was changed concurrently. */
    private boolean prolong(Key key, Value value, String owner, Duration lifetime) {
        Optional<Entry> present = store.get(key, Read.LATEST);
        if (present.isEmpty()) {
            return false;
        }
        Entry entry = present.get();
        boolean poisoned = !entry.info().content().equals(value.address());
        if (!poisoned
                && store.now().plus(lifetime.dividedBy(2)).isBefore(entry.info().expiresAt())) {
            return true;
        }
        Value again = Value.handOver(value.toArray(), entry.info().mediaType());
        Change longer = new Change.Put(NAME, again, owner, lifetime, Condition.version(entry.version()));
        return store.write(Transaction.in(key.scope(), owner, longer)).isDone();
    }

    private static Key key(ContentAddress address) {
        return new Scope(address.uri()).key(NAME);
    }
}
