package io.parley.transport.jms;

import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.ContextStore;
import io.parley.context.Entry;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store of answered requests of one queue, shared by all instances of a service, so that redelivered requests are
 * dropped. Each message id is hashed to one of a fixed number of slots, which bounds the store; a later id may
 * overwrite a slot. Redeliveries usually follow soon; if the slot was overwritten, the request runs again, marked as
 * redelivered. Thread-safe.
 */
public final class AnsweredRequests {
    private static final Logger LOG = LoggerFactory.getLogger(AnsweredRequests.class);

    /** Number of slots; below the default limit of entries of an owner ({@code parley.limits.context-entries}). */
    private static final int SLOTS = 8_192;

    /** Hexadecimal digits of a hash that select a slot. */
    private static final int DIGITS = 4;

    private static final Duration LIFETIME = Duration.ofDays(1);
    private static final String MEDIA_TYPE = "text/plain";

    private final ContextStore store;
    private final Scope scope;

    /**
     * Creates the store of a queue.
     *
     * @param store closed by the caller
     */
    public AnsweredRequests(ContextStore store, String queue) {
        this.store = store;
        this.scope = new Scope("urn:parley:jms:answered:" + queue);
    }

    /** Returns whether a request was recorded; false if it has no id, or the store does not respond. */
    public boolean contains(@Nullable String messageId) {
        if (messageId == null) {
            return false;
        }
        ContentAddress hash = hash(messageId);
        try {
            Optional<Entry> found = store.get(slot(hash), Read.LATEST);
            return found.isPresent() && found.get().value().equals(named(hash));
        } catch (ParleyException e) {
            LOG.warn("Failed to look up a redelivered request on {}, running it again", scope.id(), e);
            return false;
        }
    }

    /** Records a request; a failure is logged. Blocks until it is written. */
    public void add(@Nullable String messageId) {
        if (messageId == null) {
            return;
        }
        ContentAddress hash = hash(messageId);
        Change put = new Change.Put(slot(hash).name(), named(hash), scope.id(), LIFETIME, Condition.any());
        try {
            TransactionOutcome outcome =
                    store.write(Transaction.in(scope, scope.id(), put).quiet());
            if (!outcome.isDone()) {
                LOG.warn("Failed to record an answered request on {}: {}", scope.id(), outcome);
            }
        } catch (ParleyException e) {
            LOG.warn("Failed to record an answered request on {}", scope.id(), e);
        }
    }

    /** Hashes the sender-chosen message id to a fixed length. */
    private static ContentAddress hash(String id) {
        return Value.of(id, MEDIA_TYPE).address();
    }

    private static Value named(ContentAddress hash) {
        return Value.of(hash.sha256(), MEDIA_TYPE);
    }

    private Key slot(ContentAddress hash) {
        return scope.key(Integer.toString(HexFormat.fromHexDigits(hash.sha256(), 0, DIGITS) % SLOTS));
    }
}
