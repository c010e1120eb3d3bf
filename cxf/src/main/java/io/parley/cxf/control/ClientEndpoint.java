package io.parley.cxf.control;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.cxf.live.ResponseChain;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.model.OperationChoices;
import io.parley.cxf.recorded.SessionCopy;
import io.parley.cxf.stax.Terms;
import io.parley.cxf.transport.ClientSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.BreakEven;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.Mode;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.ServiceAddress;
import io.parley.negotiation.SwitchPolicy;
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
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/** State of one client endpoint: its model, its sessions, and its claims on them. Thread-safe. */
public final class ClientEndpoint implements Operated, AutoCloseable {
    /** Keys that one client holds at a time; beyond that, the session of the one that was idle longest may go. */
    private static final int MOST_HOLDS = 64;

    /** Prefix of the names of settings. */
    private static final String SETTINGS = "parley.";

    private final Bus bus;
    private final Endpoint endpoint;
    private final Ledger ledger = new Ledger();
    private final ByteInterceptors byteInterceptors = new ByteInterceptors();
    private final Map<Conversation, ClientSession> sessions = new ConcurrentHashMap<>();
    private final Map<SessionKey, KnownPeers.Hold> holds = new LinkedHashMap<>(16, 0.75f, true);
    private final AtomicInteger negotiations = new AtomicInteger();
    private final String busId;
    private volatile LazyModel model;
    /** Terms of the last call; nearly every one has the same. */
    private volatile @Nullable AskedTerms asked;

    private final AtomicBoolean describing = new AtomicBoolean();
    private final EarlyCallers earlyCallers = new EarlyCallers();

    private volatile @Nullable BusRuntime runtime;
    private volatile CompletionStage<Void> settled = CompletableFuture.completedStage(null);
    private volatile @Nullable Boolean advertised;
    private boolean closed;
    private final EndpointSwitch ownSwitch = new EndpointSwitch();
    /** Counts what operators ordered: what calls remember of each other holds within one turn. */
    private final AtomicInteger turn = new AtomicInteger();

    private volatile boolean watched;

    public ClientEndpoint(Bus bus, Endpoint endpoint) {
        this.bus = bus;
        this.busId = bus.getId();
        this.endpoint = endpoint;
        this.model = new LazyModel(bus, endpoint);
        this.watched = Settings.of(endpoint, bus).console();
    }

    Bus bus() {
        return bus;
    }

    /** Returns the name of the bus when this client was made: a bus without one makes it anew each time. */
    String busId() {
        return busId;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Makes another endpoint of the service, which a failover put in place of this one, known as this client's: with its settings
     * and its state.
     *
     * @return whether it was not known before
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

    /** Returns the time of one access to the context store of the bus for a header block, if there was any. */
    public Optional<Duration> storeTime() {
        return BusRuntime.storeTime(bus);
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    /** Returns whether operators let its calls stream. */
    boolean isOn() {
        return ownSwitch.isOn();
    }

    /** Returns a number that is another one after each order of an operator. */
    int turn() {
        return turn.get();
    }

    /** Returns whether the times of all calls are measured. */
    boolean isWatched() {
        return watched;
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
        return Settings.of(endpoint, bus).mode().name().toLowerCase(Locale.ROOT);
    }

    /** Completes when the negotiation that this client began last is over, whatever came of it. */
    public CompletionStage<Void> settled() {
        return settled;
    }

    /** Returns the traffic of the sessions that are open now. Other clients may share them. */
    public Traffic traffic() {
        return sessions.keySet().stream().map(Conversation::traffic).reduce(Traffic.NONE, Traffic::plus);
    }

    /** Derived when first asked for. */
    public EndpointModel model() {
        return model.get();
    }

    /** Empty as long as nobody asked for it. */
    public Optional<EndpointModel> modelIfBound() {
        return Optional.ofNullable(model.ifDerived()).map(LazyModel.Derived::model);
    }

    /** Returns what a call with these settings proposes; null as long as this client's data is not described. */
    @Nullable
    Proposal proposalIfDescribed(Settings settings) {
        LazyModel.Derived data = model.ifDerived();
        return data == null ? null : proposal(settings, data);
    }

    /** Returns the same; describes the data first, if need be, which takes its time. */
    Proposal proposal(Settings settings) {
        return proposal(settings, model.derived());
    }

    private Proposal proposal(Settings settings, LazyModel.Derived data) {
        AskedTerms known = asked;
        if (known == null || !known.isOf(settings, data)) {
            known = AskedTerms.of(settings, data);
            asked = known;
        }
        return known.proposal();
    }

    /**
     * Returns whether the caller is the one to describe the data for a negotiation; it ends that by {@link #described}.
     */
    boolean beginsToDescribe() {
        return describing.compareAndSet(false, true);
    }

    void described() {
        describing.set(false);
    }

    /**
     * Counts a call that goes by SOAP while the data is not described.
     *
     * @return whether the policy would negotiate for it
     */
    boolean wantsUndescribed(SessionKey caller, KnownPeers peers, SwitchPolicy policy) {
        earlyCallers.called(caller);
        return peers.wants(caller, policy);
    }

    /** Makes the calls before the data was described count for the proposal that they are of. */
    void proposed(Proposal proposal, KnownPeers peers) {
        earlyCallers.proposed(proposal, peers);
    }

    /** Returns every body part as it travels: once there is an agreement, as it was agreed. */
    public List<Part> parts() {
        return ledger.agreement()
                .map(agreement -> model().parts(numbering(agreement)))
                .orElseGet(() -> model().parts());
    }

    /** Applies changed settings: all that depends on them is made anew. Must be called before the first call. */
    public void reset() {
        model = new LazyModel(bus, endpoint);
        watched = Settings.of(endpoint, bus).console();
        prepare();
    }

    /** Makes the runtime in the background. Types are bound when the policy wants a negotiation for a call. */
    public void prepare() {
        if (Settings.of(endpoint, bus).mode() != Mode.NEVER) {
            var unused = Rehearsal.beside(bus, this::runtime);
        }
    }

    /** Plays a negotiation on this thread if the bus had none yet: the classes for it are loaded before its time runs. */
    void rehearse(Settings settings) {
        if (!runtime().hasNegotiated()) {
            Rehearsal.play(
                    capabilities(
                            settings, ServiceAddress.of(Rehearsal.ADDRESS), EndpointChannels.of(settings), List.of()),
                    settings.limits());
        }
    }

    /**
     * @param channels those that are offered
     * @param headers context URIs of header blocks that are named
     */
    Capabilities capabilities(
            Settings settings, ServiceAddress service, List<EndpointChannel> channels, List<String> headers) {
        Capabilities.Builder own = Capabilities.builder()
                .representations(settings.representations().stream()
                        .filter(name -> runtime().representations().find(name).isPresent())
                        .toArray(String[]::new))
                .operations(
                        settings.operations(endpoint, model().parts(), runtime().representations()))
                .compressions(settings.compressions(runtime().runtime().compressions()))
                .reliabilities(settings.reliabilities())
                // Those of the call that happens to begin the session are for its own answer.
                .limits(model.derived().limits())
                .headers(headers)
                .data(model().description());
        BusRuntime bus = runtime();
        channels.forEach(channel -> own.channel(channel.offered(service, bus)));
        return own.build();
    }

    /** Returns the preferences of single operations. */
    OperationChoices choices(Settings settings) {
        return settings.choices(model().parts(), runtime().representations());
    }

    /**
     * Returns each operation with another representation than the usual one, in a session that was agreed on, with the
     * reason; it is empty if only the other side has one.
     */
    public Map<String, String> otherRepresentations() {
        return ledger.agreement()
                .map(agreement -> choices(Settings.of(endpoint, bus)).shown(agreement))
                .orElse(Map.of());
    }

    /**
     * Returns the bus's runtime, which is looked up once. If it is made here, by the endpoint's settings, not a call's.
     */
    BusRuntime runtime() {
        BusRuntime known = runtime;
        if (known == null) {
            known = BusRuntime.of(bus, Settings.of(endpoint, bus));
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

    /** Returns whether a negotiation of this client is under way. */
    public boolean isNegotiating() {
        return negotiations.get() > 0;
    }

    /** Returns whether the service's WSDL, as far as it is known here, says that it can be negotiated with. */
    boolean isAdvertised() {
        Boolean known = advertised;
        if (known == null) {
            known = Advertisement.isIn(endpoint);
            advertised = known;
        }
        return known;
    }

    ClientSession session(Conversation conversation, Settings settings) {
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

    /** Returns whether a call may find a session; one that does not goes by SOAP or begins one. */
    public boolean hasSessions() {
        return !sessions.isEmpty();
    }

    private void ended(Conversation conversation, @Nullable SessionCopy recorded) {
        sessions.remove(conversation);
        if (recorded != null) {
            recorded.close();
        }
    }

    /** Returns whether this client has claimed the key's session, or is closed and claims none. */
    boolean holds(SessionKey key) {
        synchronized (holds) {
            return closed || holds.get(key) != null;
        }
    }

    /** Claims the key's session for this client until it is closed. */
    void hold(SessionKey key, KnownPeers peers) {
        synchronized (holds) {
            if (closed || holds.get(key) != null) {
                return;
            }
            holds.put(key, peers.hold(key));
            if (holds.size() > MOST_HOLDS) {
                SessionKey eldest = holds.keySet().iterator().next();
                holds.remove(eldest).close();
            }
        }
    }

    /** Returns the break-even point by the calls with the credentials and to the address used last. */
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

    /** Releases all claims; sessions that no other client holds are drained. */
    @Override
    public void close() {
        model.abandon();
        synchronized (holds) {
            closed = true;
            holds.values().forEach(KnownPeers.Hold::close);
            holds.clear();
        }
    }
}
