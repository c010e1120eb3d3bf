package io.parley.runtime;

import io.parley.DaemonThreads;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.Seal;
import io.parley.journal.Journals;
import io.parley.journal.SessionSecrets;
import io.parley.journal.StoredSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Digest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The durable sessions of a runtime, and those that other processes left in its store. Thread-safe. */
final class Durable {
    private static final Logger LOG = LoggerFactory.getLogger(Durable.class);

    private static final long LEAVING_SECONDS = 10;
    private static final long IDLE_SECONDS = 10;
    private static final Duration LIST_RETRY_DELAY = Duration.ofSeconds(10);

    private final Journals journals;
    /** Journals of the sessions that this side opens. */
    private final Journals opened;

    private final Timers timers;
    /** One daemon thread, which ends when idle, for the effects released by transactions. */
    private final Executor stored = oneThread();

    private final Restorer restorer;
    private final Map<Digest, Recovery.Arguments> recoverable = new ConcurrentHashMap<>();
    private volatile Recovery recovery = digest -> Optional.empty();
    /** The accepted sessions of this process, by id. */
    private final Map<String, RunningSession> present = new ConcurrentHashMap<>();

    /** The sessions opened by this process and stored, by the names that the application gave them. */
    private final Map<String, RunningSession> presentOpened = new ConcurrentHashMap<>();

    private final SessionSecrets secrets;
    private final Lookups lookups;
    /** Time in milliseconds to wait for the key of the secrets. */
    private final long keyTimeoutMillis;
    /** The pending or completed read of the key. Guarded by this. */
    private @Nullable CompletableFuture<Void> keyRead;

    private volatile Timers.@Nullable Timer renewal;
    private volatile boolean closed;
    /** Completes when the next process may have the sessions that were left to it. */
    private volatile CompletableFuture<Void> left = CompletableFuture.completedFuture(null);

    /**
     * Creates the durable sessions of a runtime.
     *
     * @param seal protects the sessions that peers opened
     * @param readers threads that may block on the store
     * @param restorer continues sessions, once the runtime was created
     */
    Durable(ContextStore store, Seal seal, Limits limits, Timers timers, Executor readers, Restorer restorer) {
        this.restorer = restorer;
        this.timers = timers;
        this.journals = new Journals(store, limits, readers, seal);
        this.opened = Journals.opened(store, limits, readers);
        this.secrets = new SessionSecrets(store, limits, seal);
        this.lookups = new Lookups(limits);
        this.keyTimeoutMillis = limits.get(Limit.OPEN_MILLIS);
    }

    private static Executor oneThread() {
        ThreadPoolExecutor one = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named("parley-stored"));
        one.allowCoreThreadTimeOut(true);
        return one;
    }

    /** Continues sessions that another process left. */
    @FunctionalInterface
    interface Restorer {
        RunningSession restore(TokenGrant grant, String id, StoredSession stored);
    }

    /**
     * Ensures that there is a key for the secrets of sessions. Blocks the first time, for at most
     * {@code parley.limits.open-millis}.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if the store does not return the key in time
     */
    void prepare() {
        if (secrets.isReady()) {
            return;
        }
        try {
            keyRead().get(keyTimeoutMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE,
                    "durable sessions: expected the store to give the key of their secrets within " + keyTimeoutMillis
                            + " ms, found no answer; the setting is " + Limit.OPEN_MILLIS.setting(),
                    e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ParleyException coded ? coded : noKey(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw noKey(e);
        }
    }

    private static ParleyException noKey(@Nullable Throwable why) {
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE, "durable sessions: the key of their secrets was not read", why);
    }

    /**
     * Starts to read the key unless that is in progress: an unresponsive store thus blocks one thread, however many
     * wait.
     */
    private synchronized CompletableFuture<Void> keyRead() {
        CompletableFuture<Void> present = keyRead;
        if (present == null || (present.isDone() && !secrets.isReady())) {
            present = CompletableFuture.runAsync(
                    () -> {
                        secrets.load();
                        renewLater();
                    },
                    reading -> DaemonThreads.start("parley-key", reading));
            keyRead = present;
        }
        return present;
    }

    private void renewLater() {
        Duration every = secrets.renewal();
        if (every != null && !closed) {
            renewal = timers.schedule(() -> renew(), every);
        }
    }

    private void renew() {
        var unused = secrets.renew().whenComplete((outcome, failure) -> {
            if (failure != null || !outcome.isDone()) {
                LOG.warn("Cannot renew the key of the secrets of durable sessions: {}", outcome, failure);
            }
        });
        renewLater();
    }

    /** Returns a new secret by which the session with that id can be resumed. */
    byte[] newSecret(String id) {
        return secrets.make(id);
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

    /** Registers a session of this process, until it is closed and nothing of it is stored. */
    void add(String id, RunningSession session) {
        present.put(id, session);
    }

    void remove(String id, RunningSession session) {
        present.remove(id, session);
    }

    void addOpened(String name, RunningSession session) {
        presentOpened.put(name, session);
    }

    void removeOpened(String name, RunningSession session) {
        presentOpened.remove(name, session);
    }

    /** Leaves to the next process the sessions that are open, and those with messages that wait for their handler. */
    void leave() {
        left = CompletableFuture.allOf(
                all().map(session -> session.leave().toCompletableFuture()).toArray(CompletableFuture[]::new));
    }

    /** Returns the sessions of both sides. */
    private Stream<RunningSession> all() {
        return Stream.concat(presentOpened.values().stream(), present.values().stream());
    }

    /** Returns the session that an earlier process opened and left under a name, or null. Blocks. */
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

    /**
     * Stops retries of transactions, because the runtime is closed. Blocks until the next process may have the
     * sessions.
     */
    void close() {
        closed = true;
        lookups.close();
        Timers.Timer pending = renewal;
        if (pending != null) {
            pending.cancel();
        }
        all().forEach(session -> session.onDelivery(Delivery::stop));
        await(left);
    }

    /**
     * Waits for a limited time for transactions whose outcome is unknown; the next process may then lose a session to
     * one.
     */
    private static void await(CompletableFuture<Void> left) {
        try {
            left.get(LEAVING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("Closing while the store is still writing durable sessions", e);
        }
    }

    /** Allows sessions of an agreement to be recovered here from now on. */
    void recover(Recovery.Arguments arguments) {
        recoverable.put(arguments.agreement().digest(), arguments);
        readKey();
    }

    /** Allows sessions of the agreements that a recovery finds to be recovered here from now on. */
    void recover(Recovery found) {
        recovery = found;
        readKey();
    }

    /** Restores in the background the sessions that only this process can have. */
    void restore() {
        if (!journals.isShared()) {
            lookups.whenIdle("", this::restoreAll);
        }
    }

    private void readKey() {
        if (journals.isShared()) {
            // They may be active elsewhere until a client resumes one here. A store that is unavailable now may be
            // available by then.
            if (!secrets.isReady()) {
                var unused = keyRead().whenComplete((nothing, failure) -> {
                    if (failure != null) {
                        LOG.warn("Cannot read the key of the secrets of durable sessions now", failure);
                    }
                });
            }
            return;
        }
        prepare();
    }

    private void restoreAll() {
        try {
            for (String id : journals.ids()) {
                if (!present.containsKey(id)) {
                    lookups.whenIdle(id, () -> restoreOwn(id));
                }
            }
        } catch (ParleyException e) {
            if (!closed) {
                LOG.warn("Cannot list the stored sessions now; retrying later", e);
                timers.schedule(() -> lookups.whenIdle("", () -> restoreAll()), LIST_RETRY_DELAY);
            }
        }
    }

    private void restoreOwn(String id) {
        try {
            restore(id, null);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (RuntimeException | Error e) { // A failure of one session must not affect the others.
            if (closed) {
                LOG.debug("Leaving session {} to the next process", id, e);
                return;
            }
            LOG.warn("Cannot continue session {} now", id, e);
        }
    }

    /** Returns the temporary refusal to resume a session that exists, but that this process does not own. */
    static ParleyException notHere() {
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE, "RESUME: the session cannot be continued here now, try again");
    }

    /**
     * Looks up the stored session of a secret, on a thread of the {@link Lookups}.
     *
     * @param address of the peer that sent the secret
     * @param found receives the session, or the error; both are null for an invalid secret
     * @throws ParleyException {@code TOKEN_REFUSED} if the secret was never issued, {@code CONTEXT_UNAVAILABLE} if it
     *     names another key, {@code BUDGET} if too many look-ups wait
     */
    Lookups.Ticket find(
            String address, byte[] secret, BiConsumer<@Nullable RunningSession, @Nullable ParleyException> found) {
        if (secrets.isReady()) {
            check(secret);
        }
        String id = SessionSecrets.named(secret);
        return lookups.submit(address, id, () -> {
            RunningSession restored = null;
            ParleyException failure = null;
            try {
                prepare();
                check(secret);
                restored = restore(id, secret);
            } catch (ParleyException e) {
                failure = e;
            } catch (RuntimeException | Error e) { // Reported to the waiting peer.
                failure = new ParleyException(ErrorCode.INTERNAL, "RESUME: the session could not be continued", e);
                if (e instanceof VirtualMachineError broken) {
                    found.accept(null, failure);
                    throw broken;
                }
            }
            found.accept(restored, failure);
        });
    }

    /**
     * Refuses secrets that were never issued, or that belong to processes with another key, before the store is read.
     */
    private void check(byte[] secret) {
        if (secrets.isForeign(secret)) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE,
                    "RESUME: expected a secret by the key of this process, found one by another key, try elsewhere;"
                            + " is the secret of the seal the same in all processes?");
        }
        if (!secrets.isMarked(secret)) {
            throw Resumptions.refused();
        }
    }

    private Recovery.@Nullable Arguments arguments(Digest digest) {
        Recovery.Arguments known = recoverable.get(digest);
        return known == null ? recovery.find(digest).orElse(null) : known;
    }

    /**
     * Restores a stored session.
     *
     * @param secret that must be valid for it, or null
     * @return null if there is no such session, it cannot be continued here, or the secret is not valid for it
     */
    private @Nullable RunningSession restore(String id, byte @Nullable [] secret) {
        if (closed) {
            throw notHere();
        }
        RunningSession known = present.get(id);
        if (known != null && (secret == null || known.accepts(secret))) {
            return known;
        }
        StoredSession stored = journals.load(id);
        if (stored == null || (secret != null && !stored.isFor(Tokens.hash(secret)))) {
            return null;
        }
        Recovery.Arguments arguments = arguments(Digest.ofBytes(stored.digest().toArray()));
        if (arguments == null) {
            return null;
        }
        if (known != null) {
            known.onDelivery(Delivery::loseToAnother);
        }
        Agreement agreement = arguments.agreement();
        TokenGrant grant = new TokenGrant(
                agreement,
                stored.principal(),
                arguments.attachment(),
                arguments.handler(),
                timers.nanoTime(),
                arguments.scope());
        RunningSession restored = restorer.restore(grant, id, stored);
        String caller = grant.principal().isEmpty() ? "an anonymous caller" : grant.principal();
        LOG.info("Continuing session {} of {}, which an earlier process left", agreement.id(), caller);
        if (closed) {
            restored.onDelivery(Delivery::loseToAnother);
        }
        return restored;
    }
}
