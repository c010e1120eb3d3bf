package io.parley.cxf.client;

import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.carrier.Carriers;
import io.parley.cxf.endpoint.NegotiationRequest;
import io.parley.cxf.endpoint.Transcript;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.ReplyKind;
import io.parley.negotiation.SwitchPolicy;
import io.parley.peer.Decision;
import io.parley.peer.SessionKey;
import io.parley.runtime.Conversation;
import java.io.IOException;
import java.util.Optional;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ConduitSelector;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.phase.PhaseManager;
import org.apache.cxf.service.Service;
import org.apache.cxf.transport.Conduit;
import org.jspecify.annotations.Nullable;

/** Negotiates for a client without calling an operation. */
public final class Probing {
    private final Client client;
    private final ClientEndpoint state;

    /** Creates the probe of a client's service. */
    public Probing(Client client, ClientEndpoint state) {
        this.client = client;
        this.state = state;
    }

    /**
     * Result of a probe.
     *
     * @param conversation the session; null if there is none
     * @param reason why there is none; null if there is one
     * @param detail detail of the reason; may be empty
     */
    public record Outcome(
            @Nullable Conversation conversation, @Nullable FallbackReason reason, String detail) {}

    /**
     * Negotiates on the calling thread, unless cached knowledge of the service already decides. Blocks.
     *
     * @throws IOException if the offer is not delivered, or the caller is not authorized
     */
    public Outcome run() throws IOException {
        Message message = message();
        EndpointSettings settings = EndpointSettings.of(message);
        Conduit conduit = client.getConduit();
        Optional<Carrier> found = Carriers.of(conduit);
        found.ifPresent(each -> each.setUp(message, conduit));
        Optional<NotStreamable.Obstacle> obstacle = NotStreamable.of(message, found, conduit, state.byteInterceptors());
        if (obstacle.isPresent()) {
            return new Outcome(null, obstacle.get().reason(), obstacle.get().detail());
        }
        Carrier carrier = found.orElseThrow();
        String address = client.getEndpoint().getEndpointInfo().getAddress();
        Identity identity = Identity.of(message, state, address, carrier, conduit);
        BusRuntime bus = state.runtime();
        SessionKey key = identity.caller().with(state.proposal(settings));
        state.hold(key, bus.peers());
        Decision decision = bus.peers().decide(key, Mode.ALWAYS, SwitchPolicy.eager());
        if (decision instanceof Decision.Negotiate negotiate) {
            NegotiationRequest request =
                    new NegotiationRequest(message, client.getEndpoint(), carrier, conduit, address);
            new Negotiation(negotiate.probe(), state, request, settings, identity.headers()).run();
            throwIfUnreachable(address);
            decision = bus.peers().decide(key, Mode.AUTO, situation -> false);
        }
        if (decision instanceof Decision.Stream stream) {
            return new Outcome(stream.conversation(), null, "");
        }
        return decision instanceof Decision.Soap soap
                ? new Outcome(null, soap.reason(), soap.detail())
                : new Outcome(null, FallbackReason.NEGOTIATING, "another call negotiates");
    }

    /** Creates a message like that of a call of this client. */
    private Message message() {
        Endpoint endpoint = client.getEndpoint();
        Exchange exchange = new ExchangeImpl();
        exchange.put(Bus.class, client.getBus());
        exchange.put(Endpoint.class, endpoint);
        exchange.put(Service.class, endpoint.getService());
        exchange.put(ConduitSelector.class, client.getConduitSelector());
        Message message = endpoint.getBinding().createMessage();
        message.setExchange(exchange);
        exchange.setOutMessage(message);
        PhaseInterceptorChain chain = new PhaseInterceptorChain(
                client.getBus().getExtension(PhaseManager.class).getOutPhases());
        chain.add(client.getBus().getOutInterceptors());
        chain.add(client.getOutInterceptors());
        chain.add(endpoint.getOutInterceptors());
        message.setInterceptorChain(chain);
        return message;
    }

    private void throwIfUnreachable(String address) throws IOException {
        Optional<Transcript> last = state.ledger().negotiation();
        if (last.isPresent() && last.get().kind().verdict() == ReplyKind.Verdict.UNSAID) {
            throw new IOException(
                    last.get().kind() == ReplyKind.NOT_AUTHORIZED
                            ? address + " expects credentials"
                            : "expected a service at " + address + ", found none that answers");
        }
    }
}
