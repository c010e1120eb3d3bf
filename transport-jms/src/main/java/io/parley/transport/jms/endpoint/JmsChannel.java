package io.parley.transport.jms.endpoint;

import io.parley.endpoint.Handlers;
import io.parley.endpoint.negotiated.OfferService;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.HostPort;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.util.List;

/** The only channel of an endpoint on a queue: a listener of its own at the same broker. */
record JmsChannel(ParleyRuntime runtime, RuntimeListener listening) implements OfferService.Channels {
    static final String NAME = "jms";

    @Override
    public void addTo(Capabilities.Builder own, boolean secure) {
        HostPort at = HostPort.ownHost(listening.address().port());
        own.channel(new ChannelTerm(NAME, ChannelSecurity.NONE, List.of(at), ""));
    }

    @Override
    public byte[] issue(Agreement agreement, String principal, Handlers messages) {
        return runtime.issue(agreement, principal, null, messages);
    }
}
