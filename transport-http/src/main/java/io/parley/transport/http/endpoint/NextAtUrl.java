package io.parley.transport.http.endpoint;

import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.Handlers;
import io.parley.endpoint.negotiated.DurableSessions;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Recovery;
import io.parley.runtime.SessionAcceptor;

/**
 * The next process at the URL, and maybe at the same port of the stream.
 *
 * @param acceptor token scope of the URL
 * @param onStream true if the next process is reachable at the same stream port and presents the same certificate
 */
record NextAtUrl(SessionAcceptor acceptor, boolean onStream) implements DurableSessions.NextProcess {
    @Override
    public boolean isReachedBy(String channel) {
        return channel.equals(WebSocket.CHANNEL) || onStream;
    }

    @Override
    public Recovery.Arguments arguments(Agreement agreement, Handlers messages) {
        return UrlChannels.isAtUrl(agreement.channel())
                ? new Recovery.Arguments(agreement, null, messages, acceptor.scope(""))
                : new Recovery.Arguments(agreement, null, messages);
    }
}
