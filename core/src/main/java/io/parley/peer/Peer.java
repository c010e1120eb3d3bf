package io.parley.peer;

import io.parley.Causes;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.SwitchPolicy;
import io.parley.runtime.Conversation;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * State of one key: unknown, negotiating, served by a session, or held off for a time. Thread-safe; guarded by its own
 * monitor. Conversations, policies and futures are not called with the monitor held, since they have locks of their own
 * and call back; {@link Conversation#isSuspect} takes none.
 */
final class Peer {
    /** Age in nanoseconds below which a lost session counts as a failure. */
    private static final long SHORT_LIVED = Duration.ofSeconds(30).toNanos();

    private final SessionKey key;
    private final KnownPeers owner;
    private final LoggedFallbacks logged = new LoggedFallbacks();
    private final LiveCosts costs;

    private @Nullable Probe probe;
    private @Nullable Serving serving;
    private @Nullable Held held;
    /** Lasting decision by {@link #held}, for callers that have obtained it; null once it no longer applies. */
    private volatile @Nullable StandingFallback standingFallback;

    private @Nullable HoldOff lastHoldOff;
    private int failuresInARow;
    private boolean wasCapable;
    private long soapCalls;
    private int holds;
    private boolean isAbandoned;
    private boolean isEvicted;
    private long lastUsed;

    /** The session of this key. */
    private record Serving(Conversation conversation, Agreement agreement, long since) {
        boolean isExpired(long now) {
            return now - since >= agreement.lifetime().toNanos();
        }
    }

    /** Reason and end of a hold-off. */
    private record Held(FallbackReason reason, String detail, HoldOff how, long until) {}

    Peer(SessionKey key, KnownPeers owner, long now) {
        this(key, owner, now, new LiveCosts(now), 0);
    }

    /** Creates a peer that continues the calls and costs of another, which is no longer used. */
    Peer(SessionKey key, KnownPeers owner, long now, Peer early) {
        this(key, owner, now, early.costs, early.soapCalls());
    }

    private Peer(SessionKey key, KnownPeers owner, long now, LiveCosts costs, long soapCalls) {
        this.key = key;
        this.owner = owner;
        this.lastUsed = now;
        this.costs = costs;
        this.soapCalls = soapCalls;
    }

    long now() {
        return owner.now();
    }

    boolean isCurrent(StandingFallback candidate) {
        return standingFallback == candidate;
    }

    /** Returns the lasting decision for further calls; null if there is none. */
    synchronized @Nullable StandingFallback standingFallback(Fallbacks counters) {
        Held known = held;
        boolean stands = !isEvicted && serving == null && probe == null;
        if (!stands || known == null || !isHeldOff(known, Mode.AUTO, now())) {
            return null;
        }
        if (standingFallback == null) {
            standingFallback = new StandingFallback(
                    this, known.reason(), known.detail(), known.until(), counters.counter(known.reason()));
        }
        return standingFallback;
    }

    /** Ends the lasting decision; the calls that it counted remain counted. */
    private void endStanding() {
        if (standingFallback != null) {
            soapCalls += standingFallback.calls();
            standingFallback = null;
        }
    }

    LiveCosts costs() {
        return costs;
    }

    SessionKey key() {
        return key;
    }

    /**
     * Returns the decision for one call; empty if this peer was removed meanwhile and the key must be looked up again.
     */
    Optional<Decision> decide(Mode mode, SwitchPolicy policy, long now) {
        endLateProbe(now);
        Serving current = serving();
        if (current != null && current.isExpired(now)) {
            take(current, null, "", now);
        } else if (current != null && !current.conversation().isOpen()) {
            boolean silent = current.conversation().isSuspect();
            take(
                    current,
                    silent ? FallbackReason.PEER_SILENT : FallbackReason.GOING_AWAY,
                    "the session takes no more calls",
                    now);
        }
        costs.called(now);
        synchronized (this) {
            lastUsed = now;
            isAbandoned = false;
            if (isEvicted || !isOpen(mode, now)) {
                return isEvicted ? Optional.empty() : Optional.of(decideKnown(mode, false, now));
            }
        }
        // The costs are computed only if the policy decides.
        boolean wanted = mode == Mode.ALWAYS || policy.wants(costs.situation(soapCalls()));
        synchronized (this) {
            return isEvicted ? Optional.empty() : Optional.of(decideKnown(mode, wanted, now));
        }
    }

    /** Returns whether the policy decides. */
    private boolean isOpen(Mode mode, long now) {
        return serving == null && probe == null && (held == null || !isHeldOff(held, mode, now));
    }

    private Decision decideKnown(Mode mode, boolean wanted, long now) {
        if (serving != null) {
            return onSession(serving, mode);
        }
        if (probe != null) {
            return mode == Mode.ALWAYS ? new Decision.Wait(probe.ended()) : soap(FallbackReason.NEGOTIATING, "");
        }
        if (held != null && isHeldOff(held, mode, now)) {
            return soap(held.reason(), held.detail());
        }
        if (!wanted) {
            return soap(FallbackReason.POLICY, "");
        }
        endStanding();
        if (mode == Mode.AUTO) {
            soapCalls++;
        }
        probe = new Probe(this, now);
        return new Decision.Negotiate(probe);
    }

    /** Counts a call by SOAP that was decided elsewhere. */
    synchronized void wentBySoap() {
        soapCalls++;
    }

    /**
     * Decides a call that has a session. A suspect session is not used by calls that may be sent by SOAP; in mode
     * always it is used if it can be resumed.
     */
    private Decision onSession(Serving current, Mode mode) {
        Conversation session = current.conversation();
        if (!session.isSuspect()) {
            return new Decision.Stream(session);
        }
        if (mode != Mode.ALWAYS) {
            return soap(FallbackReason.PEER_SILENT, "");
        }
        boolean waits = current.agreement().reliability() == Reliability.NONE;
        return waits ? new Decision.Wait(session.suspicionOver()) : new Decision.Stream(session);
    }

    private Decision soap(FallbackReason reason, String detail) {
        soapCalls++;
        return new Decision.Soap(reason, detail);
    }

    /** Returns whether a hold-off applies. In mode always, which has no alternative, only a long one does. */
    private static boolean isHeldOff(Held held, Mode mode, long now) {
        return held.until() - now > 0 && (mode != Mode.ALWAYS || held.how() == HoldOff.LONG);
    }

    private void endLateProbe(long now) {
        Probe late;
        synchronized (this) {
            late = probe;
        }
        if (late != null && late.isLate(now)) {
            ended(late, FallbackReason.UNDECIDED, "the negotiation did not end in time", HoldOff.SHORT);
        }
    }

    void agreed(Probe by, Conversation opened) {
        Agreement agreement = opened.agreement();
        boolean isTaken;
        synchronized (this) {
            isTaken = by == probe && !isEvicted && !isAbandoned;
            if (by == probe) {
                probe = null;
            }
            if (isTaken) {
                serving = new Serving(opened, agreement, owner.now());
                held = null;
                endStanding();
                wasCapable = true;
                logged.clear();
            }
        }
        by.complete();
        if (!isTaken) {
            opened.drain();
            return;
        }
        costs.negotiated(owner.now() - by.started());
        owner.onAgreed(key, agreement);
        opened.closed().whenComplete((nothing, why) -> closed(opened, why));
    }

    void ended(Probe by, FallbackReason reason, String detail, HoldOff how) {
        boolean isDowngrade = false;
        synchronized (this) {
            if (by == probe) {
                isDowngrade = wasCapable && how == HoldOff.LONG;
                wasCapable &= !isDowngrade;
                probe = null;
                holdOff(reason, detail, how, owner.now());
            }
        }
        by.complete();
        if (isDowngrade) {
            owner.onDowngrade(key, reason, detail);
        }
    }

    private void closed(Conversation closed, @Nullable Throwable why) {
        Serving current = serving();
        if (current == null || current.conversation() != closed) {
            return;
        }
        Throwable cause = why == null ? null : Causes.of(why);
        if (cause == null) {
            take(current, FallbackReason.GOING_AWAY, "the session was closed", owner.now());
        } else {
            take(current, reason(closed, cause), String.valueOf(cause.getMessage()), owner.now());
        }
    }

    private static FallbackReason reason(Conversation closed, Throwable why) {
        if (closed.isSuspect()) {
            return FallbackReason.PEER_SILENT;
        }
        return why instanceof ParleyException coded ? FallbackReason.of(coded.code()) : FallbackReason.SESSION_LOST;
    }

    /**
     * Takes a session out of service and drains it. The next call may negotiate at once, unless the session ended
     * early: the key is then held off, so that a service which always ends it is not overloaded; only for a moment if
     * the service announced the end.
     *
     * @param lost reason for the loss; null if the session expired or is no longer used
     */
    private void take(Serving over, @Nullable FallbackReason lost, String detail, long now) {
        synchronized (this) {
            if (serving == null || serving.conversation() != over.conversation()) {
                return;
            }
            serving = null;
            if (lost != null && now - over.since() < SHORT_LIVED) {
                holdOff(lost, detail, HoldOff.ofShortLived(lost), now);
            } else {
                failuresInARow = 0;
            }
        }
        over.conversation().drain();
    }

    /** Holds off the key. A long hold-off after short ones starts with its own initial time, and vice versa. */
    private void holdOff(FallbackReason reason, String detail, HoldOff how, long now) {
        failuresInARow = how == lastHoldOff ? failuresInARow + 1 : 1;
        lastHoldOff = how;
        endStanding();
        held = new Held(reason, detail, how, now + how.nanos(failuresInARow));
    }

    synchronized boolean hold() {
        if (!isEvicted) {
            holds++;
            isAbandoned = false;
        }
        return !isEvicted;
    }

    /** Releases a hold; the last one ends the session, and prevents one that is being opened from being used. */
    void release() {
        Serving idle;
        synchronized (this) {
            holds--;
            if (holds > 0) {
                return;
            }
            isAbandoned = true;
            idle = serving;
        }
        if (idle != null) {
            take(idle, null, "", owner.now());
        }
    }

    /** Discards all state; a probe in progress ends without effect. */
    void evict() {
        Serving current;
        Probe pending;
        synchronized (this) {
            isEvicted = true;
            endStanding();
            current = serving;
            pending = probe;
            serving = null;
            probe = null;
        }
        if (pending != null) {
            pending.complete();
        }
        if (current != null) {
            current.conversation().drain();
        }
    }

    /** Returns whether removing this peer would end a session, or disturb a negotiation or a proxy. */
    synchronized boolean isBusy() {
        return holds > 0 || serving != null || probe != null;
    }

    synchronized long lastUsed() {
        return lastUsed;
    }

    /** Records a fallback; returns whether it is to be logged. */
    synchronized boolean isNews(KnownPeers.Fallback fallback) {
        if (standingFallback != null && standingFallback.reason() != fallback.reason()) {
            endStanding();
        }
        return logged.isNews(fallback);
    }

    synchronized Optional<KnownPeers.Fallback> lastFallback() {
        return logged.last();
    }

    synchronized KnownPeers.Known known(long now) {
        if (serving != null) {
            return new KnownPeers.Known(key, KnownPeers.State.AGREED, null, "", Duration.ZERO, serving.agreement());
        }
        if (probe != null) {
            return new KnownPeers.Known(key, KnownPeers.State.NEGOTIATING, null, "", Duration.ZERO, null);
        }
        if (held != null && held.until() - now > 0) {
            Duration left = Duration.ofNanos(held.until() - now);
            return new KnownPeers.Known(key, KnownPeers.State.HELD_OFF, held.reason(), held.detail(), left, null);
        }
        return new KnownPeers.Known(key, KnownPeers.State.UNKNOWN, null, "", Duration.ZERO, null);
    }

    /** Returns whether a session serves this key. */
    synchronized boolean isServed() {
        return serving != null;
    }

    private synchronized @Nullable Serving serving() {
        return serving;
    }

    /** Counts a call by SOAP; returns whether the policy would have negotiated for it. */
    boolean wants(SwitchPolicy policy, long now) {
        costs.called(now);
        long before;
        synchronized (this) {
            lastUsed = now;
            before = soapCalls++;
        }
        return policy.wants(costs.situation(before));
    }

    private synchronized long soapCalls() {
        endStanding();
        return soapCalls;
    }
}
