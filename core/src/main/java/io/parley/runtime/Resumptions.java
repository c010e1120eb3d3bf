package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.journal.Journal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a runtime that can be resumed, by their secrets: kept as SHA-256 hashes, as tokens are. Whoever shows a
 * secret gets the session that it was given for and nothing else: not another agreement, nor another principal.
 * Thread-safe.
 */
final class Resumptions {
    private final Tokens tokens;
    private final Map<String, RunningSession> sessions = new ConcurrentHashMap<>();

    Resumptions(Tokens tokens) {
        this.tokens = tokens;
    }

    /**
     * Returns the session that a secret is for.
     *
     * @param door where it was shown; it is valid where the session was opened
     *
     * @throws ParleyException {@code WRONG_NODE} for another runtime's, {@code TOKEN_REFUSED} with one text for all
     *     other invalid ones
     */
    RunningSession find(byte[] secret, byte[] digest, Object door) {
        tokens.checkNode(secret, "RESUME");
        RunningSession found = sessions.get(Tokens.hash(secret));
        if (found == null || !found.isUnder(digest, door)) {
            throw refused();
        }
        return found;
    }

    /** Returns whether a secret is one of a session of this process. */
    boolean has(byte[] secret) {
        return sessions.containsKey(Tokens.hash(secret));
    }

    /** Creates the refusal of an invalid secret, the same for all. */
    static ParleyException refused() {
        return new ParleyException(
                ErrorCode.TOKEN_REFUSED, "RESUME: expected the secret of a session that can go on, found another");
    }

    /** The secrets of one session, none at first. */
    OfSession of(RunningSession session) {
        return new OfSession(session);
    }

    /**
     * The secrets of one session: the newest, and until the first frame came on the connection that it was sent on, also
     * the one before. Guarded by the session's lock.
     */
    final class OfSession {
        private final RunningSession session;
        private @Nullable String newest;
        private @Nullable String before;
        /** Source of a durable session's secrets; the store keeps them. */
        private @Nullable Supplier<byte[]> maker;

        private @Nullable Journal journal;

        private OfSession(RunningSession session) {
            this.session = session;
        }

        RunningSession session() {
            return session;
        }

        /** The session is durable: its secrets are made and kept by others. */
        void keepIn(Journal kept, Supplier<byte[]> madeBy) {
            journal = kept;
            maker = madeBy;
        }

        /** Restores the secrets of a session that another process left, as hashes; the one before may be empty. */
        void restore(String newestHash, String hashBefore) {
            newest = newestHash;
            sessions.put(newestHash, session);
            if (!hashBefore.isEmpty()) {
                before = hashBefore;
                sessions.put(hashBefore, session);
            }
        }

        /** The first. */
        byte[] issue() {
            byte[] secret = maker == null ? tokens.make() : maker.get();
            newest = Tokens.hash(secret);
            sessions.put(newest, session);
            keep();
            return secret;
        }

        /** Returns whether this secret can resume the session now. */
        boolean accept(byte[] secret) {
            String shown = Tokens.hash(secret);
            return shown.equals(newest) || shown.equals(before);
        }

        /** Issues another secret after that one was shown; all others become invalid. */
        byte[] renew(byte[] shown) {
            String used = Tokens.hash(shown);
            drop(used.equals(newest) ? before : newest);
            before = used;
            return issue();
        }

        /** The newest is known to have arrived. */
        void proved() {
            drop(before);
            before = null;
            keep();
        }

        /** The session is over. */
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
