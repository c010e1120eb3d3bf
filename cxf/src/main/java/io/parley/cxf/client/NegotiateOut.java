package io.parley.cxf.client;

import io.parley.Durations;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.http.HttpFrames;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.carrier.Carriers;
import io.parley.cxf.endpoint.CallWatch;
import io.parley.cxf.endpoint.NegotiationRequest;
import io.parley.cxf.stax.StaxOut;
import io.parley.cxf.transport.ClientSession;
import io.parley.cxf.transport.ParleyConduit;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.SwitchPolicy;
import io.parley.peer.Attempts;
import io.parley.peer.ChannelRace;
import io.parley.peer.Decision;
import io.parley.peer.OfferReply;
import io.parley.peer.Proposal;
import io.parley.peer.SessionKey;
import io.parley.peer.StandingFallback;
import io.parley.runtime.Conversation;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.Conduit;
import org.jspecify.annotations.Nullable;

/**
 * Interceptor that decides first of all whether a call streams, and if so replaces the conduit of its transport when it
 * is sent. The decision concerns this call only and leaves no state to undo.
 */
public final class NegotiateOut extends AbstractPhaseInterceptor<Message> {
    /** Maximum number of times that a call in mode {@code always} waits for another call's negotiation. */
    private static final int MAX_WAITS = 3;

    private static final String OUTLASTED = "the call's time ended before that of the negotiation";

    private static final StaxOut STAX_OUT = new StaxOut();
    private final ClientEndpoint client;
    private final FirstKeys firstKeys = new FirstKeys();
    /** Properties of calls to a service without Parley, if the last call was one. */
    private volatile @Nullable PlainCallPattern plain;

    /** Creates the interceptor of a client. */
    public NegotiateOut(ClientEndpoint client) {
        super(Phase.SETUP);
        addAfter("org.apache.cxf.ws.policy.PolicyOutInterceptor");
        addAfter(CallWatch.BEGIN);
        this.client = client;
    }

    @Override
    public void handleMessage(Message message) {
        PlainCallPattern known = plain;
        if (known == null || !known.fallBackIfAlike(message)) {
            decide(message);
        }
    }

    private void decide(Message message) {
        if (client.adopt(message.getExchange().getEndpoint())) {
            message.resetContextCache();
        }
        EndpointSettings settings = EndpointSettings.of(message);
        Mode mode = settings.mode();
        Exchange exchange = message.getExchange();
        if (mode == Mode.NEVER) {
            CallStatus.bySoap(exchange, FallbackReason.MODE_NEVER, "");
            return;
        }
        if (!client.isOn()) { // operators override the mode always
            fallBack(exchange, Mode.AUTO, FallbackReason.SWITCHED_OFF, "");
            return;
        }
        if (message.get(CallRepeat.PROPERTY) instanceof CallStatus why) {
            CallStatus.bySoap(exchange, why.reason().orElseThrow(), why.detail());
            return;
        }
        Conduit conduit = message.getExchange().getConduit(message);
        Optional<Carrier> carrier = Carriers.of(conduit);
        carrier.ifPresent(found -> found.setUp(message, conduit));
        Optional<NotStreamable.Obstacle> obstacle =
                NotStreamable.of(message, carrier, conduit, client.byteInterceptors());
        if (obstacle.isEmpty()) {
            new Call(message, carrier.orElseThrow(), conduit, settings, mode).decide();
            return;
        }
        FallbackReason reason = obstacle.get().reason();
        String detail = obstacle.get().detail();
        if (carrier.isPresent() && client.ledger().counter(reason).sum() == 0) {
            new Call(message, carrier.get(), conduit, settings, mode).log(reason, detail);
        }
        fallBack(exchange, mode, reason, detail);
    }

    private void fallBack(Exchange exchange, Mode mode, FallbackReason reason, String detail) {
        client.ledger().fellBack(reason, detail);
        CallStatus.bySoap(exchange, reason, detail);
        if (mode == Mode.ALWAYS) {
            throw refusal(reason, detail);
        }
    }

    private static Fault refusal(FallbackReason reason, String detail) {
        ParleyException why = new ParleyException(
                ErrorCode.NOT_DISPATCHED,
                "the mode is always and the call cannot stream: " + reason + ", " + reason.sentence()
                        + (detail.isEmpty() ? "" : " (" + detail + ")") + "; to do: " + reason.fix());
        // The root cause is no IOException, so that a failover selector does not try the call at another address.
        return new Fault(new IOException(why.getMessage(), why));
    }

    /** A call for which the decision is made. */
    private final class Call {
        private final Message message;
        private final Carrier carrier;
        private final Conduit conduit;
        private final EndpointSettings settings;
        private final Mode mode;
        /** The client's endpoint, or the one by which a failover replaced it. */
        private final Endpoint endpoint;

        private final String address;
        private final Identity identity;
        private final BusRuntime bus;
        private final SwitchPolicy policy;
        /** Key of the session that may be used for the call; without a proposal until that is known. */
        private SessionKey key;
        /** Attempts of the call in mode always; null until one has failed. */
        private @Nullable Attempts attempts;
        /** Waits of the call; null until it has waited. */
        private @Nullable NegotiationWait wait;
        /** Set if the call's time is compared between the session's channel and SOAP. */
        private boolean isCompared;

        Call(Message message, Carrier carrier, Conduit conduit, EndpointSettings settings, Mode mode) {
            this.message = message;
            this.carrier = carrier;
            this.conduit = conduit;
            this.settings = settings;
            this.mode = mode;
            Object set = message.get(Message.ENDPOINT_ADDRESS);
            this.endpoint = message.getExchange().getEndpoint();
            this.address = set == null ? endpoint.getEndpointInfo().getAddress() : set.toString();
            this.identity = Identity.of(message, client, address, carrier, conduit);
            this.key = identity.caller();
            this.bus = client.runtime();
            this.policy = settings.policy(client::isAdvertised);
        }

        void decide() {
            Proposal proposal = client.proposalIfDescribed(settings);
            if (!isAdmitted(proposal)) {
                NegotiateOut.this.fallBack(message.getExchange(), mode, FallbackReason.NEW_IDENTITY, "");
                return;
            }
            if (proposal == null) {
                proposal = describedNow();
                if (proposal == null) {
                    return;
                }
            }
            hold(proposal);
            Decision decision = awaited();
            while (decision instanceof Decision.Negotiate negotiate) {
                if (negotiate(negotiate)) {
                    return;
                }
                decision = settled();
                if (mode == Mode.ALWAYS && attempts().anotherNegotiation(decision)) {
                    decision = awaited();
                }
            }
            end(decision);
        }

        /** Returns the decision after the negotiations of other calls. */
        private Decision awaited() {
            Decision decision = next();
            for (int waits = 0; decision instanceof Decision.Wait other && waits < MAX_WAITS; waits++) {
                await(other.ended());
                decision = next();
            }
            return decision;
        }

        private Attempts attempts() {
            if (attempts == null) {
                attempts = CallRepeat.attempts(message);
            }
            return attempts;
        }

        /**
         * Returns whether the caller is subject to the usual decision. In mode always every caller is, since its calls
         * have no fallback.
         */
        private boolean isAdmitted(@Nullable Proposal proposal) {
            SessionKey caller = identity.caller();
            SessionKey proposed = proposal == null ? caller : caller.with(proposal);
            if (proposal != null && client.holds(proposed)) {
                firstKeys.calledAgain(caller, bus.peers());
                return true;
            }
            return mode == Mode.ALWAYS || firstKeys.admits(caller, proposed, bus.peers());
        }

        /**
         * Returns the proposal of a client whose model is not derived yet; null if the call fell back. It waits for the
         * derivation only if it must not fall back, or may get a session at once.
         */
        private @Nullable Proposal describedNow() {
            boolean mayFallBack = mode != Mode.ALWAYS;
            Optional<StandingFallback> failed = mayFallBack
                    ? bus.peers().standingFallback(client.undescribed(key)).filter(StandingFallback::holdsForOneMore)
                    : Optional.empty();
            if (failed.isPresent()) {
                fallBack(failed.get().reason(), failed.get().detail());
            } else if (!mayFallBack
                    || settings.isAdvertisedOnly()
                    || bus.peers().hasSession(key)) {
                return derived();
            } else if (client.wantsUndescribed(key, bus.peers(), policy)) {
                fallBack(FallbackReason.NEGOTIATING, "");
                negotiateWhenDescribed();
            } else {
                fallBack(FallbackReason.POLICY, "");
            }
            return null;
        }

        /** Returns the proposal, deriving the model first; null if that failed and the call fell back. */
        private @Nullable Proposal derived() {
            try {
                return client.proposal(settings);
            } catch (RuntimeException | LinkageError e) {
                String why = ClientEndpoint.undescribable(e);
                client.failedToDescribe(why, key, bus.peers(), policy);
                fallBack(FallbackReason.MISCONFIGURED, why);
                return null;
            }
        }

        private void hold(Proposal proposal) {
            key = identity.caller().with(proposal);
            client.proposed(proposal, bus.peers());
            client.hold(key, bus.peers());
        }

        /** Derives the model in the background, then decides as if the call came then. */
        private void negotiateWhenDescribed() {
            if (!client.beginsToDescribe()) {
                return;
            }
            NegotiationRequest request = request();
            CompletableFuture<Void> ended = new CompletableFuture<>();
            client.negotiating(ended);
            Runnable task = () -> {
                try {
                    hold(client.proposal(settings));
                    client.rehearse(settings);
                    if (next() instanceof Decision.Negotiate negotiate) {
                        negotiation(negotiate, request).run();
                    }
                } catch (CancellationException e) {
                    // The client was closed in the meantime.
                } catch (RuntimeException | LinkageError e) {
                    client.failedToDescribe(ClientEndpoint.undescribable(e), identity.caller(), bus.peers(), policy);
                } finally {
                    client.described();
                    ended.complete(null);
                }
            };
            if (!started(task, false)) {
                client.described();
                ended.complete(null);
            }
        }

        private Decision next() {
            return bus.peers().decide(key, mode, policy);
        }

        /** Decides after a negotiation, without starting another one, regardless of the mode. */
        private Decision settled() {
            return bus.peers().decide(key, Mode.AUTO, situation -> false);
        }

        private void end(Decision decision) {
            if (decision instanceof Decision.Stream stream) {
                stream(stream.conversation());
            } else if (decision instanceof Decision.Soap soap) {
                fallBack(soap.reason(), soap.detail());
                plain = mode == Mode.AUTO && !policy.weighsCosts()
                        ? PlainCallPattern.of(message, conduit, carrier, key, client)
                        : null;
            } else {
                fallBack(FallbackReason.NEGOTIATING, "that of other calls did not end in time");
            }
        }

        /**
         * Starts a negotiation; returns whether the call is decided by that. In mode auto it falls back to SOAP at
         * once, in mode always it waits, and the outcome decides.
         */
        private boolean negotiate(Decision.Negotiate decision) {
            Negotiation negotiation = negotiation(decision, request());
            client.negotiating(decision.probe().ended());
            boolean isAwaited = mode == Mode.ALWAYS || settings.isAdvertisedOnly(); // an agreement is likely
            if (!isAwaited) {
                fallBack(FallbackReason.NEGOTIATING, "");
            }
            if (!started(negotiation, isAwaited)) {
                decision.probe().undecided(FallbackReason.UNDECIDED, "no thread for the negotiation");
            }
            if (isAwaited) {
                await(decision.probe().ended(), Durations.FOR_EVER); // it ends by its own timeouts
            }
            return !isAwaited;
        }

        private NegotiationRequest request() {
            return new NegotiationRequest(message, endpoint, carrier, conduit, address);
        }

        private Negotiation negotiation(Decision.Negotiate decision, NegotiationRequest request) {
            return new Negotiation(decision.probe(), client, request, settings, identity.headers());
        }

        /** Runs a task on another thread; returns false if none is available. */
        private boolean started(Runnable task, boolean isAwaited) {
            try {
                if (isAwaited) {
                    BusRuntime.onOwnThread(task);
                } else {
                    bus.inBackground(task);
                }
                return true;
            } catch (RejectedExecutionException e) {
                return false;
            }
        }

        private void fallBack(FallbackReason reason, String detail) {
            startTime();
            if (wait != null) {
                wait.endBySoap();
            }
            NegotiateOut.this.fallBack(message.getExchange(), mode, reason, detail);
        }

        /** Falls back for a reason that {@link #next} does not know, and logs it if it is new. */
        private void fallBackLogged(FallbackReason reason, String detail) {
            log(reason, detail);
            fallBack(reason, detail);
        }

        private void log(FallbackReason reason, String detail) {
            bus.peers().fellBack(key, reason, detail);
        }

        /** Counts and logs the fallback of a call that its session did not take. */
        private void sessionDidNotTakeIt(FallbackReason reason, String detail) {
            log(reason, detail);
            client.ledger().fellBack(reason, detail);
        }

        /** Waits for the negotiation of another call, or for a session that is suspect. */
        private void await(CompletionStage<Void> ended) {
            await(
                    ended,
                    bus.negotiationTime(settings)
                            .multipliedBy(2)
                            .plus(OfferReply.MOST_PREPARING)
                            .plus(ChannelRace.mostToOpen(bus.limits())));
        }

        /**
         * Waits within the call's time; afterwards a call that may use SOAP is decided, whether the wait was cut or
         * not.
         */
        private void await(CompletionStage<Void> ended, Duration most) {
            if (wait == null) {
                wait = new NegotiationWait(message, carrier, conduit, mode != Mode.ALWAYS);
            }
            NegotiationWait.Cut cut = wait.await(ended, most);
            if (mode != Mode.ALWAYS) {
                return;
            }
            switch (cut) {
                case NONE -> {}
                case INTERRUPT -> throw refusal(FallbackReason.NEGOTIATING, "the calling thread was interrupted");
                case LIMIT ->
                    throw refusal(FallbackReason.NEGOTIATING, "what another call waits for did not end in time");
                case CALL -> {
                    client.ledger().fellBack(FallbackReason.NEGOTIATING, OUTLASTED);
                    CallStatus.bySoap(message.getExchange(), FallbackReason.NEGOTIATING, OUTLASTED);
                    throw wait.timedOut(address);
                }
            }
        }

        private void stream(Conversation conversation) {
            if (!bus.isNegotiatedWith(conversation, identity.headers())) {
                differs();
                return;
            }
            if (isFasterBySoap(conversation.agreement())) {
                fallBackLogged(FallbackReason.SLOWER, CallWatch.operation(message.getExchange()));
                return;
            }
            ClientSession session;
            try {
                session = client.session(conversation, settings);
            } catch (ParleyException e) {
                fallBackLogged(FallbackReason.of(e.code()), e.text());
                return;
            }
            startTime();
            CallRepeat again = new CallRepeat(message, mode, this::sessionDidNotTakeIt, conversation);
            message.getInterceptorChain().add(STAX_OUT);
            ResponseReaders.addTo(message);
            StreamSender.use(
                    new ParleyConduit(
                            carrier, conduit, session, prepared -> staysOnSoap(prepared, conversation), again),
                    message);
        }

        /**
         * Returns whether SOAP is faster for this operation. Posts may be slower than SOAP for small calls; all other
         * channels are faster, so their calls are not timed.
         */
        private boolean isFasterBySoap(Agreement agreement) {
            if (mode != Mode.AUTO
                    || !agreement.channel().equals(HttpFrames.CHANNEL)
                    || agreement.reliability() != Reliability.NONE
                    || message.getExchange().isOneWay()) {
                return false;
            }
            isCompared = true;
            return bus.peers().isFasterBySoap(key, CallWatch.operation(message.getExchange()));
        }

        private void startTime() {
            if (isCompared || policy.weighsCosts() || client.isTimed()) {
                CallTime.start(message.getExchange(), bus.peers(), key);
            }
            if (policy.weighsCosts()) {
                bus.storeTime().ifPresent(time -> bus.peers().storeTook(key, time));
            }
        }

        private void differs() {
            fallBackLogged(
                    FallbackReason.IDENTITY_DIFFERS,
                    "transport headers " + identity.headers().keySet());
        }

        /**
         * Returns whether interceptors that ran since the decision force the call back to SOAP: if they changed the
         * caller's identity or added attachments. Records the status either way.
         */
        private boolean staysOnSoap(Message prepared, Conversation conversation) {
            Optional<NotStreamable.Obstacle> obstacle = NotStreamable.beforeSending(prepared, carrier, conduit);
            if (obstacle.isPresent()) {
                fallBackLogged(obstacle.get().reason(), obstacle.get().detail());
                return true;
            }
            Identity now = Identity.of(prepared, client, address, carrier, conduit);
            if (!now.equals(identity)) {
                differs();
                return true;
            }
            client.ledger().streamed(conversation.agreement());
            CallStatus.streamed(prepared.getExchange(), conversation.agreement().channel());
            return false;
        }
    }
}
