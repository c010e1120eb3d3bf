package io.parley.cxf.endpoint;

import io.parley.channel.websocket.SessionUpgrades;
import io.parley.channel.websocket.WebSocket;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.channel.ConduitUpgrade;
import io.parley.cxf.transport.Caller;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.ServiceAddress;
import io.parley.runtime.Conversation;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.Recovery;
import io.parley.transport.stream.WebSockets;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.cxf.transport.http.HTTPConduit;

/**
 * The websocket channel: an upgrade of one request to the service's own URL, to which the same access rules apply as to
 * calls. Its security is that of the URL.
 */
record WebSocketChannel() implements EndpointChannel {
    private static final Duration TIME = Duration.ofSeconds(10);
    private static final String NEEDED =
            "websocket needs netty-codec-http and netty-handler 4.2.18 or 4.1.137, or later: pin io.netty:netty-bom";
    private static final OwnUrlChannel AT_URL = new OwnUrlChannel();

    @Override
    public String name() {
        return WebSocket.CHANNEL;
    }

    @Override
    public boolean supports(Carrier carrier) {
        return AT_URL.supports(carrier);
    }

    @Override
    public boolean isOffered(boolean byProxy) {
        return hindrance().isEmpty();
    }

    @Override
    public Optional<String> hindrance() {
        return WebSockets.canConnect() ? Optional.empty() : Optional.of(NEEDED);
    }

    @Override
    public ChannelTerm offered(ServiceAddress service, BusRuntime bus) {
        return OwnUrlChannel.offered(WebSocket.CHANNEL, service);
    }

    @Override
    public CompletionStage<Conversation> open(
            BusRuntime bus,
            NegotiationRequest request,
            Agreement agreement,
            byte[] token,
            byte[] terms,
            MessageHandler handler) {
        ConduitUpgrade upgrades = new ConduitUpgrade(
                () -> (HTTPConduit) request.newConduit(TIME),
                (message, exchange) -> request.applyTo(message, exchange, TIME),
                URI.create(request.address()),
                SessionUpgrades.opening(
                        token, agreement.digest().bytes(), agreement.reliability() == Reliability.DURABLE),
                bus.keepAlive(request.address(), request.webSocketKeepAlive()));
        return bus.runtime().open(agreement, token, terms, handler, upgrades);
    }

    @Override
    public Optional<FallbackReason> withheld(Guard guard) {
        return guard.any().or(guard::ownUpgrade);
    }

    @Override
    public List<ChannelTerm> answered(ServiceChannels openChannels, BusRuntime bus, ChannelSecurity came) {
        openChannels.webSockets(bus);
        return OwnUrlChannel.answered(WebSocket.CHANNEL, came);
    }

    @Override
    public byte[] issue(
            ServiceChannels openChannels, BusRuntime bus, Agreement agreement, Caller caller, MessageHandler handler) {
        return AT_URL.issue(openChannels, bus, agreement, caller, handler);
    }

    /**
     * Returns whether sessions can be durable: another process is reached at the same URL, and TLS does not belong to
     * the channel.
     */
    @Override
    public boolean isDurable(BusRuntime bus, EndpointSettings settings, ChannelSecurity came) {
        return bus.isDurable(settings);
    }

    @Override
    public Recovery.Arguments recovered(
            ServiceChannels openChannels, BusRuntime bus, Agreement agreement, Caller caller, MessageHandler handler) {
        return new Recovery.Arguments(
                agreement,
                null,
                handler,
                openChannels.ownUrl(bus).sessionAcceptor().scope(caller.cameAs()));
    }
}
