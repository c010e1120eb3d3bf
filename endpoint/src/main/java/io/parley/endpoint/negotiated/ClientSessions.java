package io.parley.endpoint.negotiated;

import io.parley.DaemonThreads;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.http.HttpFrames;
import io.parley.endpoint.ChannelTrial;
import io.parley.endpoint.Contract;
import io.parley.endpoint.OfferExchange;
import io.parley.endpoint.SoapStreamer;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.SwitchPolicy;
import io.parley.peer.Attempts;
import io.parley.peer.Decision;
import io.parley.peer.KnownPeers;
import io.parley.peer.Probe;
import io.parley.peer.SessionKey;
import io.parley.runtime.Conversation;
import io.parley.soap.SoapVersion;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of a client with its service: decides whether a call uses one, and when to negotiate the next. Thread-safe.
 */
final class ClientSessions implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofSeconds(2);
    /** Timeout of the first answer, for which both sides may have to load classes. */
    private static final Duration FIRST_ANSWER = Duration.ofSeconds(10);
    /** Most negotiations of other calls that one call waits for. */
    private static final int MAX_WAITS = 3;

    private static final Decision.Soap NEGOTIATING = new Decision.Soap(FallbackReason.NEGOTIATING, "");

    private final KnownPeers peers;
    private final KnownPeers.Hold hold;
    private final SessionKey key;
    private final Mode mode;
    private final Contract contract;
    private final SoapVersion version;
    private final NegotiationMaker negotiations;
    private final AtomicBoolean negotiated = new AtomicBoolean();
    private volatile @Nullable ActiveSession last;

    /** Session and the writer of its messages. */
    record ActiveSession(Conversation session, SoapStreamer streamer) {}

    /** Creates the negotiation that ends a probe. */
    @FunctionalInterface
    interface NegotiationMaker {
        Negotiation of(Probe probe, Negotiation.Offering how);
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

    /** Decides how to make a call. The caller passes the decision to {@link #sessionFor} or {@link #ready}. */
    Decision decide() {
        return peers.decide(key, mode, SwitchPolicy.eager());
    }

    /** Returns the session that a call can use at once; null if {@link #sessionFor} has to decide, which may block. */
    @Nullable
    ActiveSession ready(Decision decision) {
        if (!(decision instanceof Decision.Stream stream)) {
            return null;
        }
        ActiveSession active = sessionFor(stream.conversation());
        return isCompared(active) ? null : active;
    }

    /**
     * Returns the session for a call; null to use SOAP. Blocks for at most as many negotiations of its own as the call
     * may have attempts, and no longer than the call's time; a negotiation that takes longer goes on for later calls.
     *
     * @throws ParleyException {@code TIMEOUT} if the negotiations do not end in time; {@code NEGOTIATION} in mode
     *     {@code always} if there is no session
     */
    @Nullable
    ActiveSession sessionFor(Decision first, Deadline deadline, Attempts attempts) {
        Decision decision = awaited(first, deadline);
        while (decision instanceof Decision.Negotiate negotiate) {
            Negotiation negotiation = negotiations.of(
                    negotiate.probe(),
                    new Negotiation.Offering(negotiated.getAndSet(true) ? ANSWER : FIRST_ANSWER, exchange -> {}));
            start(negotiation);
            if (mode != Mode.ALWAYS) {
                return null;
            }
            await(negotiate.probe().ended(), deadline.remaining());
            // In mode always this would start another negotiation at once; this call has had its own.
            decision = peers.decide(key, Mode.AUTO, situation -> false);
            if (attempts.anotherNegotiation(decision)) {
                var unused = deadline.remaining();
                decision = awaited(decide(), deadline);
            }
        }
        if (decision instanceof Decision.Stream stream) {
            return sessionFor(stream.conversation());
        }
        return bySoap(
                decision instanceof Decision.Soap by
                        ? by
                        : new Decision.Soap(FallbackReason.NEGOTIATING, "that of other calls did not end in time"));
    }

    /** Returns the decision after the negotiations of other calls. */
    private Decision awaited(Decision first, Deadline deadline) {
        Decision decision = first;
        for (int waits = 0; decision instanceof Decision.Wait other && waits < MAX_WAITS; waits++) {
            await(other.ended(), deadline.remaining());
            decision = decide();
        }
        return decision;
    }

    private ActiveSession sessionFor(Conversation session) {
        ActiveSession known = last;
        if (known == null || known.session() != session) {
            known = new ActiveSession(session, contract.streamer(session, version));
            last = known;
        }
        return known;
    }

    private @Nullable ActiveSession bySoap(Decision.Soap by) {
        if (mode == Mode.ALWAYS) {
            throw new ParleyException(
                    ErrorCode.NEGOTIATION,
                    "expected a session, found " + by.reason() + ": "
                            + by.reason().sentence() + (by.detail().isEmpty() ? "" : " (" + by.detail() + ")"));
        }
        return null;
    }

    private static void start(Negotiation negotiation) {
        try {
            DaemonThreads.start("parley-negotiation", negotiation::run);
        } catch (OutOfMemoryError e) { // the system can create no more threads
            negotiation.probe().undecided(FallbackReason.UNDECIDED, "no thread for the negotiation");
        }
    }

    private static void await(CompletionStage<Void> ended, Duration within) {
        try {
            ended.toCompletableFuture().get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new ParleyException(
                    ErrorCode.TIMEOUT,
                    "NEGOTIATING: expected a session within " + within.toMillis() + " ms, found its negotiation, or the"
                            + " check of a silent session, still in progress; that goes on for later calls, and this call"
                            + " was not sent; the setting is the client's timeout",
                    e);
        }
    }

    /**
     * Returns whether calls on the session are timed against SOAP: posts may be slower for small calls. Resumable and
     * durable sessions are not compared, since they promise something other than speed (ADR 82).
     */
    boolean isCompared(ActiveSession active) {
        Agreement agreement = active.session().agreement();
        return mode == Mode.AUTO
                && agreement.channel().equals(HttpFrames.CHANNEL)
                && agreement.reliability() == Reliability.NONE;
    }

    /** Returns whether an operation that is compared is faster by SOAP; records the fallback if so. */
    boolean isFasterBySoap(String operation) {
        boolean faster = peers.isFasterBySoap(key, operation);
        if (faster) {
            peers.fellBack(key, FallbackReason.SLOWER, operation);
        }
        return faster;
    }

    /** Returns the start time of a call that is compared. */
    long now() {
        return peers.now();
    }

    /** Records the time of a call that was compared. */
    void answered(String operation, boolean onSession, long begin) {
        peers.answered(key, operation, onSession, begin);
    }

    /** Returns whether a call that its session did not take is made by SOAP, and not on another session. */
    boolean isFallbackAllowed() {
        return mode != Mode.ALWAYS;
    }

    /**
     * Records why a session did not take a call, which is then made by SOAP or, in mode {@code always}, on another
     * session.
     *
     * @throws ParleyException the error itself if the message may have been dispatched, or must not be sent again
     */
    void notTaken(ParleyException why, Conversation by, Attempts attempts) {
        if (mode == Mode.ALWAYS) {
            if (!attempts.another(why, by)) {
                throw why;
            }
            return;
        }
        boolean local = why.code() == ErrorCode.ENCODING || why.code() == ErrorCode.LIMIT;
        if (why.retry() != ErrorCode.Retry.SAFE || local) {
            throw why;
        }
        peers.fellBack(key, FallbackReason.of(why.code()), why.text());
    }

    /** Negotiates and opens a session on the best available channel, and pings once. Blocks until that has ended. */
    ChannelTrial tryOut() {
        return tryOut(1, FIRST_ANSWER);
    }

    /** Negotiates and opens a session on the best available channel, and pings. Blocks until that has ended. */
    ChannelTrial tryOut(int pings, Duration within) {
        AtomicReference<@Nullable OfferExchange> exchange = new AtomicReference<>();
        long begin = System.nanoTime();
        Decision decision = peers.decide(key, Mode.ALWAYS, SwitchPolicy.eager());
        if (decision instanceof Decision.Negotiate negotiate) {
            negotiations
                    .of(negotiate.probe(), new Negotiation.Offering(within, exchange::set))
                    .run();
            decision = peers.decide(key, Mode.AUTO, situation -> false);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        Optional<OfferExchange> decisive = Optional.ofNullable(exchange.get());
        if (decision instanceof Decision.Stream stream) {
            Conversation session = stream.conversation();
            last = sessionFor(session);
            return new ChannelTrial(
                    Optional.of(session.agreement()),
                    took,
                    SessionWaits.roundTrips(session, pings),
                    Optional.empty(),
                    "",
                    decisive);
        }
        Decision.Soap soap = decision instanceof Decision.Soap by ? by : NEGOTIATING;
        return new ChannelTrial(Optional.empty(), took, List.of(), Optional.of(soap.reason()), soap.detail(), decisive);
    }

    /** Returns the channel of the open session; empty if calls are made by SOAP now. */
    Optional<String> channel() {
        ActiveSession known = last;
        return known != null && known.session().isOpen()
                ? Optional.of(known.session().agreement().channel())
                : Optional.empty();
    }

    /** Returns the session of the latest calls; null before the first. */
    @Nullable
    Conversation session() {
        ActiveSession known = last;
        return known == null ? null : known.session();
    }

    /**
     * Returns the reason of the latest fallback to SOAP; empty if there was none since the current session was opened.
     */
    Optional<FallbackReason> lastFallback() {
        return peers.lastFallback(key).map(KnownPeers.Fallback::reason);
    }

    /** Drains the session, if there is one, and blocks until it has ended. */
    @Override
    public void close() {
        hold.close();
        peers.close();
        ActiveSession known = last;
        if (known != null) {
            SessionWaits.awaitEnd(known.session());
        }
    }
}
