package io.parley.transport.http.endpoint;

import io.parley.channel.ChannelSettings;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Connector;
import io.parley.channel.http.Affinity;
import io.parley.channel.http.HttpOpeningConnection;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.SessionUpgrades;
import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.Handlers;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import io.parley.transport.http.ClientPosts;
import io.parley.transport.http.WebSocketConnector;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Opens the sessions that a client negotiated: at the service's URL, or at the addresses in the answer.
 *
 * @param soap client for plain SOAP, which has the URL and the headers of each request
 * @param handlers of messages from the service
 */
record AgreedSessions(
        ParleyRuntime runtime, SoapCalls soap, Terms terms, Handlers handlers, KeepAlive webSocketKeepAlive) {
    /** Returns the service's URL. */
    URI url() {
        return soap.url();
    }

    /** Opens the session of an agreement. */
    CompletionStage<Conversation> open(Agreement agreement, Answer answer, Affinity affinity) {
        byte[] token = answer.token().bytes();
        byte[] alike = PartNumbering.opening(agreement.data(), terms.contract().description())
                .terms();
        Handlers own = handlers.negotiated(agreement.data(), soap.version());
        return Terms.isAtUrl(agreement.channel())
                ? runtime.open(agreement, token, alike, own, atUrl(agreement, token, affinity))
                : runtime.open(agreement, token, alike, own);
    }

    private Connector atUrl(Agreement agreement, byte[] token, Affinity affinity) {
        Map<String, String> headers = affinity.with(soap.headers());
        if (agreement.channel().equals(WebSocket.CHANNEL)) {
            return new WebSocketConnector(
                    soap.client(),
                    soap.url(),
                    headers,
                    SessionUpgrades.opening(
                            token, agreement.digest().bytes(), agreement.reliability() == Reliability.DURABLE),
                    webSocketKeepAlive);
        }
        return (ChannelSettings settings, ConnectionHandler link) -> ClientPosts.by(
                        soap.client(), soap.url(), headers, settings.within(settings.reachTimeout()))
                .thenCompose(poster -> HttpOpeningConnection.connect(
                        poster,
                        soap.url().toString(),
                        agreement.security() == ChannelSecurity.TLS,
                        settings.reachTimeout(),
                        link));
    }
}
