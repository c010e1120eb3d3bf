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
 * The state of all called services, by session key: unknown, negotiating, agreed or held off; with the sessions, which
 * proxies share. Refusals and agreements expire, and the number of keys is bounded. Thread-safe; no method blocks.
 */
public final class KnownPeers implements AutoCloseable {
    /**
     * Time after which a probe that was not ended counts as undecided, unless it {@link Probe#mayTake may take} longer.
     */
    public static final Duration PROBE_LIMIT = Duration.ofSeconds(30);

    private final LongSupplier nanoTime;
    private final int capacity;
    private final Map<SessionKey, Peer> peers = new ConcurrentHashMap<>();
    private final Fallbacks fallbacks = new Fallbacks();
    private final NewIdentities newIdentities = new NewIdentities();

    /**
     * Creates an empty instance.
     *
     * @param nanoTime a monotonic time in nanoseconds
     * @param capacity maximum number of keys, at least 1
     */
    KnownPeers(LongSupplier nanoTime, int capacity) {
        this.nanoTime = nanoTime;
        this.capacity = capacity;
    }

    /**
     * Creates an empty instance.
     *
     * @param limits of which {@link Limit#KNOWN_PEERS} is the maximum number of keys
     */
    public static KnownPeers create(Timers timers, Limits limits) {
        return new KnownPeers(timers::nanoTime, limits.getInt(Limit.KNOWN_PEERS));
    }

    /** Decides how to send a call. A fallback is counted, and logged when it is new for the key. */
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
     * Returns whether calls of the key are decided by {@link #decide}. If not, the call is sent by SOAP and counted,
     * and nothing is stored for it that could displace other keys: its credentials are new, and a negotiation is
     * worthwhile only if they are used again. To be asked for a client's first call with a key.
     *
     * @param caller the key without a proposal, since the caller matters and not its proposal
     * @param isFirst true if the client has called this address with no other identity
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
            fallbacks.report(new Fallback(key, FallbackReason.NEW_IDENTITY, ""));
        }
        return false;
    }

    /** Records a client's second call as a caller that {@link #admits} accepted for its first. */
    public void cameBack(SessionKey caller) {
        newIdentities.cameBack(caller);
    }

    /**
     * Returns a fallback decision that applies to calls of the key for some time, so that they need not be decided one
     * by one; empty if there is none.
     */
    public Optional<StandingFallback> standingFallback(SessionKey key) {
        Peer peer = peers.get(key);
        return peer == null ? Optional.empty() : Optional.ofNullable(peer.standingFallback(fallbacks));
    }

    /**
     * Counts a call that is sent by SOAP because its client's proposal is not known yet.
     *
     * @param caller its key with {@link Proposal#ONLY}
     * @return true if the policy would negotiate for it
     */
    public boolean wants(SessionKey caller, SwitchPolicy policy) {
        return peer(caller).wants(policy, now());
    }

    /** Transfers the calls counted before the client's proposal was known to its key, if that is new. */
    public void proposed(SessionKey caller, SessionKey key) {
        Peer early = peers.remove(caller);
        if (early != null) {
            peers.computeIfAbsent(key, absent -> new Peer(absent, this, now(), early));
        }
    }

    /** Returns whether the caller of the key has an open session, whatever its proposal. */
    public boolean hasSession(SessionKey caller) {
        for (Peer peer : peers.values()) {
            if (peer.key().isOf(caller) && peer.isServed()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reports that a call which might have been streamed was sent by SOAP for a reason of its own; counted and logged
     * like other fallbacks.
     */
    public void fellBack(SessionKey key, FallbackReason reason, String detail) {
        fallbacks.count(reason);
        Fallback fallback = new Fallback(key, reason, detail);
        if (peer(key).isNews(fallback)) {
            fallbacks.report(fallback);
        }
    }

    /**
     * Reports the end of a call by SOAP or on the stream. Only for calls with a response that is not a fault.
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
     * Returns whether a call that could be streamed is sent by SOAP, because that is faster for its operation or is
     * being measured. For channels that may be slower than SOAP; their responses must be reported to {@link #answered}.
     */
    public boolean isFasterBySoap(SessionKey key, String operation) {
        return peer(key).costs().nextBySoap(operation);
    }

    /**
     * Returns the break-even point of a key from its measured calls; empty if none was reported to {@link #answered}.
     */
    public Optional<BreakEven> breakEven(SessionKey key) {
        Peer known = peers.get(key);
        return known == null ? Optional.empty() : known.costs().breakEven();
    }

    /** Records the duration of one access to the context store, which is part of a session's overhead. */
    public void storeTook(SessionKey key, Duration time) {
        peer(key).costs().storeTook(time.toNanos());
    }

    /**
     * Acquires a hold on a key; its session ends when the last hold is closed. A proxy acquires one for each key that
     * it uses.
     */
    public Hold hold(SessionKey key) {
        Peer peer = peer(key);
        while (!peer.hold()) {
            peer = peer(key);
        }
        return new Hold(peer);
    }

    /** Removes a key and drains its session. */
    public void forget(SessionKey key) {
        Peer peer = peers.remove(key);
        if (peer != null) {
            peer.evict();
        }
    }

    /** Returns the last reason for which a call of the key was sent by SOAP since its last agreement. */
    public Optional<Fallback> lastFallback(SessionKey key) {
        Peer peer = peers.get(key);
        return peer == null ? Optional.empty() : peer.lastFallback();
    }

    /** Returns the number of calls sent by SOAP, by reason; reasons that did not occur are omitted. */
    public Map<FallbackReason, Long> fallbackCounts() {
        return fallbacks.counts();
    }

    /**
     * Returns the number of times that a service refused after it had agreed before: because of a rolled-back release
     * or an intermediary.
     */
    public long downgrades() {
        return fallbacks.downgrades();
    }

    /** Adds a listener of fallbacks that are new for their key; it must not block. */
    public void addListener(FallbackListener listener) {
        fallbacks.add(listener);
    }

    /** Returns a snapshot of all keys, for status pages. */
    public List<Known> known() {
        long now = now();
        return peers.values().stream().map(peer -> peer.known(now)).toList();
    }

    /** Drains all sessions and removes all keys. */
    @Override
    public void close() {
        List.copyOf(peers.keySet()).forEach(this::forget);
    }

    /** Returns a monotonic time in nanoseconds. */
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

    /**
     * Removes the least recently used keys, idle ones first; an eighth of them at a time, so that it is rarely needed.
     */
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

    /** A user's claim on the session of a key. Thread-safe. */
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
     * @param reason why it is held off; null if it is not
     * @param retryIn time until the next negotiation is possible; zero if it is possible now
     * @param agreement that of its session; null if there is none
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

    /** Listener of fallbacks that are new for their key. */
    @FunctionalInterface
    public interface FallbackListener {
        /** Called after the fallback was logged, on the thread that detected it: must not block. */
        void onFallback(Fallback fallback);
    }
}
