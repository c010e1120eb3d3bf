package io.parley.peer;

import io.parley.Causes;
import io.parley.Durations;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Refusal;
import io.parley.runtime.Conversation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The right to negotiate for one key, given to one caller at a time. It ends by exactly one of {@link #agreed}, {@link
 * #refused}, {@link #undecided}, {@link #failed} or {@link #unsaid}; what comes after that, or after its time, changes
 * nothing. Thread-safe.
 */
public final class Probe {
    private final Peer peer;
    private final long started;
    private volatile Duration most = KnownPeers.PROBE_LIMIT;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    Probe(Peer peer, long started) {
        this.peer = peer;
        this.started = started;
    }

    /** Returns the key that is negotiated for; nobody else does while this lasts. */
    public SessionKey key() {
        return peer.key();
    }

    /**
     * Gives it more time than {@link KnownPeers#PROBE_LIMIT}, for a negotiation that was given more.
     *
     * @param offer that an offer may take to be answered
     * @param limits those that sessions are opened under
     */
    public void mayTake(Duration offer, Limits limits) {
        most = Durations.bounded(KnownPeers.PROBE_LIMIT.plus(offer).plus(ChannelRace.mostToOpen(limits)));
    }

    /** Returns whether its time is over. */
    boolean isLate(long now) {
        return now - started > most.toNanos();
    }

    /** Completes when the probe ended. */
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    /** The session stands and serves this key from now on. If the probe ended before, the session is drained. */
    public void agreed(Conversation conversation) {
        peer.agreed(this, conversation);
    }

    /** The service, or this side looking at its answer, said no; held for as long as the reason is. */
    public void refused(Refusal refusal) {
        peer.ended(this, refusal.reason(), refusal.detail(), HoldOff.of(refusal.reason()));
    }

    /** Ends the probe without a conclusion; the key is held off briefly. */
    public void undecided(FallbackReason reason, String detail) {
        peer.ended(this, reason, detail, HoldOff.SHORT);
    }

    /** The terms were agreed but the session could not be opened: the reason is that of the exception's code. */
    public void failed(Throwable why) {
        Throwable cause = Causes.of(why);
        FallbackReason reason =
                cause instanceof ParleyException e ? FallbackReason.of(e.code()) : FallbackReason.CONNECT_FAILED;
        peer.ended(this, reason, String.valueOf(cause.getMessage()), HoldOff.of(reason));
    }

    /**
     * Ends the probe because of an error of the call that is under way, which reports it itself: transport error, 401,
     * 403. No fallback is reported.
     *
     * @param detail the error; may be empty
     */
    public void unsaid(String detail) {
        String what = "the offer did not get through" + (detail.isEmpty() ? "" : ": " + detail);
        peer.ended(this, FallbackReason.UNDECIDED, what, HoldOff.QUIET);
    }

    long started() {
        return started;
    }

    void complete() {
        ended.complete(null);
    }
}
