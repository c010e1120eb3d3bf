package io.parley.cxf.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.HttpOpeningConnection;
import io.parley.cxf.bus.BusRuntime;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.channel.ServicePosts;
import io.parley.cxf.transport.Caller;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.ServiceAddress;
import io.parley.runtime.Conversation;
import io.parley.runtime.MessageHandler;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.cxf.transport.http.HTTPConduit;

/**
 * The http channel: frames are posted to the service's own URL by the client's own conduit, so that the same access
 * rules apply to them as to calls. Its security is that of the URL.
 */
record OwnUrlChannel() implements EndpointChannel {
    private static final Duration POST = HttpFrames.HOLD.plusSeconds(20);

    @Override
    public String name() {
        return HttpFrames.CHANNEL;
    }

    @Override
    public boolean supports(Carrier carrier) {
        return carrier.channel().equals(HttpFrames.CHANNEL);
    }

    @Override
    public boolean isOffered(boolean byProxy) {
        return true;
    }

    @Override
    public ChannelTerm offered(ServiceAddress service, BusRuntime bus) {
        return offered(HttpFrames.CHANNEL, service);
    }

    /** Returns the offered term of a channel whose security is that of the service's own URL. */
    static ChannelTerm offered(String channel, ServiceAddress service) {
        return term(channel, service.secure() ? ChannelSecurity.TLS : ChannelSecurity.NONE);
    }

    /**
     * Returns the answered terms of such a channel. Only the client knows whether the connection is protected, since
     * TLS may end before the service.
     */
    static List<ChannelTerm> answered(String channel, ChannelSecurity came) {
        ChannelTerm secured = term(channel, ChannelSecurity.TLS);
        return came == ChannelSecurity.TLS ? List.of(secured) : List.of(secured, term(channel, ChannelSecurity.NONE));
    }

    private static ChannelTerm term(String channel, ChannelSecurity security) {
        return new ChannelTerm(channel, security, List.of(), "");
    }

    @Override
    public CompletionStage<Conversation> open(
            BusRuntime bus,
            NegotiationRequest request,
            Agreement agreement,
            byte[] token,
            byte[] terms,
            MessageHandler handler) {
        return bus.runtime()
                .open(
                        agreement,
                        token,
                        terms,
                        handler,
                        (ChannelSettings settings, ConnectionHandler link) -> connect(request, settings, link));
    }

    private static CompletionStage<Connection> connect(
            NegotiationRequest request, ChannelSettings settings, ConnectionHandler link) {
        try {
            ServicePosts posts = new ServicePosts(
                    (message, exchange) -> request.applyTo(message, exchange, POST),
                    URI.create(request.address()),
                    POST);
            // The first post connects and authenticates, so it has the time limit of connecting.
            Duration first = settings.reachTimeout();
            return posts.by((HTTPConduit) request.newConduit(POST), settings.within(first))
                    .thenCompose(poster -> HttpOpeningConnection.connect(
                            poster, request.address(), request.service().secure(), first, link));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(
                    new ParleyException(ErrorCode.CONNECT_FAILED, "no conduit to " + request.address(), e));
        }
    }

    @Override
    public Optional<FallbackReason> withheld(Guard guard) {
        return guard.any().or(guard::ownUrl);
    }

    @Override
    public List<ChannelTerm> answered(ServiceChannels openChannels, BusRuntime bus, ChannelSecurity came) {
        openChannels.ownUrl(bus);
        return answered(HttpFrames.CHANNEL, came);
    }

    @Override
    public byte[] issue(
            ServiceChannels openChannels, BusRuntime bus, Agreement agreement, Caller caller, MessageHandler handler) {
        return openChannels
                .ownUrl(bus)
                .sessionAcceptor()
                .issue(agreement, caller.name(), null, handler, caller.cameAs());
    }
}
