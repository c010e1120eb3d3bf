package io.parley.peer;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.BreakEven;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.SwitchPolicy;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Client-side cache of session keys: agreed, refused, undecided, unknown; and the sessions themselves, which proxies
 * share. Entries age: a refusal is forgotten after its time, an agreement after its lifetime, and the number of keys is
 * bounded. Thread-safe; no method blocks.
 */
public final class KnownPeers implements AutoCloseable {
    /** A probe that was not ended after so long counts as undecided, unless it {@link Probe#mayTake may take} longer. */
    public static final Duration PROBE_LIMIT = Duration.ofSeconds(30);

    private final LongSupplier nanoTime;
    private final int capacity;
    private final Map<SessionKey, Peer> peers = new ConcurrentHashMap<>();
    private final Fallbacks fallbacks = new Fallbacks();
    private final NewIdentities newIdentities = new NewIdentities();

    /**
     * @param nanoTime a time that only goes forward
     * @param capacity keys that are remembered, at least 1
     */
    KnownPeers(LongSupplier nanoTime, int capacity) {
        this.nanoTime = nanoTime;
        this.capacity = capacity;
    }

    /**
     * Knows nothing yet.
     *
     * @param limits with the number of keys that are remembered, {@link Limit#KNOWN_PEERS}
     */
    public static KnownPeers create(Timers timers, Limits limits) {
        return new KnownPeers(timers::nanoTime, limits.getInt(Limit.KNOWN_PEERS));
    }

    /** Decides how a call goes. A fallback that it decides on is counted, and logged when it is new for the key. */
    public Decision decide(SessionKey key, Mode mode, SwitchPolicy policy) {
        if (mode == Mode.NEVER) {
            fallbacks.count(FallbackReason.MODE_NEVER);
            return new Decision.Soap(FallbackReason.MODE_NEVER, "");
        }
        Decision decision = decideKnown(key, mode, policy);
        if (decision instanceof Decision.Soap soap) {
            fellBack(key, soap.reason(), soap.detail());
        } else if (decision instanceof Decision.Negotiate && mode == Mode.AUTO) {
            fellBack(key, FallbackReason.NEGOTIATING, "");
        }
        return decision;
    }

    /**
     * Returns whether calls of that key are for {@link #decide}. If not, the call goes by SOAP, is counted for that,
     * and leaves nothing behind that others could have to make room for: its credentials are new, and worth a
     * negotiation only if they come again. For the first call that a client makes with a key.
     *
     * @param caller the key without a proposal: the caller counts, not its proposal
     * @param isFirst whether the client has called this address with no other identity
     */
    public boolean admits(SessionKey caller, SessionKey key, boolean isFirst) {
        if (peers.containsKey(key)) {
            newIdentities.cameBack(caller);
            return true;
        }
        if (newIdentities.mayBegin(caller, isFirst)) {
            if (!isFirst) {
                peer(key).wentBySoap();
            }
            return true;
        }
        fallbacks.count(FallbackReason.NEW_IDENTITY);
        if (newIdentities.isNews(key)) {
            fallbacks.tell(new Fallback(key, FallbackReason.NEW_IDENTITY, ""));
        }
        return false;
    }

    /** Notes that a client makes its second call as a caller that {@link #admits} took for its first. */
    public void cameBack(SessionKey caller) {
        newIdentities.cameBack(caller);
    }

    /**
     * Returns the decision that holds for calls of that key for some time, so that they need not be decided one by one;
     * empty if there is none.
     */
    public Optional<Standing> standing(SessionKey key) {
        Peer peer = peers.get(key);
        return peer == null ? Optional.empty() : Optional.ofNullable(peer.standing(fallbacks));
    }

    /**
     * Counts a call that goes by SOAP since its client's proposal is not known yet.
     *
     * @param caller its key with no proposal but {@link Proposal#ONLY}
     * @return whether the policy would negotiate for it
     */
    public boolean wants(SessionKey caller, SwitchPolicy policy) {
        return peer(caller).wants(policy, now());
    }

    /**
     * Makes the calls that were counted before the client's proposal was known count for its key, if that is a new one.
     */
    public void proposed(SessionKey caller, SessionKey key) {
        Peer early = peers.remove(caller);
        if (early != null) {
            peers.computeIfAbsent(key, absent -> new Peer(absent, this, now(), early));
        }
    }

    /** Returns whether the caller of that key has an open session, whatever was proposed for it. */
    public boolean hasSession(SessionKey caller) {
        for (Peer peer : peers.values()) {
            if (peer.key().isOf(caller) && peer.isServed()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reports that a call which might have streamed went by SOAP for a reason of its own; counted and logged like other
     * fallbacks.
     */
    public void fellBack(SessionKey key, FallbackReason reason, String detail) {
        fallbacks.count(reason);
        Fallback fallback = new Fallback(key, reason, detail);
        if (peer(key).isNews(fallback)) {
            fallbacks.tell(fallback);
        }
    }

    /**
     * Reports that a call by SOAP or on the stream has its answer. Only for calls that a caller waits for: no one-way
     * calls and no faults.
     *
     * @param since {@link #now} when the call was decided
     */
    public void answered(SessionKey key, String operation, boolean streamed, long since) {
        LiveCosts costs = peer(key).costs();
        long nanos = now() - since;
        if (streamed) {
            costs.streamCall(operation, nanos);
        } else {
            costs.soapCall(operation, nanos);
        }
    }

    /**
     * Returns whether a call that a session would take goes by SOAP, since that takes less time for its operation, or is to show whether
     * it does. For channels that may be slower; their answers are reported ({@link #answered}).
     */
    public boolean isFasterBySoap(SessionKey key, String operation) {
        return peer(key).costs().nextBySoap(operation);
    }

    /** Returns the break-even point of a key by its calls; empty where none was measured ({@link #answered}). */
    public Optional<BreakEven> breakEven(SessionKey key) {
        Peer known = peers.get(key);
        return known == null ? Optional.empty() : known.costs().breakEven();
    }

    /** Records the time of one access to the context store, which is part of a session's overhead. */
    public void storeTook(SessionKey key, Duration time) {
        peer(key).costs().storeTook(time.toNanos());
    }

    /**
     * Takes a hold on this key; the session ends with the last hold that is closed. A proxy takes one for each key that
     * it calls with.
     */
    public Hold hold(SessionKey key) {
        Peer peer = peer(key);
        while (!peer.hold()) {
            peer = peer(key);
        }
        return new Hold(peer);
    }

    /** Forgets what is known of a key and drains its session. */
    public void forget(SessionKey key) {
        Peer peer = peers.remove(key);
        if (peer != null) {
            peer.evict();
        }
    }

    /** The last reason for which a call with this key went by SOAP since its last agreement. */
    public Optional<Fallback> lastFallback(SessionKey key) {
        Peer peer = peers.get(key);
        return peer == null ? Optional.empty() : peer.lastFallback();
    }

    /** Returns the number of calls that went by SOAP, by reason; reasons that did not occur are left out. */
    public Map<FallbackReason, Long> fallbackCounts() {
        return fallbacks.counts();
    }

    /** Returns how often a service that once agreed refused later: a rolled-back release, or an intermediary. */
    public long downgrades() {
        return fallbacks.downgrades();
    }

    /** Adds a listener to fallbacks that are new for their key; it must not block. */
    public void addListener(FallbackListener listener) {
        fallbacks.add(listener);
    }

    /** Returns the current entries, for status pages. */
    public List<Known> known() {
        long now = now();
        return peers.values().stream().map(peer -> peer.known(now)).toList();
    }

    /** Drains all sessions and forgets all keys. */
    @Override
    public void close() {
        List.copyOf(peers.keySet()).forEach(this::forget);
    }

    /** A time that only goes forward, in nanoseconds. */
    public long now() {
        return nanoTime.getAsLong();
    }

    void onAgreed(SessionKey key, Agreement agreement) {
        fallbacks.agreed(key, agreement);
    }

    void onDowngrade(SessionKey key, FallbackReason reason, String detail) {
        fallbacks.downgraded(key, reason, detail);
    }

    private Decision decideKnown(SessionKey key, Mode mode, SwitchPolicy policy) {
        long now = now();
        Optional<Decision> decision = peer(key).decide(mode, policy, now);
        while (decision.isEmpty()) {
            decision = peer(key).decide(mode, policy, now);
        }
        return decision.get();
    }

    private Peer peer(SessionKey key) {
        Peer known = peers.get(key);
        if (known != null) {
            return known;
        }
        Peer peer = peers.computeIfAbsent(key, absent -> new Peer(absent, this, now()));
        if (peers.size() > capacity) {
            makeRoom(peer);
        }
        return peer;
    }

    /** Forgets the least recently used keys, idle ones first; an eighth at a time, so that it is rarely done. */
    private void makeRoom(Peer newest) {
        record Candidate(Peer peer, boolean isBusy, long lastUsed) {}
        int surplus = peers.size() - capacity + capacity / 8;
        peers.values().stream()
                .filter(peer -> peer != newest)
                .map(peer -> new Candidate(peer, peer.isBusy(), peer.lastUsed()))
                .sorted(Comparator.comparing(Candidate::isBusy).thenComparing(Candidate::lastUsed))
                .limit(Math.max(0, surplus))
                .forEach(candidate -> forget(candidate.peer().key()));
    }

    /** A user's claim on a key's session. Thread-safe. */
    public static final class Hold implements AutoCloseable {
        private final Peer peer;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Hold(Peer peer) {
            this.peer = peer;
        }

        /** Releases the claim. Idempotent. */
        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                peer.release();
            }
        }
    }

    /** State of a key. */
    public enum State {
        UNKNOWN,
        NEGOTIATING,
        AGREED,
        HELD_OFF
    }

    /**
     * Snapshot of one key.
     *
     * @param reason why it is held off, else null
     * @param retryIn time until it is negotiated again, else zero
     * @param agreement the agreement of its session, else null
     */
    public record Known(
            SessionKey key,
            State state,
            @Nullable FallbackReason reason,
            String detail,
            Duration retryIn,
            @Nullable Agreement agreement) {}

    /** A fallback to SOAP with its reason. */
    public record Fallback(SessionKey key, FallbackReason reason, String detail) {}

    /** Hears of fallbacks that are new for their key. */
    @FunctionalInterface
    public interface FallbackListener {
        /** Called once the fallback was logged, on the thread that found it out: must not block. */
        void onFallback(Fallback fallback);
    }
}
