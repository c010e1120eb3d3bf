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
import io.parley.endpoint.negotiated.NegotiatedService;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.DataDescription;
import io.parley.negotiation.Offer;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.ServiceAddress;
import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import io.parley.transport.http.ClientPosts;
import io.parley.transport.http.WebSocketConnector;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * A service at a URL, as a client negotiates with it: sessions are opened at the URL, or at the addresses in the
 * answer.
 *
 * @param soap client for plain SOAP, which has the URL and the headers of each request
 * @param data description of the client's own data
 * @param handlers of messages from the service
 */
record HttpService(
        ParleyRuntime runtime, SoapCalls soap, DataDescription data, Handlers handlers, KeepAlive webSocketKeepAlive)
        implements NegotiatedService {
    @Override
    public String name() {
        return soap.url().toString();
    }

    @Override
    public ServiceAddress address() {
        return ServiceAddress.of(name());
    }

    @Override
    public ChannelSecurity security(String channel) {
        return address().secure() || runtime.mustProtect(channel) ? ChannelSecurity.TLS : ChannelSecurity.NONE;
    }

    @Override
    public Attempt begin() {
        Affinity affinity = Affinity.begin();
        return new SameNode(affinity, soap.with(affinity.with(soap.headers())));
    }

    /** Attempt whose requests reach the same node of a service, if there are several behind the URL. */
    private final class SameNode implements Attempt {
        private final Affinity affinity;
        private final SoapCalls offering;
        /** Cookies of the last reply. */
        private List<String> setCookies = List.of();

        SameNode(Affinity affinity, SoapCalls offering) {
            this.affinity = affinity;
            this.offering = offering;
        }

        @Override
        public Replied offer(Offer offer, Duration within) {
            SoapCalls.Answered answered = offering.offer(offer, within);
            setCookies = answered.setCookies();
            return answered.replied();
        }

        @Override
        public CompletionStage<Conversation> open(Agreement agreement, Answer answer) {
            byte[] token = answer.token().bytes();
            byte[] alike = PartNumbering.opening(agreement.data(), data).terms();
            Handlers own = handlers.negotiated(agreement.data(), soap.version());
            return UrlChannels.isAtUrl(agreement.channel())
                    ? runtime.open(
                            agreement,
                            token,
                            alike,
                            own,
                            atUrl(agreement, token, affinity.answered(token, soap.url(), setCookies)))
                    : runtime.open(agreement, token, alike, own);
        }
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
