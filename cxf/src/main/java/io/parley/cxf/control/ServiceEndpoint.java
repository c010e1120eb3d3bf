package io.parley.cxf.control;

import io.parley.Limits;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.stax.Terms;
import io.parley.cxf.transport.Caller;
import io.parley.cxf.transport.ServiceSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.Token;
import io.parley.runtime.Listening;
import io.parley.runtime.Traffic;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Server;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One service endpoint: answers offers and takes the sessions that come of them. Thread-safe. */
public final class ServiceEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceEndpoint.class);

    private final Bus bus;
    private final Server server;
    private final Settings settings;
    private final EndpointModel model;
    private final Ledger ledger = new Ledger();
    private final OpenSessions sessions = new OpenSessions();

    /** Derives the model of the endpoint, which takes as long as reading and compiling its schemas does. */
    public ServiceEndpoint(Bus bus, Server server) {
        this.bus = bus;
        this.server = server;
        this.settings = Settings.of(server.getEndpoint(), bus);
        this.model = EndpointModel.of(server.getEndpoint(), settings.limits());
        server.getEndpoint().addCleanupHook(sessions::drain);
    }

    public Ledger ledger() {
        return ledger;
    }

    public EndpointModel model() {
        return model;
    }

    /** What went through the sessions that are open now. */
    public Traffic traffic() {
        return sessions.traffic();
    }

    Settings settings() {
        return settings;
    }

    Limits limits() {
        return settings.limits();
    }

    /**
     * The answer to an offer, with a token that opens one session as that caller.
     *
     * @param withheld why no channel is given to this caller, if so
     */
    Outcome<Answer> answer(Offer offer, Caller caller, Optional<FallbackReason> withheld) {
        BusRuntime runtime = BusRuntime.of(bus, settings);
        Capabilities own = capabilities(runtime, withheld);
        Outcome<Answer> outcome =
                Negotiator.answer(offer, own, UUID.randomUUID().toString());
        if (outcome instanceof Outcome.Reached<Answer> reached) {
            Agreement agreement = Negotiator.agreement(offer, reached.value(), own);
            ledger.agreed(agreement);
            ServiceSession session =
                    new ServiceSession(bus, server, caller, terms -> terms(runtime, agreement, terms), ledger);
            byte[] token = runtime.runtime().issue(agreement, caller.name(), null, sessions.tracking(session, ledger));
            return new Outcome.Reached<>(reached.value().withToken(Token.of(token)));
        }
        return outcome;
    }

    private Terms terms(BusRuntime runtime, Agreement agreement, byte[] opened) {
        return model.terms(
                runtime.representations().get(agreement.representation()),
                PartNumbering.accepting(agreement.data(), model.description(), opened));
    }

    private Capabilities capabilities(BusRuntime runtime, Optional<FallbackReason> withheld) {
        Capabilities.Builder own = Capabilities.builder()
                .representations(settings.representations().stream()
                        .filter(name -> runtime.representations().find(name).isPresent())
                        .toArray(String[]::new))
                .limits(settings.limits())
                .data(model.description());
        for (String channel : settings.channels()) {
            if (withheld.isPresent()) {
                own.withhold(channel, withheld.get());
            } else {
                listenOrWithhold(own, channel, runtime);
            }
        }
        return own.build();
    }

    /** A port that cannot be had is said as such: a fault would tell the client that nobody here speaks Parley. */
    private void listenOrWithhold(Capabilities.Builder own, String channel, BusRuntime runtime) {
        try {
            own.channel(ChannelTerm.plain(channel, address(runtime.listener(channel, settings))));
        } catch (UncheckedIOException e) {
            LOG.warn(
                    "{} is answered by SOAP only: {}",
                    server.getEndpoint().getEndpointInfo().getName(),
                    e.getMessage(),
                    e);
            own.withhold(channel, FallbackReason.CONNECT_FAILED);
        }
    }

    private HostPort address(Listening listening) {
        int mapped = settings.advertisedPort();
        int port = mapped == 0 ? listening.address().port() : mapped;
        return settings.advertisedHost().isEmpty()
                ? HostPort.ownHost(port)
                : new HostPort(settings.advertisedHost(), port);
    }
}
