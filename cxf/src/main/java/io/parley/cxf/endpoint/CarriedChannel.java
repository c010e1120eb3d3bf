package io.parley.cxf.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.carrier.Route;
import io.parley.cxf.transport.Caller;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.ServiceAddress;
import io.parley.runtime.Conversation;
import io.parley.runtime.MessageHandler;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Channel over the same transport as the endpoint's SOAP messages: the same broker as the same user, so that the same
 * access rules apply. Each endpoint has a listener of its own whose tokens are valid there only; listeners are
 * addressed by the name that clients use for the service.
 */
record CarriedChannel(String name) implements EndpointChannel {
    /** Name of the channel over JMS. */
    static final String JMS = "jms";

    @Override
    public boolean supports(Carrier carrier) {
        return carrier.channel().equals(name);
    }

    @Override
    public boolean isOffered(boolean byProxy) {
        return true;
    }

    @Override
    public ChannelTerm offered(ServiceAddress service, BusRuntime bus) {
        return ChannelTerm.plain(name);
    }

    @Override
    public CompletionStage<Conversation> open(
            BusRuntime bus,
            NegotiationRequest request,
            Agreement agreement,
            byte[] token,
            byte[] terms,
            MessageHandler handler) {
        Optional<Route> route = request.route();
        return route.isEmpty()
                ? CompletableFuture.failedFuture(new ParleyException(
                        ErrorCode.CONNECT_FAILED, "no route for " + name + " to " + request.address()))
                : bus.runtime().open(agreement, token, terms, handler, bus.provider(route.get()));
    }

    @Override
    public Optional<FallbackReason> withheld(Guard guard) {
        return guard.any();
    }

    @Override
    public List<ChannelTerm> answered(ServiceChannels openChannels, BusRuntime bus, ChannelSecurity came) {
        int port = openChannels.ownListener(name, bus).address().port();
        return List.of(ChannelTerm.plain(name, HostPort.ownHost(port)));
    }

    @Override
    public byte[] issue(
            ServiceChannels openChannels, BusRuntime bus, Agreement agreement, Caller caller, MessageHandler handler) {
        return openChannels.ownListener(name, bus).sessionAcceptor().issue(agreement, caller.name(), null, handler, "");
    }
}
