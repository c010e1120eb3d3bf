package io.parley.transport.http.endpoint;

import io.parley.DaemonThreads;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.http.HttpFrames;
import io.parley.endpoint.Contract;
import io.parley.endpoint.SoapStreamer;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.SwitchPolicy;
import io.parley.peer.Decision;
import io.parley.peer.KnownPeers;
import io.parley.peer.Probe;
import io.parley.peer.SessionKey;
import io.parley.runtime.Conversation;
import io.parley.soap.SoapVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Sessions of a client with its service: whether a call goes by one, and how the next is negotiated. Thread-safe. */
final class ClientSessions implements AutoCloseable {
    /** Negotiations of other calls that a call waits for. */
    private static final int MOST_WAITS = 3;

    private final KnownPeers peers;
    private final KnownPeers.Hold hold;
    private final SessionKey key;
    private final Mode mode;
    private final Contract contract;
    private final SoapVersion version;
    private final NegotiationMaker negotiations;
    private volatile @Nullable Talk last;

    /** A session, and how its messages are written. */
    record Talk(Conversation session, SoapStreamer streamer) {}

    /** Makes what a probe is ended by. */
    @FunctionalInterface
    interface NegotiationMaker {
        Negotiation of(Probe probe);
    }

    ClientSessions(
            KnownPeers peers,
            SessionKey key,
            Mode mode,
            Contract contract,
            SoapVersion version,
            NegotiationMaker negotiations) {
        this.peers = peers;
        this.key = key;
        this.hold = peers.hold(key);
        this.mode = mode;
        this.contract = contract;
        this.version = version;
        this.negotiations = negotiations;
    }

    /** Decides about a call. Whoever takes the decision gives it to {@link #talk} or {@link #ready}. */
    Decision decide() {
        return peers.decide(key, mode, SwitchPolicy.eager());
    }

    /** Returns the session that a call goes by at once; null if {@link #talk} has to say, which may wait. */
    @Nullable
    Talk ready(Decision decision) {
        if (!(decision instanceof Decision.Stream stream)) {
            return null;
        }
        Talk talk = talk(stream.conversation());
        return isCompared(talk) ? null : talk;
    }

    /**
     * Returns the session for a call; null for SOAP. It waits for at most one negotiation of its own, whatever the outcome.
     *
     * @throws ParleyException {@code TIMEOUT} if other negotiations do not end in time; {@code NEGOTIATION} if nothing but a session is
     *     wanted and there is none
     */
    @Nullable
    Talk talk(Decision first, Deadline deadline) {
        Decision decision = first;
        for (int waits = 0; decision instanceof Decision.Wait other && waits < MOST_WAITS; waits++) {
            await(other, deadline.left());
            decision = decide();
        }
        if (decision instanceof Decision.Negotiate negotiate) {
            Negotiation negotiation = negotiations.of(negotiate.probe());
            if (mode != Mode.ALWAYS) {
                DaemonThreads.start("parley-negotiation", negotiation::run);
                return null;
            }
            negotiation.run();
            if (Thread.currentThread().isInterrupted()) {
                throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted");
            }
            // In mode always another negotiation might be begun at once; this call has had its own.
            decision = peers.decide(key, Mode.AUTO, situation -> false);
        }
        if (decision instanceof Decision.Stream stream) {
            return talk(stream.conversation());
        }
        return bySoap(
                decision instanceof Decision.Soap by
                        ? by
                        : new Decision.Soap(FallbackReason.NEGOTIATING, "that of other calls did not end in time"));
    }

    private Talk talk(Conversation session) {
        Talk known = last;
        if (known == null || known.session() != session) {
            known = new Talk(session, contract.streamer(session, version));
            last = known;
        }
        return known;
    }

    private @Nullable Talk bySoap(Decision.Soap by) {
        if (mode == Mode.ALWAYS) {
            throw new ParleyException(
                    ErrorCode.NEGOTIATION,
                    "expected a session, found " + by.reason() + ": "
                            + by.reason().sentence() + (by.detail().isEmpty() ? "" : " (" + by.detail() + ")"));
        }
        return null;
    }

    private static void await(Decision.Wait wait, Duration within) {
        try {
            wait.ended().toCompletableFuture().get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new ParleyException(ErrorCode.TIMEOUT, "no session within " + within, e);
        }
    }

    /**
     * Returns whether the session's calls are compared with those by SOAP: posts may be slower than that, for small calls; sessions that are
     * kept promise something else than time (ADR 82).
     */
    boolean isCompared(Talk talk) {
        Agreement agreement = talk.session().agreement();
        return mode == Mode.AUTO
                && agreement.channel().equals(HttpFrames.CHANNEL)
                && agreement.reliability() == Reliability.NONE;
    }

    /** Returns whether an operation whose calls are compared is faster by SOAP; then it notes that a call goes that way. */
    boolean isFasterBySoap(String operation) {
        boolean faster = peers.isFasterBySoap(key, operation);
        if (faster) {
            peers.fellBack(key, FallbackReason.SLOWER, operation);
        }
        return faster;
    }

    /** Returns the time to begin a call that is compared. */
    long now() {
        return peers.now();
    }

    /** Notes the time of a call that was compared. */
    void answered(String operation, boolean onSession, long begin) {
        peers.answered(key, operation, onSession, begin);
    }

    /** Notes why a call goes by SOAP, or throws what it was if the message may have been dispatched or nothing but a session is wanted. */
    void fallBack(ParleyException why) {
        boolean mine = why.code() == ErrorCode.ENCODING || why.code() == ErrorCode.LIMIT;
        if (why.retry() != ErrorCode.Retry.SAFE || mine || mode == Mode.ALWAYS) {
            throw why;
        }
        peers.fellBack(key, FallbackReason.of(why.code()), why.text());
    }

    /** Negotiates and opens a session on the best channel that can be had. Blocks until that has ended. */
    ChannelTrial tryOut() {
        long begin = System.nanoTime();
        Decision decision = peers.decide(key, Mode.ALWAYS, SwitchPolicy.eager());
        if (decision instanceof Decision.Negotiate negotiate) {
            negotiations.of(negotiate.probe()).run();
            decision = peers.decide(key, Mode.AUTO, situation -> false);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        if (decision instanceof Decision.Stream stream) {
            last = talk(stream.conversation());
            return new ChannelTrial(
                    channel(), took, SessionWaits.roundTrip(stream.conversation()), Optional.empty(), "");
        }
        return decision instanceof Decision.Soap soap
                ? new ChannelTrial(Optional.empty(), took, Optional.empty(), Optional.of(soap.reason()), soap.detail())
                : new ChannelTrial(
                        Optional.empty(), took, Optional.empty(), Optional.of(FallbackReason.NEGOTIATING), "");
    }

    /** Returns the channel of the session that is open; empty if calls go by SOAP now. */
    Optional<String> channel() {
        Talk known = last;
        return known != null && known.session().isOpen()
                ? Optional.of(known.session().agreement().channel())
                : Optional.empty();
    }

    /** Returns the session that calls went by last; null before the first. */
    @Nullable
    Conversation session() {
        Talk known = last;
        return known == null ? null : known.session();
    }

    /** Returns the reason why a call went by SOAP, the last time that one did since there was a session. */
    Optional<FallbackReason> lastFallback() {
        return peers.lastFallback(key).map(KnownPeers.Fallback::reason);
    }

    /** Drains the session, if there is one. */
    @Override
    public void close() {
        hold.close();
        peers.close();
        Talk known = last;
        if (known != null) {
            SessionWaits.awaitEnd(known.session());
        }
    }
}
