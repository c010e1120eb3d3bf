package io.parley.journal;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.Entry;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.Seal;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Creates and checks the secrets by which durable sessions are resumed, so that invalid ones are rejected without
 * reading the store (docs/protocol/durable.md, section 12.5). The key is the secret of the seal or, without one, an
 * entry of the store. Thread-safe.
 */
public final class SessionSecrets {
    /**
     * Length of a secret in bytes: 8 zeros in place of a node, the session's id, the key's name, random bytes, the
     * authentication code.
     */
    public static final int BYTES = 64;

    private static final int NODE_BYTES = 8;
    private static final int MARK_BYTES = 16;
    private static final int MARKED_BYTES = BYTES - MARK_BYTES;
    private static final int KEY_AT = NODE_BYTES + Journals.ID_BYTES;
    private static final int RANDOM_AT = KEY_AT + Integer.BYTES;
    private static final int MOST_READINGS = 3;
    private static final String OWNER = "parley session secrets";
    private static final Scope SCOPE = new Scope("urn:parley:session-secrets");
    private static final Key STORED = SCOPE.key("key");
    private static final Key MARK = SCOPE.key("mark");
    private static final Key NAME = SCOPE.key("name");

    /** A key and its name in secrets, which reveals nothing of it. */
    private record Named(Seal seal, int name) {
        static Named ofSeal(Seal seal) {
            return new Named(seal, hash(seal) | Integer.MIN_VALUE);
        }

        static Named ofStore(Seal seal) {
            return new Named(seal, hash(seal) & Integer.MAX_VALUE);
        }

        private static int hash(Seal seal) {
            return ByteBuffer.wrap(seal.code(NAME, new byte[0])).getInt();
        }
    }

    private final ContextStore store;
    private final Duration lifetime;
    private final SecureRandom random = new SecureRandom();
    private volatile @Nullable Named key;
    /** The stored key; null if the key is that of a seal. */
    private volatile @Nullable Value stored;

    /**
     * Creates the secrets of a store's sessions.
     *
     * @param store shared by all processes that continue these sessions
     * @param seal whose secret is the key, if it has one
     */
    public SessionSecrets(ContextStore store, Limits limits, Seal seal) {
        this.store = store;
        this.lifetime = Duration.ofSeconds(limits.get(Limit.CONTEXT_SECONDS));
        this.key = seal.isOn() ? Named.ofSeal(seal) : null;
    }

    /** Returns whether there is a key, which all other methods need. */
    public boolean isReady() {
        return key != null;
    }

    /**
     * Reads the key from the store, or creates it there. Blocks; called by one thread at a time.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if this fails
     */
    public void load() {
        for (int reading = 0; key == null && reading < MOST_READINGS; reading++) {
            Entry found = store.get(STORED, Read.LATEST).orElse(null);
            if (found == null) {
                ContextStore.join(store.apply(put(newKey())));
            } else if (found.value().length() != Seal.LEAST_BYTES) {
                break;
            } else {
                stored = found.value();
                key = Named.ofStore(Seal.of(found.value().toArray()));
            }
        }
        if (key == null) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE,
                    SCOPE.id() + ": expected a key of " + Seal.LEAST_BYTES + " bytes in the store, found none");
        }
    }

    /** Returns the interval at which the key must be {@link #renew renewed}; null if it is not in the store. */
    public @Nullable Duration renewal() {
        return stored == null ? null : lifetime.dividedBy(2);
    }

    /** Prolongs the lifetime of the stored key. Does not block. */
    public CompletionStage<TransactionOutcome> renew() {
        Value present = stored;
        if (present == null) {
            throw new IllegalStateException("the key is not in the store");
        }
        Change longer = new Change.Touch(STORED.name(), lifetime, Condition.any());
        return store.apply(Transaction.in(SCOPE, OWNER, longer).quiet())
                .thenCompose(outcome -> outcome instanceof TransactionOutcome.Conflict
                        ? store.apply(put(present))
                        : CompletableFuture.completedStage(outcome));
    }

    private Transaction put(Value value) {
        Change change = new Change.Put(STORED.name(), value, OWNER, lifetime, Condition.absent());
        return Transaction.in(SCOPE, OWNER, change).quiet();
    }

    private Value newKey() {
        byte[] made = new byte[Seal.LEAST_BYTES];
        random.nextBytes(made);
        return Value.handOver(made, "application/octet-stream");
    }

    /** Returns a new secret by which the session with that id can be resumed. */
    public byte[] make(String id) {
        byte[] drawn = new byte[MARKED_BYTES - RANDOM_AT];
        random.nextBytes(drawn);
        Named by = key();
        byte[] secret = new byte[BYTES];
        ByteBuffer.wrap(secret)
                .position(NODE_BYTES)
                .put(HexFormat.of().parseHex(id))
                .putInt(by.name())
                .put(drawn)
                .put(mark(by, secret));
        return secret;
    }

    /** Returns whether bytes have the form of a durable session's secret: its length, and no node. */
    public static boolean isShaped(byte[] secret) {
        return secret.length == BYTES && Arrays.equals(secret, 0, NODE_BYTES, new byte[NODE_BYTES], 0, NODE_BYTES);
    }

    /** Returns the session id in a secret of this {@link #isShaped form}; unvalidated. */
    public static String named(byte[] secret) {
        return HexFormat.of().formatHex(secret, NODE_BYTES, NODE_BYTES + Journals.ID_BYTES);
    }

    /**
     * Returns whether a secret of this {@link #isShaped form} names a key that only another process can have: of
     * another seal, or of a store while this one has a seal, or vice versa. The key of another store belongs to
     * sessions that are not here.
     */
    public boolean isForeign(byte[] secret) {
        int present = key().name();
        int named = ByteBuffer.wrap(secret).getInt(KEY_AT);
        return named != present && (named < 0 || present < 0);
    }

    /** Returns whether a secret was issued by a process with this key. */
    public boolean isMarked(byte[] secret) {
        return isShaped(secret)
                && MessageDigest.isEqual(mark(key(), secret), Arrays.copyOfRange(secret, MARKED_BYTES, BYTES));
    }

    private Named key() {
        Named present = key;
        if (present == null) {
            throw new IllegalStateException("the key was not read");
        }
        return present;
    }

    private static byte[] mark(Named by, byte[] secret) {
        return Arrays.copyOf(by.seal().code(MARK, Arrays.copyOf(secret, MARKED_BYTES)), MARK_BYTES);
    }
}
