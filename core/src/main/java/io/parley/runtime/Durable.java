package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.Seal;
import io.parley.journal.Journals;
import io.parley.journal.StoredSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Digest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The durable sessions of a runtime, and those that other processes left in its store. Thread-safe. */
final class Durable {
    private static final Logger LOG = LoggerFactory.getLogger(Durable.class);

    private final Journals journals;
    /** Of the sessions that this side opens. */
    private final Journals opened;

    private final Executor stored;
    private final Map<Digest, Recovery.How> left = new ConcurrentHashMap<>();
    private volatile Recovery recovery = digest -> Optional.empty();
    /** The sessions of this process. */
    private final Map<String, Link> present = new ConcurrentHashMap<>();

    /** The sessions that this process opened and keeps, by the names that it gave them. */
    private final Map<String, Link> presentOpened = new ConcurrentHashMap<>();

    private final Map<String, CompletableFuture<Link>> underWay = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * @param seal of what others opened
     * @param readers threads that may be held up by reading the store
     * @param stored one thread, for what may happen once something is stored
     */
    Durable(ContextStore store, Seal seal, Limits limits, Executor readers, Executor stored) {
        this.journals = new Journals(store, limits, readers, seal);
        this.opened = Journals.opened(store, limits, readers);
        this.stored = stored;
    }

    Journals journals() {
        return journals;
    }

    Journals opened() {
        return opened;
    }

    Executor stored() {
        return stored;
    }

    /** A session is this process's; until it is over, or nothing is stored of it any more. */
    void add(String id, Link link) {
        present.put(id, link);
    }

    void remove(String id, Link link) {
        present.remove(id, link);
    }

    void addOpened(String name, Link link) {
        presentOpened.put(name, link);
    }

    void removeOpened(String name, Link link) {
        presentOpened.remove(name, link);
    }

    /** The sessions that this process opened and that are not over are left to the next; completes when it may have them. */
    CompletableFuture<Void> leave() {
        return CompletableFuture.allOf(presentOpened.values().stream()
                .map(link -> link.storing().leave().toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }

    /** A session that an earlier process opened and left under that name, or null; blocks. */
    @Nullable
    StoredSession left(String name) {
        if (presentOpened.containsKey(name)) {
            throw new IllegalStateException("expected no session of the name " + name + ", found that one is open");
        }
        StoredSession stored = opened.load(name);
        if (stored != null && stored.state().isOver()) {
            opened.remove(name);
            return null;
        }
        return stored;
    }

    /** The runtime is closed: what cannot be stored now never will. */
    void close() {
        closed = true;
        presentOpened.values().forEach(link -> link.storing().onHold(Hold::stop));
        present.values().forEach(link -> link.storing().onHold(Hold::stop));
    }

    /** From now on sessions of that agreement can go on here; those that only this process can have do so at once. */
    void recover(Services services, Agreement agreement, @Nullable Object attachment, MessageHandler handler) {
        left.put(agreement.digest(), new Recovery.How(agreement, attachment, handler));
        recoverOwn(services);
    }

    /** From now on sessions of the agreements that it finds can. */
    void recover(Services services, Recovery found) {
        recovery = found;
        recoverOwn(services);
    }

    private void recoverOwn(Services services) {
        if (journals.isShared()) {
            return; // They may be at work elsewhere: who resumes one tells that it is not.
        }
        for (String id : journals.ids()) {
            try {
                restore(services, id, null);
            } catch (VirtualMachineError e) {
                throw e;
            } catch (RuntimeException | Error e) { // of the store, or of the application's recovery: others can
                LOG.warn("session {} cannot go on now", id, e);
            }
        }
    }

    /** How a resumption is refused for now: the session is there, but not this process's. */
    static ParleyException notHere() {
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE, "RESUME: the session cannot go on here now, try again");
    }

    /** The link of a stored session that a secret is for; fails as {@link Resumptions#find} does. */
    CompletionStage<Link> find(Services services, String id, byte[] secret) {
        CompletableFuture<Link> mine = new CompletableFuture<>();
        CompletableFuture<Link> theirs = underWay.putIfAbsent(id, mine);
        if (theirs != null) {
            return theirs;
        }
        try {
            services.workers.execute(() -> {
                try {
                    Link restored = restore(services, id, secret);
                    underWay.remove(id);
                    if (restored == null) {
                        mine.completeExceptionally(Resumptions.refused());
                    } else {
                        mine.complete(restored);
                    }
                } catch (RuntimeException | Error e) { // whoever resumes it, now or later, waits for this
                    underWay.remove(id);
                    mine.completeExceptionally(e);
                    if (e instanceof VirtualMachineError broken) {
                        throw broken;
                    }
                }
            });
        } catch (RejectedExecutionException e) {
            underWay.remove(id);
            mine.completeExceptionally(
                    new ParleyException(ErrorCode.BUDGET, "RESUME: all workers are busy, try again", e));
        }
        return mine;
    }

    private Recovery.@Nullable How how(Digest digest) {
        Recovery.How known = left.get(digest);
        return known == null ? recovery.find(digest).orElse(null) : known;
    }

    /** Null if there is no such session, or none that can go on here, or the secret, if one was shown, is not for it. */
    private @Nullable Link restore(Services services, String id, byte @Nullable [] secret) {
        if (closed) {
            throw notHere();
        }
        Link known = present.get(id);
        if (known != null && (secret == null || known.accepts(secret))) {
            return known;
        }
        StoredSession stored = journals.load(id);
        if (stored == null || (secret != null && !stored.isFor(Tokens.hash(secret)))) {
            return null;
        }
        Recovery.How how = how(Digest.ofBytes(stored.digest().toArray()));
        if (how == null) {
            return null;
        }
        if (known != null) {
            known.storing().onHold(Hold::loseToAnother);
        }
        Agreement agreement = how.agreement();
        Grant grant = new Grant(
                agreement,
                stored.principal(),
                how.attachment(),
                how.handler(),
                services.timers.nanoTime(),
                Port.of(agreement));
        Link restored = Link.restored(services, grant, id, stored);
        LOG.info("session {} of {} goes on where another process left it", agreement.id(), grant.principal());
        if (closed) {
            restored.storing().onHold(Hold::loseToAnother);
        }
        return restored;
    }
}
