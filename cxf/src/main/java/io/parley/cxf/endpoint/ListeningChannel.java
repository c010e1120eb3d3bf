package io.parley.cxf.endpoint;

import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.transport.Caller;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.ServiceAddress;
import io.parley.runtime.Conversation;
import io.parley.runtime.MessageHandler;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Channel with a listener of its own, which all endpoints of a bus share, such as {@code stream}.
 *
 * @param name name of the channel's provider
 */
record ListeningChannel(String name) implements EndpointChannel {
    @Override
    public boolean supports(Carrier carrier) {
        return carrier.namesHosts();
    }

    @Override
    public ChannelTerm offered(ServiceAddress service, BusRuntime bus) {
        boolean isProtected = bus.runtime().mustProtect(name)
                || (service.secure() && bus.runtime().canProtect(name));
        ChannelSecurity security = isProtected ? ChannelSecurity.TLS : ChannelSecurity.NONE;
        return new ChannelTerm(name, security, List.of(), "");
    }

    @Override
    public CompletionStage<Conversation> open(
            BusRuntime bus,
            NegotiationRequest request,
            Agreement agreement,
            byte[] token,
            byte[] terms,
            MessageHandler handler) {
        return bus.runtime().open(agreement, token, terms, handler);
    }

    @Override
    public Optional<FallbackReason> withheld(Guard guard) {
        return guard.any().or(guard::ownPort);
    }

    @Override
    public List<ChannelTerm> answered(ServiceChannels openChannels, BusRuntime bus, ChannelSecurity came) {
        if (came == ChannelSecurity.TLS && !bus.runtime().canProtect(name)) {
            return List.of();
        }
        ChannelSecurity security = bus.runtime().mustProtect(name) ? ChannelSecurity.TLS : came;
        return List.of(openChannels.listen(name, security, bus));
    }

    @Override
    public byte[] issue(
            ServiceChannels openChannels, BusRuntime bus, Agreement agreement, Caller caller, MessageHandler handler) {
        return bus.runtime().issue(agreement, caller.name(), null, handler);
    }

    @Override
    public boolean isDurable(BusRuntime bus, EndpointSettings settings, ChannelSecurity came) {
        return bus.isDurable(settings, came);
    }
}
