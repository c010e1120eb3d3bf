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
 * The exclusive right to negotiate for one key. Ends with the first call of {@link #agreed}, {@link #refused},
 * {@link #undecided}, {@link #failed} or {@link #unsaid}, or when its time has expired; later calls have no effect.
 * Thread-safe.
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

    /** Returns the key to negotiate for. */
    public SessionKey key() {
        return peer.key();
    }

    /**
     * Extends the time beyond {@link KnownPeers#PROBE_LIMIT}, for a negotiation with longer timeouts.
     *
     * @param offer maximum time from an offer to its answer
     * @param limits those that sessions are opened under
     */
    public void mayTake(Duration offer, Limits limits) {
        most = Durations.bounded(KnownPeers.PROBE_LIMIT.plus(offer).plus(ChannelRace.mostToOpen(limits)));
    }

    /** Returns whether the time has expired. */
    boolean isLate(long now) {
        return now - started > most.toNanos();
    }

    /** Returns a stage that completes when the probe has ended. */
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    /**
     * Ends the probe with an open session, which serves the key from now on. If the probe had ended before, the session
     * is drained.
     */
    public void agreed(Conversation conversation) {
        peer.agreed(this, conversation);
    }

    /**
     * Ends the probe with a refusal by the service, or by this side's check of the answer; the key is held off
     * according to the reason.
     */
    public void refused(Refusal refusal) {
        peer.ended(this, refusal.reason(), refusal.detail(), HoldOff.of(refusal.reason()));
    }

    /** Ends the probe without a conclusion; the key is held off briefly. */
    public void undecided(FallbackReason reason, String detail) {
        peer.ended(this, reason, detail, HoldOff.SHORT);
    }

    /**
     * Ends the probe after the terms were agreed but the session was not opened.
     *
     * @param why determines the reason by its error code
     */
    public void failed(Throwable why) {
        Throwable cause = Causes.of(why);
        FallbackReason reason =
                cause instanceof ParleyException e ? FallbackReason.of(e.code()) : FallbackReason.CONNECT_FAILED;
        peer.ended(this, reason, String.valueOf(cause.getMessage()), HoldOff.of(reason));
    }

    /**
     * Ends the probe because of an error that the call in progress reports itself: a transport error, 401 or 403. No
     * fallback is reported.
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
