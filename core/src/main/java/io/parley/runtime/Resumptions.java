package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.journal.Journal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The resumable sessions of a runtime, by the SHA-256 hashes of their secrets. A secret gives access only to the
 * session that it was issued for, under the same agreement and principal. Thread-safe.
 */
final class Resumptions {
    private final Tokens tokens;
    private final Map<String, RunningSession> sessions = new ConcurrentHashMap<>();

    Resumptions(Tokens tokens) {
        this.tokens = tokens;
    }

    /**
     * Returns the session of a secret.
     *
     * @param scope where the secret was received; it is valid where the session was opened
     * @throws ParleyException {@code WRONG_NODE} for a secret of another runtime, {@code TOKEN_REFUSED} with the same
     *     text for all other invalid ones
     */
    RunningSession find(byte[] secret, byte[] digest, Object scope) {
        tokens.checkNode(secret, "RESUME");
        RunningSession found = sessions.get(Tokens.hash(secret));
        if (found == null || !found.isUnder(digest, scope)) {
            throw refused();
        }
        return found;
    }

    /** Returns whether a secret belongs to a session of this process. */
    boolean has(byte[] secret) {
        return sessions.containsKey(Tokens.hash(secret));
    }

    /** Returns the refusal of an invalid secret, the same for all. */
    static ParleyException refused() {
        return new ParleyException(
                ErrorCode.TOKEN_REFUSED, "RESUME: expected the secret of a session that can go on, found another");
    }

    /** Returns the secrets of one session, initially none. */
    OfSession of(RunningSession session) {
        return new OfSession(session);
    }

    /**
     * The secrets of one session: the newest, and the one before until the first frame was received on the connection
     * that the newest was sent on. Guarded by the session's lock.
     */
    final class OfSession {
        private final RunningSession session;
        private @Nullable String newest;
        private @Nullable String before;
        /** Source of a durable session's secrets, which its journal stores. */
        private @Nullable Supplier<byte[]> maker;

        private @Nullable Journal journal;

        private OfSession(RunningSession session) {
            this.session = session;
        }

        RunningSession session() {
            return session;
        }

        /** Marks the session as durable: its secrets come from a supplier and are stored in a journal. */
        void keepIn(Journal kept, Supplier<byte[]> supplier) {
            journal = kept;
            maker = supplier;
        }

        /**
         * Restores the secrets of a session that another process left.
         *
         * @param newestHash hash of the newest
         * @param hashBefore hash of the one before; may be empty
         */
        void restore(String newestHash, String hashBefore) {
            newest = newestHash;
            sessions.put(newestHash, session);
            if (!hashBefore.isEmpty()) {
                before = hashBefore;
                sessions.put(hashBefore, session);
            }
        }

        /** Issues a secret. */
        byte[] issue() {
            byte[] secret = maker == null ? tokens.make() : maker.get();
            newest = Tokens.hash(secret);
            sessions.put(newest, session);
            keep();
            return secret;
        }

        /** Returns whether a secret can resume the session now. */
        boolean accept(byte[] secret) {
            String shown = Tokens.hash(secret);
            return shown.equals(newest) || shown.equals(before);
        }

        /** Issues another secret after one was used; all others become invalid. */
        byte[] renew(byte[] shown) {
            String used = Tokens.hash(shown);
            drop(used.equals(newest) ? before : newest);
            before = used;
            return issue();
        }

        /** Invalidates the secret before the newest, which is now known to have been received. */
        void confirmed() {
            drop(before);
            before = null;
            keep();
        }

        /** Invalidates all secrets when the session is closed. */
        void revoke() {
            drop(newest);
            drop(before);
        }

        private void keep() {
            if (journal != null && newest != null) {
                journal.secrets(newest, before == null ? "" : before);
            }
        }

        private void drop(@Nullable String hash) {
            if (hash != null) {
                sessions.remove(hash);
            }
        }
    }
}
