package io.parley.cxf.service;

import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.http.HttpFrames;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.DurableAgreements;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.channel.UpgradesIn;
import io.parley.cxf.endpoint.Advertisement;
import io.parley.cxf.endpoint.ByteInterceptors;
import io.parley.cxf.endpoint.EndpointChannel;
import io.parley.cxf.endpoint.EndpointChannels;
import io.parley.cxf.endpoint.EndpointControl;
import io.parley.cxf.endpoint.Guard;
import io.parley.cxf.endpoint.LazyModel;
import io.parley.cxf.endpoint.Ledger;
import io.parley.cxf.endpoint.NegotiationWarmup;
import io.parley.cxf.endpoint.ServiceChannels;
import io.parley.cxf.live.RequestChain;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.transport.Caller;
import io.parley.cxf.transport.ServiceSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.Digest;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.Token;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.Recovery;
import io.parley.runtime.Traffic;
import io.parley.soap.StaticHeader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State of one service endpoint: answers offers and accepts the resulting sessions. Thread-safe. */
public final class ServiceEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceEndpoint.class);

    private final Bus bus;
    private final Server server;
    private final EndpointSettings settings;
    private volatile LazyModel model;
    private final Ledger ledger = new Ledger();
    private final OpenSessions sessions = new OpenSessions();
    private final ServiceControl control;
    private final ByteInterceptors byteInterceptors = new ByteInterceptors();
    private final ServiceChannels openChannels;
    private final RequestChain chain;
    private final DurableService durable;
    private final ServiceHeaders headers;
    private volatile Preparation preparation;
    /** Executor of its chains, created with the bus's runtime on demand. Guarded by this. */
    private @Nullable Executor lane;

    /** Creates the state of a service. */
    public ServiceEndpoint(Bus bus, Server server) {
        this.bus = bus;
        this.server = server;
        this.settings = EndpointSettings.of(server.getEndpoint(), bus);
        this.model = new LazyModel(bus, server.getEndpoint());
        this.control = new ServiceControl(settings::mode, ledger, sessions);
        this.openChannels = new ServiceChannels(server, settings);
        this.chain = new RequestChain(bus, server);
        this.durable = new DurableService(openChannels, this::recovered, bus, server, settings);
        this.headers = new ServiceHeaders(settings);
        this.preparation = preparation();
        advertise();
        server.getEndpoint().addCleanupHook(() -> sessions.end(BusRuntime.isDraining(bus)));
        server.getEndpoint().addCleanupHook(openChannels::close);
        server.getEndpoint().addCleanupHook(this::cancelPreparation);
    }

    private void advertise() {
        if (settings.advertises()) {
            Advertisement.addTo(server.getEndpoint());
        }
    }

    /** Returns the view for operators. */
    public EndpointControl control() {
        return control;
    }

    /** Returns whether operators allow it to stream. */
    boolean isOn() {
        return control.isOn();
    }

    /** Applies changed settings by discarding all that depends on them. Must be called before the first offer. */
    public void reset() {
        cancelPreparation();
        model = new LazyModel(bus, server.getEndpoint());
        preparation = preparation();
        advertise();
        prepare();
    }

    /** Creates the preparation. The work queue is looked up when there is work, since the bus creates it then. */
    private Preparation preparation() {
        return new Preparation(
                task -> NegotiationWarmup.workQueue(bus).execute(task), this::rehearse, Preparation.WAIT);
    }

    /**
     * Starts in the background what need not wait for the first offer: a listener with a configured port, and the model
     * of an endpoint whose callers may resume sessions of another process.
     */
    public void prepare() {
        if (settings.mode() == Mode.NEVER) {
            return;
        }
        if (settings.wantsDurable()) {
            var unused = preparation.start();
        } else if (settings.port() != 0 && isReachedByHost()) {
            var unused = NegotiationWarmup.inBackground(bus, this::listen);
        }
    }

    /**
     * Starts the preparation for offers, unless it was started; the stage completes when it is over, even if it failed.
     */
    public CompletionStage<Void> prepared() {
        return settings.mode() == Mode.NEVER
                ? CompletableFuture.completedStage(null)
                : preparation.start().minimalCompletionStage();
    }

    /**
     * Returns the reason to refuse an offer before its terms are evaluated. Without a channel to give, nothing is
     * prepared; otherwise starts the preparation and waits briefly for it.
     */
    Optional<Refusal> refusal(Guard guard) {
        if (preparation.isEnded()) {
            return Optional.of(new Refusal(FallbackReason.GOING_AWAY, "the endpoint is closed"));
        }
        if (guard.any().isPresent()) {
            return guard.any().map(why -> new Refusal(why, "the service withholds all channels: " + why));
        }
        if (settings.mode() == Mode.NEVER || preparation.awaitBriefly()) {
            return Optional.empty();
        }
        return Optional.of(new Refusal(FallbackReason.PREPARING, "the service binds its types"));
    }

    private void cancelPreparation() {
        preparation.end();
        model.cancel();
    }

    /** Returns the addresses of the open listeners; empty before they are prepared. */
    public List<Address> listening() {
        return openChannels.listening();
    }

    /** Returns the acceptor of posts to this endpoint's URL; null unless that channel is open. */
    public @Nullable HttpAcceptor acceptor() {
        return openChannels.acceptor();
    }

    /** Returns the target of upgrades at this endpoint's URL; null unless that channel is open. */
    public UpgradesIn.@Nullable Entry upgrades() {
        return openChannels.upgrades();
    }

    ServiceChannels openChannels() {
        return openChannels;
    }

    /**
     * Returns capabilities for the warm-up. Listeners are not opened before the first offer, since other features may
     * still set their address; a warm-up with another channel loads the same classes.
     */
    private Capabilities warmupCapabilities() {
        BusRuntime runtime = BusRuntime.of(bus, settings);
        return isReachedByHost()
                ? capabilities(runtime, expected(), List.of(), settings.reliabilities())
                : withoutChannels(runtime, settings.reliabilities())
                        .channel(ChannelTerm.plain(HttpFrames.CHANNEL))
                        .build();
    }

    private void rehearse() {
        NegotiationWarmup.run(warmupCapabilities(), settings.limits());
    }

    private boolean isReachedByHost() {
        return openChannels.carrier().filter(Carrier::namesHosts).isPresent();
    }

    private void listen() {
        BusRuntime runtime = BusRuntime.of(bus, settings);
        Capabilities.Builder unread = Capabilities.builder();
        addChannels(unread, expected(), runtime);
    }

    /**
     * Returns the guard to expect before a request shows its transport; avoids opening listeners that no caller may
     * use.
     */
    private Guard expected() {
        String address = published();
        // The endpoint of a servlet has only a path; the container decides the rest.
        if (address.startsWith("https:")) {
            return Guard.none(ChannelSecurity.TLS);
        }
        return address.startsWith("http:")
                ? Guard.none(ChannelSecurity.NONE)
                : Guard.againstOwnPort(FallbackReason.FILTERS_BYPASSED);
    }

    private String published() {
        return server.getEndpoint().getEndpointInfo().getAddress();
    }

    /** Returns the time of one access to the context store of the bus for a header block; empty if there was none. */
    public Optional<Duration> storeTime() {
        return BusRuntime.storeTime(bus);
    }

    /** Returns the counters and last events of this endpoint. */
    public Ledger ledger() {
        return ledger;
    }

    /** Returns the model, deriving it on first use, which blocks while schemas are read and compiled. */
    public EndpointModel model() {
        return model.get();
    }

    /** Returns the model; empty if it is not derived yet. */
    public Optional<EndpointModel> modelIfBound() {
        return Optional.ofNullable(model.ifDerived()).map(LazyModel.Derived::model);
    }

    /** Returns the traffic of the sessions that are open now. */
    public Traffic traffic() {
        return sessions.traffic();
    }

    EndpointSettings settings() {
        return settings;
    }

    Limits limits() {
        return settings.limits();
    }

    /**
     * Answers an offer, with a token that opens one session as that caller.
     *
     * @param guard restrictions on the channels that this caller may be given
     */
    Outcome<Answer> answer(Offer offer, Caller caller, Guard guard) {
        BusRuntime runtime = BusRuntime.of(bus, settings);
        if (durable.isFor(caller, runtime)) {
            // No header blocks: the next process does not have those that this one numbered.
            Capabilities own = capabilities(runtime, guard, List.of(), settings.reliabilities());
            if (Negotiator.answer(offer, own, UUID.randomUUID().toString()) instanceof Outcome.Reached<Answer> reached
                    && reached.value().reliability().equals(Reliability.DURABLE.term())
                    && EndpointChannels.named(reached.value().channel()).isDurable(runtime, settings, guard.came())
                    && durable.store(
                            runtime,
                            offer,
                            reached.value(),
                            Negotiator.agreement(offer, reached.value(), own),
                            caller)) {
                return issued(runtime, offer, reached.value(), own, caller, Map.of());
            }
        }
        Map<String, StaticHeader> had = headers.sentBefore(offer, caller, runtime);
        List<Reliability> others = settings.reliabilities().stream()
                .filter(kind -> kind != Reliability.DURABLE)
                .toList();
        Capabilities own = capabilities(runtime, guard, List.copyOf(had.keySet()), others);
        Outcome<Answer> outcome =
                Negotiator.answer(offer, own, UUID.randomUUID().toString());
        return outcome instanceof Outcome.Reached<Answer> reached
                ? issued(runtime, offer, reached.value(), own, caller, had)
                : outcome;
    }

    private Outcome<Answer> issued(
            BusRuntime runtime,
            Offer offer,
            Answer answer,
            Capabilities own,
            Caller caller,
            Map<String, StaticHeader> had) {
        Agreement agreement = Negotiator.agreement(offer, answer, own);
        ledger.agreed(agreement);
        runtime.schemaContexts().keep(model());
        byte[] token = EndpointChannels.named(agreement.channel())
                .issue(openChannels, runtime, agreement, caller, handler(runtime, agreement, caller, had));
        return new Outcome.Reached<>(answer.withToken(Token.of(token)));
    }

    /** Returns the handler of one session's messages. */
    private MessageHandler handler(
            BusRuntime runtime, Agreement agreement, Caller caller, Map<String, StaticHeader> had) {
        // The model that the answer describes, which the session keeps even if the endpoint is reset.
        EndpointModel described = model();
        ServiceSession session = new ServiceSession(
                new ServiceSession.Service(bus, server, chain, lane(runtime), settings.order(), ledger),
                caller,
                headers.begin(agreement, caller, had, runtime),
                opened ->
                        described.terms(runtime.representations(), agreement, numbering(agreement, described, opened)),
                terms -> runtime.recordings().begin("service", agreement, endpointName(), terms, described));
        return sessions.tracking(
                session,
                ledger,
                opened -> Objects.requireNonNull(numbering(agreement, described, opened)),
                () -> expired(caller, runtime).or(() -> obstacle(agreement)));
    }

    private synchronized Executor lane(BusRuntime runtime) {
        Executor known = lane;
        if (known == null) {
            known = runtime.runtime().lane();
            lane = known;
        }
        return known;
    }

    /** Continues durable sessions whenever the server is started. */
    public void recoverWhenStarted() {
        if (settings.wantsDurable()) {
            durable.recoverWhenStarted(started -> preparation.include(started));
        } else if (settings.reliabilities().contains(Reliability.DURABLE)) {
            durable.logNoStore();
        }
    }

    /**
     * Returns how a session that another process agreed on is continued; empty if this endpoint's parts have changed.
     */
    Optional<Recovery.Arguments> recovered(Digest digest, DurableAgreements.Stored stored) {
        BusRuntime runtime = BusRuntime.of(bus, settings);
        Capabilities own = withoutChannels(runtime, settings.reliabilities()).build();
        boolean alike = stored.answer().fingerprint().equals(own.data().fingerprint());
        Agreement agreement = Negotiator.agreement(stored.offer(), stored.answer(), own);
        if (!alike || !agreement.digest().equals(digest)) {
            LOG.warn("{}: cannot continue a session of another version of this endpoint", endpointName());
            return Optional.empty();
        }
        Caller caller = stored.caller();
        return Optional.of(EndpointChannels.named(agreement.channel())
                .recovered(openChannels, runtime, agreement, caller, handler(runtime, agreement, caller, Map.of())));
    }

    /** Returns the reason why this caller must authenticate again; empty while its credentials are valid. */
    private static Optional<String> expired(Caller caller, BusRuntime runtime) {
        return caller.expires()
                .filter(end -> runtime.now().isAfter(end))
                .map(end -> "the caller's credentials expired at " + end);
    }

    /** Returns the reason why the endpoint streams to no caller, which may change at any time. */
    private Optional<String> obstacle(Agreement agreement) {
        if (!isOn()) {
            return Optional.of("Parley was switched off here");
        }
        if (preparation.isEnded() && agreement.reliability() != Reliability.DURABLE) {
            return Optional.of("the endpoint is closed");
        }
        return byteInterceptors
                .of(bus, server.getEndpoint())
                .map(name -> name + " works on the bytes of messages")
                .or(() -> ContentRouting.of(server));
    }

    /** Returns the reason why an offer came by a route that other messages may not take; empty if there is none. */
    Optional<String> detour(Message offer) {
        return ContentRouting.of(offer, server);
    }

    private String endpointName() {
        return server.getEndpoint().getEndpointInfo().getName().toString();
    }

    /**
     * Returns the operations that use another representation than the default in the last agreed session, with the
     * reason.
     */
    public Map<String, String> otherRepresentations() {
        return ledger.agreement()
                .map(agreement -> settings.choices(
                                model().parts(), BusRuntime.of(bus, settings).representations())
                        .shown(agreement))
                .orElse(Map.of());
    }

    private static PartNumbering numbering(Agreement agreement, EndpointModel described, byte[] opened) {
        return PartNumbering.accepting(agreement.data(), described.description(), opened);
    }

    private Capabilities capabilities(
            BusRuntime runtime, Guard guard, List<String> headers, List<Reliability> reliabilities) {
        Capabilities.Builder own = withoutChannels(runtime, reliabilities).headers(headers);
        addChannels(own, guard, runtime);
        return own.build();
    }

    private void addChannels(Capabilities.Builder own, Guard guard, BusRuntime runtime) {
        for (EndpointChannel channel : EndpointChannels.of(settings, openChannels.carrier())) {
            channel.withheld(guard)
                    .ifPresentOrElse(
                            why -> own.withhold(channel.name(), why),
                            () -> giveOrWithhold(own, channel, runtime, guard.came()));
        }
    }

    private Capabilities.Builder withoutChannels(BusRuntime runtime, List<Reliability> reliabilities) {
        return Capabilities.builder()
                .representations(settings.representations().stream()
                        .filter(name -> runtime.representations().find(name).isPresent())
                        .toArray(String[]::new))
                .operations(settings.operations(server.getEndpoint(), model().parts(), runtime.representations()))
                .compressions(settings.compressions(runtime.runtime().compressions()))
                .reliabilities(reliabilities)
                .limits(settings.limits())
                .data(model().description());
    }

    /**
     * Adds the channel, or withholds it if it fails. A SOAP fault instead would tell the client that the service does
     * not support Parley.
     */
    private void giveOrWithhold(
            Capabilities.Builder own, EndpointChannel channel, BusRuntime runtime, ChannelSecurity came) {
        try {
            List<ChannelTerm> terms = channel.answered(openChannels, runtime, came);
            openChannels.opened(channel.name());
            terms.forEach(own::channel);
            if (terms.isEmpty()) {
                own.withhold(channel.name(), FallbackReason.TLS_NOT_AVAILABLE);
            }
        } catch (ParleyException e) {
            openChannels.failed(channel.name(), e);
            own.withhold(channel.name(), FallbackReason.CONNECT_FAILED);
        }
    }
}
