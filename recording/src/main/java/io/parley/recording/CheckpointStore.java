package io.parley.recording;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.Contents;
import io.parley.context.ContextStore;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Documents of recordings in a context store: checkpoints, and contents by their hashes. Thread-safe; blocks. */
final class CheckpointStore {
    private static final String OWNER = "parley-recorder";
    private static final String SCOPE = "urn:parley:recording:";
    private static final String NAME = "checkpoint";
    private static final String MEDIA_TYPE = "text/plain";

    private final ContextStore store;
    private final Contents contents;

    CheckpointStore(ContextStore store) {
        this.store = store;
        this.contents = new Contents(store);
    }

    /**
     * Stores a checkpoint.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE}, {@code LIMIT} or {@code BUDGET}
     */
    void put(Checkpoint checkpoint, Duration lifetime) {
        Key key = key(checkpoint.recording());
        Value value = Value.of(checkpoint.text(), MEDIA_TYPE);
        TransactionOutcome outcome = store.write(Transaction.in(
                key.scope(), OWNER, new Change.Put(key.name(), value, OWNER, lifetime, Condition.any())));
        if (!outcome.isDone()) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE, key.scope().id() + ": the store did not confirm the checkpoint");
        }
    }

    Optional<Checkpoint> get(UUID recording) {
        Key key = key(recording);
        return store.get(key, Read.LATEST)
                .map(entry -> Checkpoint.parse(entry.value().text(), key.scope().id()));
    }

    void put(Value document, Duration lifetime) {
        contents.put(document, OWNER, lifetime);
    }

    Optional<Value> document(ContentAddress address) {
        return contents.get(address);
    }

    private static Key key(UUID recording) {
        return new Scope(SCOPE + recording).key(NAME);
    }
}
