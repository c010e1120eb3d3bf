package io.parley.transport.http.endpoint;

import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.Handlers;
import io.parley.endpoint.negotiated.OfferService;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SessionAcceptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Channels of an endpoint at a URL: those at the URL itself, and those on ports of their own.
 *
 * @param acceptor of sessions at the URL
 * @param ports listeners besides that of the URL
 * @param atUrl channels at the URL, best first
 * @param advertised host of the ports, if it is not that of the URL
 */
record UrlChannels(
        ParleyRuntime runtime,
        SessionAcceptor acceptor,
        OwnPorts ports,
        List<String> atUrl,
        @Nullable String advertised)
        implements OfferService.Channels {
    static final String STREAM = "stream";
    static final String QUIC = "quic";
    /** Channels at the service's own URL, best first. */
    static final List<String> AT_URL = List.of(WebSocket.CHANNEL, HttpFrames.CHANNEL);

    @Override
    public void addTo(Capabilities.Builder own, boolean secure) {
        ports.terms(advertised).forEach(own::channel);
        for (String channel : atUrl) {
            own.channel(term(channel, ChannelSecurity.TLS));
            if (!secure) {
                // A proxy in front of this server may terminate TLS: only the client knows whether its connection is
                // protected.
                own.channel(term(channel, ChannelSecurity.NONE));
            }
        }
    }

    @Override
    public byte[] issue(Agreement agreement, String principal, Handlers messages) {
        return isAtUrl(agreement.channel())
                ? acceptor.issue(agreement, principal, null, messages, principal)
                : runtime.issue(agreement, principal, null, messages);
    }

    private static ChannelTerm term(String channel, ChannelSecurity security) {
        return new ChannelTerm(channel, security, List.of(), "");
    }

    /** Returns whether a channel is at the service's own URL. */
    static boolean isAtUrl(String channel) {
        return AT_URL.contains(channel);
    }
}
