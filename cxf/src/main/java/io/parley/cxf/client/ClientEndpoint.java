package io.parley.cxf.client;

import io.parley.ErrorCode;
import io.parley.MissingClass;
import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.SoapVersions;
import io.parley.cxf.endpoint.Advertisement;
import io.parley.cxf.endpoint.ByteInterceptors;
import io.parley.cxf.endpoint.EndpointChannel;
import io.parley.cxf.endpoint.EndpointChannels;
import io.parley.cxf.endpoint.EndpointControl;
import io.parley.cxf.endpoint.EndpointSwitch;
import io.parley.cxf.endpoint.LazyModel;
import io.parley.cxf.endpoint.Ledger;
import io.parley.cxf.endpoint.NegotiationWarmup;
import io.parley.cxf.live.ResponseChain;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.model.OperationChoices;
import io.parley.cxf.recorded.SessionCopy;
import io.parley.cxf.stax.Terms;
import io.parley.cxf.transport.ClientSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.BreakEven;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.ServiceAddress;
import io.parley.negotiation.SwitchPolicy;
import io.parley.peer.Decision;
import io.parley.peer.KnownPeers;
import io.parley.peer.Proposal;
import io.parley.peer.SessionKey;
import io.parley.runtime.Conversation;
import io.parley.runtime.Traffic;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/** State of one client endpoint: its model, its sessions, and the session keys that it holds. Thread-safe. */
public final class ClientEndpoint implements EndpointControl, AutoCloseable {
    /** Maximum number of session keys that one client holds; beyond it the least recently used is released. */
    private static final int MAX_HOLDS = 64;

    /** Name prefix of settings. */
    private static final String SETTINGS = "parley.";

    private static final AtomicLong CLIENTS = new AtomicLong();

    private final Bus bus;
    private final Endpoint endpoint;
    private final Ledger ledger = new Ledger();
    private final ByteInterceptors byteInterceptors = new ByteInterceptors();
    private final Map<Conversation, ClientSession> sessions = new ConcurrentHashMap<>();
    private final Map<SessionKey, KnownPeers.Hold> holds = new LinkedHashMap<>(16, 0.75f, true);
    private final AtomicInteger negotiations = new AtomicInteger();
    private final String busId;
    private volatile LazyModel model;
    /** Terms of the last call, which nearly every call shares. */
    private volatile @Nullable RequestedTerms requestedTerms;

    private final Proposal undescribed = new Proposal("", "client " + CLIENTS.incrementAndGet());
    private final AtomicBoolean describing = new AtomicBoolean();
    private final EarlyCallers earlyCallers = new EarlyCallers();

    private volatile @Nullable BusRuntime runtime;
    private volatile CompletionStage<Void> settled = CompletableFuture.completedStage(null);
    private volatile @Nullable Boolean advertised;
    private boolean closed;
    private final EndpointSwitch ownSwitch = new EndpointSwitch();
    /** Number of operator commands so far; cached decisions are valid within one turn. */
    private final AtomicInteger turn = new AtomicInteger();

    private volatile boolean timed;

    /** Creates the state of a client. */
    public ClientEndpoint(Bus bus, Endpoint endpoint) {
        this.bus = bus;
        this.busId = bus.getId();
        this.endpoint = endpoint;
        this.model = new LazyModel(bus, endpoint);
        this.timed = EndpointSettings.of(endpoint, bus).console();
    }

    Bus bus() {
        return bus;
    }

    /**
     * Returns the id of the bus when this client was created; a bus without an id generates another one on each call.
     */
    String busId() {
        return busId;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Copies this client's state and settings to another endpoint of the service, by which a failover replaced its own.
     *
     * @return whether the endpoint was not known before
     */
    boolean adopt(Endpoint other) {
        if (other == endpoint || other.containsValue(this)) {
            return false;
        }
        endpoint.forEach((name, value) -> {
            if (name.startsWith(SETTINGS) || value == this) {
                other.putIfAbsent(name, value);
            }
        });
        return true;
    }

    ByteInterceptors byteInterceptors() {
        return byteInterceptors;
    }

    /** Returns the time of one access to the context store of the bus for a header block; empty if there was none. */
    public Optional<Duration> storeTime() {
        return BusRuntime.storeTime(bus);
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    /** Returns whether operators allow its calls to stream. */
    boolean isOn() {
        return ownSwitch.isOn();
    }

    /** Returns a number that changes with each operator command. */
    int turn() {
        return turn.get();
    }

    /** Returns whether the times of all calls are measured. */
    boolean isTimed() {
        return timed;
    }

    @Override
    public boolean isSwitchedOn() {
        return ownSwitch.isSet();
    }

    @Override
    public void switchOn(boolean on) {
        ownSwitch.set(on);
        turn.incrementAndGet();
    }

    @Override
    public void negotiateAgain() {
        List<SessionKey> keys;
        synchronized (holds) {
            keys = List.copyOf(holds.keySet());
            holds.values().forEach(KnownPeers.Hold::close);
            holds.clear();
        }
        keys.forEach(runtime().peers()::forget);
        turn.incrementAndGet();
    }

    @Override
    public List<Conversation> sessions() {
        return List.copyOf(sessions.keySet());
    }

    @Override
    public String mode() {
        return EndpointSettings.of(endpoint, bus).mode().name().toLowerCase(Locale.ROOT);
    }

    /** Returns a stage that completes when this client's current negotiation has ended, with any result. */
    public CompletionStage<Void> settled() {
        return settled;
    }

    /** Returns the traffic of the sessions that are open now, which other clients may share. */
    public Traffic traffic() {
        return sessions.keySet().stream().map(Conversation::traffic).reduce(Traffic.NONE, Traffic::plus);
    }

    /** Returns the model, deriving it on first use, which blocks while schemas are read and compiled. */
    public EndpointModel model() {
        return model.get();
    }

    /** Returns the model; empty if it is not derived yet. */
    public Optional<EndpointModel> modelIfBound() {
        return Optional.ofNullable(model.ifDerived()).map(LazyModel.Derived::model);
    }

    /** Returns the proposal of a call with these settings; null if this client's model is not derived yet. */
    @Nullable
    Proposal proposalIfDescribed(EndpointSettings settings) {
        LazyModel.Derived data = model.ifDerived();
        return data == null ? null : proposal(settings, data);
    }

    /** Returns the proposal of a call with these settings, deriving the model first if necessary, which blocks. */
    Proposal proposal(EndpointSettings settings) {
        return proposal(settings, model.derived());
    }

    private Proposal proposal(EndpointSettings settings, LazyModel.Derived data) {
        RequestedTerms known = requestedTerms;
        if (known == null || !known.isOf(settings, data)) {
            known = RequestedTerms.of(settings, data, SoapVersions.of(endpoint));
            requestedTerms = known;
        }
        return known.proposal();
    }

    /** Returns the key under which the failure to derive this client's model is known: that of no other client. */
    SessionKey undescribed(SessionKey caller) {
        return caller.with(undescribed);
    }

    /** Returns why the model could not be derived, as the detail of a fallback. */
    static String undescribable(Throwable e) {
        return "this client's contract or settings cannot be described: "
                + MissingClass.in(e).orElse(e.toString());
    }

    /** Keeps further calls from deriving the model again for some time, because that failed. */
    void failedToDescribe(String why, SessionKey caller, KnownPeers peers, SwitchPolicy policy) {
        if (peers.decide(undescribed(caller), Mode.ALWAYS, policy) instanceof Decision.Negotiate negotiate) {
            negotiate.probe().undecided(FallbackReason.MISCONFIGURED, why);
        }
    }

    /** Returns whether the caller is to derive the model for a negotiation; it then calls {@link #described}. */
    boolean beginsToDescribe() {
        return describing.compareAndSet(false, true);
    }

    void described() {
        describing.set(false);
    }

    /**
     * Counts a call by SOAP before the model is derived.
     *
     * @return whether the policy would negotiate for it
     */
    boolean wantsUndescribed(SessionKey caller, KnownPeers peers, SwitchPolicy policy) {
        earlyCallers.called(caller);
        return peers.wants(caller, policy);
    }

    /** Credits the calls made before the model was derived to their proposal. */
    void proposed(Proposal proposal, KnownPeers peers) {
        earlyCallers.proposed(proposal, peers);
    }

    /** Returns every body part: as agreed, once there is an agreement. */
    public List<Part> parts() {
        return ledger.agreement()
                .map(agreement -> model().parts(numbering(agreement)))
                .orElseGet(() -> model().parts());
    }

    /** Applies changed settings by discarding all that depends on them. Must be called before the first call. */
    public void reset() {
        model = new LazyModel(bus, endpoint);
        timed = EndpointSettings.of(endpoint, bus).console();
        prepare();
    }

    /** Creates the runtime in the background. The model is derived later, when the policy wants a negotiation. */
    public void prepare() {
        if (EndpointSettings.of(endpoint, bus).mode() != Mode.NEVER) {
            var unused = NegotiationWarmup.inBackground(bus, this::runtime);
        }
    }

    /**
     * Runs a warm-up negotiation on this thread if the bus had none yet, so that class loading does not count against
     * the first time limit.
     */
    void rehearse(EndpointSettings settings) {
        if (!runtime().hasNegotiated()) {
            NegotiationWarmup.run(
                    capabilities(
                            settings,
                            ServiceAddress.of(NegotiationWarmup.ADDRESS),
                            EndpointChannels.of(settings),
                            List.of()),
                    settings.limits());
        }
    }

    /**
     * Returns the capabilities for an offer.
     *
     * @param channels channels to offer
     * @param headers context URIs of header blocks to name
     */
    Capabilities capabilities(
            EndpointSettings settings, ServiceAddress service, List<EndpointChannel> channels, List<String> headers) {
        Capabilities.Builder own = Capabilities.builder()
                .representations(settings.representations().stream()
                        .filter(name -> runtime().representations().find(name).isPresent())
                        .toArray(String[]::new))
                .operations(
                        settings.operations(endpoint, model().parts(), runtime().representations()))
                .compressions(settings.compressions(runtime().runtime().compressions()))
                .reliabilities(settings.reliabilities())
                // Those of the call that happens to open the session apply to its own response only.
                .limits(model.derived().limits())
                .headers(headers)
                .data(model().description());
        BusRuntime bus = runtime();
        channels.forEach(channel -> own.channel(channel.offered(service, bus)));
        return own.build();
    }

    /** Returns the representation preferences of each operation. */
    OperationChoices choices(EndpointSettings settings) {
        return settings.choices(model().parts(), runtime().representations());
    }

    /**
     * Returns the operations that use another representation than the default in the last agreed session, with the
     * reason, which is empty if only the peer has one.
     */
    public Map<String, String> otherRepresentations() {
        return ledger.agreement()
                .map(agreement -> choices(EndpointSettings.of(endpoint, bus)).shown(agreement))
                .orElse(Map.of());
    }

    /**
     * Returns the bus's runtime, cached after the first call. If it is created here, the endpoint's settings apply and
     * not those of a call.
     */
    BusRuntime runtime() {
        BusRuntime known = runtime;
        if (known == null) {
            known = BusRuntime.of(bus, EndpointSettings.of(endpoint, bus));
            runtime = known;
        }
        return known;
    }

    PartNumbering numbering(Agreement agreement) {
        return PartNumbering.opening(agreement.data(), model().description());
    }

    void negotiating(CompletionStage<Void> ended) {
        settled = ended;
        negotiations.incrementAndGet();
        var unused = ended.whenComplete((nothing, why) -> negotiations.decrementAndGet());
    }

    /** Returns whether a negotiation of this client is in progress. */
    public boolean isNegotiating() {
        return negotiations.get() > 0;
    }

    /** Returns whether the service's WSDL, as far as this side has it, advertises negotiation. */
    boolean isAdvertised() {
        Boolean known = advertised;
        if (known == null) {
            known = Advertisement.isIn(endpoint);
            advertised = known;
        }
        return known;
    }

    ClientSession session(Conversation conversation, EndpointSettings settings) {
        ClientSession known = sessions.get(conversation);
        if (known == null) {
            Agreement agreement = conversation.agreement();
            PartNumbering numbering = numbering(agreement);
            if (!Arrays.equals(numbering.terms(), conversation.openTerms())) {
                throw new ParleyException(
                        ErrorCode.TERMS_CHANGED,
                        "expected a session that was opened with this client's contract, found that of another");
            }
            Terms terms = model().terms(runtime().representations(), agreement, numbering);
            SessionCopy recorded = runtime()
                    .recordings()
                    .begin(
                            "client",
                            agreement,
                            endpoint.getEndpointInfo().getName().toString(),
                            terms,
                            model());
            known = new ClientSession(
                    conversation,
                    terms,
                    ledger,
                    runtime().sharedHeaders().of(conversation),
                    new ResponseChain(),
                    recorded);
            sessions.put(conversation, known);
            var unused = conversation.closed().whenComplete((nothing, why) -> ended(conversation, recorded));
        }
        return known;
    }

    /** Returns whether any session is open; without one a call is sent by SOAP or starts a negotiation. */
    public boolean hasSessions() {
        return !sessions.isEmpty();
    }

    private void ended(Conversation conversation, @Nullable SessionCopy recorded) {
        sessions.remove(conversation);
        if (recorded != null) {
            recorded.close();
        }
    }

    /** Returns whether this client holds the key, or is closed and will hold none. */
    boolean holds(SessionKey key) {
        synchronized (holds) {
            return closed || holds.get(key) != null;
        }
    }

    /** Holds the key's session open until this client is closed. */
    void hold(SessionKey key, KnownPeers peers) {
        synchronized (holds) {
            if (closed || holds.get(key) != null) {
                return;
            }
            holds.put(key, peers.hold(key));
            if (holds.size() > MAX_HOLDS) {
                SessionKey eldest = holds.keySet().iterator().next();
                holds.remove(eldest).close();
            }
        }
    }

    /** Returns the break-even point for the credentials and address used last; empty before a call. */
    public Optional<BreakEven> breakEven() {
        BusRuntime known = runtime;
        SessionKey last = earlyCallers.last().orElseGet(this::lastHeld);
        return known == null || last == null ? Optional.empty() : known.peers().breakEven(last);
    }

    private @Nullable SessionKey lastHeld() {
        SessionKey last = null;
        synchronized (holds) {
            for (SessionKey each : holds.keySet()) {
                last = each;
            }
        }
        return last;
    }

    /** Releases all keys; sessions that no other client holds are drained. */
    @Override
    public void close() {
        model.cancel();
        synchronized (holds) {
            closed = true;
            holds.values().forEach(KnownPeers.Hold::close);
            holds.clear();
        }
    }
}
