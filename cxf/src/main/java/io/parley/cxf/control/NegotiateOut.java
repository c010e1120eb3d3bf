package io.parley.cxf.control;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.http.HttpFrames;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.carrier.Carriers;
import io.parley.cxf.stax.LoggedIn;
import io.parley.cxf.stax.StaxOut;
import io.parley.cxf.stax.TypedIn;
import io.parley.cxf.transport.ClientSession;
import io.parley.cxf.transport.ParleyConduit;
import io.parley.cxf.transport.StreamSender;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.SwitchPolicy;
import io.parley.peer.ChannelRace;
import io.parley.peer.Decision;
import io.parley.peer.OfferReply;
import io.parley.peer.Proposal;
import io.parley.peer.SessionKey;
import io.parley.runtime.Conversation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.Conduit;
import org.jspecify.annotations.Nullable;

/**
 * Decides before anything else whether a call streams, and if so has our conduit take the place of its transport's when it is sent. The
 * decision is about this call only and leaves nothing to undo.
 */
public final class NegotiateOut extends AbstractPhaseInterceptor<Message> {
    /** Number of times that a call in mode always waits for the negotiation of another. */
    private static final int MOST_WAITS = 3;

    private static final StaxOut STAX_OUT = new StaxOut();
    /**
     * Interceptors that the chain of a response needs, whether it is the service's or that of a handler that answers
     * instead.
     */
    private static final List<Interceptor<? extends Message>> READERS = List.of(new LoggedIn(), new TypedIn());

    private final ClientEndpoint client;
    private final FirstKeys firstKeys = new FirstKeys();
    /** Pattern of calls to a service without Parley, if the last one was such a call. */
    private volatile @Nullable KnownPlain plain;

    public NegotiateOut(ClientEndpoint client) {
        super(Phase.SETUP);
        addAfter("org.apache.cxf.ws.policy.PolicyOutInterceptor");
        this.client = client;
    }

    @Override
    public void handleMessage(Message message) {
        KnownPlain known = plain;
        if (known == null || !known.takes(message)) {
            judge(message);
        }
    }

    private void judge(Message message) {
        if (client.adopt(message.getExchange().getEndpoint())) {
            message.resetContextCache();
        }
        Settings settings = Settings.of(message);
        Mode mode = settings.mode();
        Exchange exchange = message.getExchange();
        if (mode == Mode.NEVER) {
            CallStatus.bySoap(exchange, FallbackReason.MODE_NEVER, "");
            return;
        }
        if (!client.isOn()) { // who operates the process wins over the mode always
            fallBack(exchange, Mode.AUTO, FallbackReason.SWITCHED_OFF, "");
            return;
        }
        if (message.get(BySoap.PROPERTY) instanceof FallbackReason reason) {
            CallStatus.bySoap(exchange, reason, "the session did not take it");
            return;
        }
        Conduit conduit = message.getExchange().getConduit(message);
        Optional<Carrier> carrier = Carriers.of(conduit);
        carrier.ifPresent(found -> found.setUp(message, conduit));
        Optional<NotStreamable.Obstacle> obstacle =
                NotStreamable.of(message, carrier, conduit, client.byteInterceptors());
        if (obstacle.isPresent()) {
            fallBack(exchange, mode, obstacle.get().reason(), obstacle.get().detail());
        } else {
            new Call(message, carrier.orElseThrow(), conduit, settings, mode).decide();
        }
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
        // An IOException that is not the end of its chain: a failover selector takes only the last cause for one.
        return new Fault(new IOException(why.getMessage(), why));
    }

    /** A call and the decision about it. */
    private final class Call {
        private final Message message;
        private final Carrier carrier;
        private final Conduit conduit;
        private final Settings settings;
        private final Mode mode;
        /** The client's, or that which a failover put in its place. */
        private final Endpoint endpoint;

        private final String address;
        private final Identity identity;
        private final BusRuntime bus;
        private final SwitchPolicy policy;
        /** Key of the session that may carry the call; without the proposal until that is known. */
        private SessionKey key;
        /** Whether its time says something about the channel of its session. */
        private boolean isCompared;

        Call(Message message, Carrier carrier, Conduit conduit, Settings settings, Mode mode) {
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
                if (!isHeldUpToDescribe()) {
                    goBySoapUndescribed();
                    return;
                }
                proposal = client.proposal(settings);
            }
            hold(proposal);
            Decision decision = next();
            for (int waits = 0; decision instanceof Decision.Wait other && waits < MOST_WAITS; waits++) {
                await(other.ended());
                decision = next();
            }
            if (decision instanceof Decision.Negotiate negotiate) {
                if (negotiate(negotiate)) {
                    return;
                }
                decision = settled();
            }
            end(decision);
        }

        /**
         * Returns whether the caller is known from now on; in mode always all are, since their calls have no other way.
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
         * Describing takes its time: a call waits for that alone which cannot do without, or may have a session at
         * once.
         */
        private boolean isHeldUpToDescribe() {
            return mode == Mode.ALWAYS
                    || settings.isAdvertisedOnly()
                    || bus.peers().hasSession(key);
        }

        private void goBySoapUndescribed() {
            if (client.wantsUndescribed(key, bus.peers(), policy)) {
                fallBack(FallbackReason.NEGOTIATING, "");
                negotiateOnceDescribed();
            } else {
                fallBack(FallbackReason.POLICY, "");
            }
        }

        private void hold(Proposal proposal) {
            key = identity.caller().with(proposal);
            client.proposed(proposal, bus.peers());
            client.hold(key, bus.peers());
        }

        /** Describes the contract beside the call, then decides as if the call came now. */
        private void negotiateOnceDescribed() {
            if (!client.beginsToDescribe()) {
                return;
            }
            Errand errand = errand();
            CompletableFuture<Void> over = new CompletableFuture<>();
            client.negotiating(over);
            boolean accepted = beside(() -> {
                try {
                    hold(client.proposal(settings));
                    client.rehearse(settings);
                    if (next() instanceof Decision.Negotiate negotiate) {
                        negotiation(negotiate, errand).run();
                    }
                } catch (CancellationException e) {
                    // The client was closed meanwhile.
                } catch (RuntimeException e) {
                    String detail = "this client's contract or settings cannot be described: " + e;
                    bus.peers().fellBack(identity.caller(), FallbackReason.UNDECIDED, detail);
                    client.ledger().fellBack(FallbackReason.UNDECIDED, detail);
                } finally {
                    client.described();
                    over.complete(null);
                }
            });
            if (!accepted) {
                client.described();
                over.complete(null);
            }
        }

        private Decision next() {
            return bus.peers().decide(key, mode, policy);
        }

        /** Decides after a negotiation; no further one is wanted then, whatever the mode. */
        private Decision settled() {
            return bus.peers().decide(key, Mode.AUTO, situation -> false);
        }

        private void end(Decision decision) {
            if (decision instanceof Decision.Stream stream) {
                stream(stream.conversation());
            } else if (decision instanceof Decision.Soap soap) {
                fallBack(soap.reason(), soap.detail());
                plain = mode == Mode.AUTO && !policy.weighsCosts()
                        ? KnownPlain.of(message, conduit, carrier, key, client)
                        : null;
            } else {
                fallBack(FallbackReason.NEGOTIATING, "that of other calls did not end in time");
            }
        }

        /**
         * Negotiates; returns whether the call is decided: in auto it goes by SOAP at once, in always the outcome
         * decides.
         */
        private boolean negotiate(Decision.Negotiate decision) {
            Negotiation negotiation = negotiation(decision, errand());
            client.negotiating(decision.probe().ended());
            if (mode == Mode.ALWAYS
                    || settings.isAdvertisedOnly()) { // it is likely to be agreed: the call waits for it
                negotiation.run();
                return false;
            }
            fallBack(FallbackReason.NEGOTIATING, "");
            if (!beside(negotiation)) {
                decision.probe().undecided(FallbackReason.UNDECIDED, "no thread for the negotiation");
            }
            return true;
        }

        private Errand errand() {
            return new Errand(message, endpoint, carrier, conduit, address);
        }

        private Negotiation negotiation(Decision.Negotiate decision, Errand errand) {
            return new Negotiation(decision.probe(), client, errand, settings, identity.headers());
        }

        /** Runs work on another thread; returns false if there is none. */
        private boolean beside(Runnable work) {
            try {
                bus.beside(work);
                return true;
            } catch (RejectedExecutionException e) {
                return false;
            }
        }

        private void fallBack(FallbackReason reason, String detail) {
            startTime();
            NegotiateOut.this.fallBack(message.getExchange(), mode, reason, detail);
        }

        private void await(CompletionStage<Void> ended) {
            try {
                Duration most = bus.negotiationTime(settings)
                        .multipliedBy(2)
                        .plus(OfferReply.MOST_PREPARING)
                        .plus(ChannelRace.mostToOpen(bus.limits()));
                ended.toCompletableFuture().get(most.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw refusal(FallbackReason.NEGOTIATING, "the calling thread was interrupted");
            } catch (ExecutionException | TimeoutException e) {
                throw refusal(FallbackReason.NEGOTIATING, "what another call waits for did not end in time");
            }
        }

        private void stream(Conversation conversation) {
            if (!bus.isNegotiatedWith(conversation, identity.headers())) {
                differs();
                return;
            }
            if (isFasterBySoap(conversation.agreement())) {
                String operation = CallTime.operation(message.getExchange());
                bus.peers().fellBack(key, FallbackReason.SLOWER, operation);
                fallBack(FallbackReason.SLOWER, operation);
                return;
            }
            ClientSession session;
            try {
                session = client.session(conversation, settings);
            } catch (ParleyException e) {
                fallBack(FallbackReason.of(e.code()), e.text());
                return;
            }
            startTime();
            BySoap bySoap = new BySoap(message, mode, client.ledger());
            message.getInterceptorChain().add(STAX_OUT);
            message.put(Message.IN_INTERCEPTORS, readers());
            StreamSender.use(
                    new ParleyConduit(
                            carrier, conduit, session, prepared -> staysOnSoap(prepared, conversation), bySoap),
                    message);
        }

        private Collection<Interceptor<? extends Message>> readers() {
            Collection<Interceptor<? extends Message>> own =
                    CastUtils.cast((Collection<?>) message.get(Message.IN_INTERCEPTORS));
            if (own == null) {
                return READERS;
            }
            List<Interceptor<? extends Message>> all = new ArrayList<>(READERS);
            all.addAll(own);
            return all;
        }

        /** Posts may be slower than SOAP, for small calls; on every other channel all is faster, and its calls are not timed. */
        private boolean isFasterBySoap(Agreement agreement) {
            if (mode != Mode.AUTO
                    || !agreement.channel().equals(HttpFrames.CHANNEL)
                    || agreement.reliability() != Reliability.NONE
                    || message.getExchange().isOneWay()) {
                return false;
            }
            isCompared = true;
            return bus.peers().isFasterBySoap(key, CallTime.operation(message.getExchange()));
        }

        private void startTime() {
            if (isCompared || policy.weighsCosts() || client.isWatched()) {
                CallTime.start(message.getExchange(), bus.peers(), key);
            }
            if (policy.weighsCosts()) {
                bus.storeAccess().time().ifPresent(time -> bus.peers().storeTook(key, time));
            }
        }

        private void differs() {
            String detail = "transport headers " + identity.headers().keySet();
            bus.peers().fellBack(key, FallbackReason.IDENTITY_DIFFERS, detail);
            fallBack(FallbackReason.IDENTITY_DIFFERS, detail);
        }

        /**
         * Checks whether interceptors in between changed what matters: the caller's identity, and the content beside
         * the body.
         */
        private boolean staysOnSoap(Message prepared, Conversation conversation) {
            Optional<NotStreamable.Obstacle> obstacle = NotStreamable.beforeSending(prepared, carrier, conduit);
            if (obstacle.isPresent()) {
                fallBack(obstacle.get().reason(), obstacle.get().detail());
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
