package io.parley.examples.campaign;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Connector;
import io.parley.channel.Protection;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.HttpOpeningConnection;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.SessionUpgrades;
import io.parley.channel.websocket.WebSocket;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SessionAcceptor;
import io.parley.testkit.campaign.CampaignChannel;
import io.parley.transport.http.BodyMemory;
import io.parley.transport.http.ClientPosts;
import io.parley.transport.http.FramesSite;
import io.parley.transport.http.HttpRefusal;
import io.parley.transport.http.HttpServer;
import io.parley.transport.http.RequestHead;
import io.parley.transport.http.Site;
import io.parley.transport.http.WebSocketConnector;
import io.parley.transport.http.WebSocketSite;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Campaign channel at the service's own URL. */
public abstract class UrlChannel implements CampaignChannel {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newHttpClient();

    /** Channel http. */
    public static final class Http extends UrlChannel {
        @Override
        public String name() {
            return HttpFrames.CHANNEL;
        }

        @Override
        Connector connector(HttpClient client, URI url, byte[] token, Agreement agreement) {
            return (ChannelSettings settings, ConnectionHandler link) -> ClientPosts.by(client, url, Map.of(), settings)
                    .thenCompose(poster -> HttpOpeningConnection.connect(poster, url.toString(), false, TIMEOUT, link));
        }
    }

    /** Channel websocket. */
    public static final class WebSockets extends UrlChannel {
        @Override
        public String name() {
            return WebSocket.CHANNEL;
        }

        @Override
        Connector connector(HttpClient client, URI url, byte[] token, Agreement agreement) {
            return new WebSocketConnector(
                    client,
                    url,
                    Map.of(),
                    SessionUpgrades.opening(
                            token, agreement.digest().bytes(), agreement.reliability() == Reliability.DURABLE),
                    new KeepAlive(WebSocket.KEEP_ALIVE, url.toString(), System::nanoTime));
        }

        @Override
        public boolean isDurable() {
            return true;
        }

        @Override
        public Entrance enter(ParleyRuntime server, int port, Agreement agreement, MessageHandler handler)
                throws IOException {
            SessionAcceptor acceptor = server.newSessionAcceptor();
            acceptor.recover(agreement, null, handler, "");
            Served served = Served.at(port, server, acceptor);
            server.restore();
            return new Entrance(
                    served.port(),
                    principal -> served.acceptor.issue(agreement, principal, null, handler, ""),
                    served::close);
        }

        /** Returns a connector that uses the first reachable node, like a balancer. */
        @Override
        public Optional<Connector> connector(Agreement agreement, byte[] token) {
            SessionUpgrades upgrades = token.length == 0
                    ? SessionUpgrades.resuming(agreement.digest().bytes())
                    : SessionUpgrades.opening(token, agreement.digest().bytes(), true);
            HttpClient client = HttpClient.newHttpClient();
            List<Connector> nodes = agreement.addresses().stream()
                    .<Connector>map(node -> {
                        URI url = url(node.port());
                        KeepAlive alive = new KeepAlive(WebSocket.KEEP_ALIVE, url.toString(), System::nanoTime);
                        return new WebSocketConnector(client, url, Map.of(), upgrades, alive);
                    })
                    .toList();
            return Optional.of((settings, handler) -> first(nodes, 0, settings, handler));
        }

        private static CompletionStage<Connection> first(
                List<Connector> nodes, int at, ChannelSettings settings, ConnectionHandler handler) {
            CompletionStage<Connection> made = nodes.get(at).connect(settings, handler);
            return at == nodes.size() - 1
                    ? made
                    : made.exceptionallyCompose(failure -> first(nodes, at + 1, settings, handler));
        }
    }

    abstract Connector connector(HttpClient client, URI url, byte[] token, Agreement agreement);

    @Override
    public Way accept(ParleyRuntime server, MessageHandler handler) throws IOException {
        Served served = Served.at(0, server, server.newSessionAcceptor());
        return new Way() {
            @Override
            public int port() {
                return served.port();
            }

            @Override
            public CompletionStage<Conversation> open(ParleyRuntime opening, int port) {
                Agreement agreement = CampaignChannel.agreement(name(), port);
                byte[] token = served.acceptor.issue(agreement, "", null, handler, "");
                Connector connector = connector(client, url(port), token, agreement);
                return opening.open(agreement, token, new byte[0], IncomingMessage::close, connector);
            }

            @Override
            public void close() {
                served.close();
            }
        };
    }

    private static URI url(int port) {
        return URI.create("http://127.0.0.1:" + port + "/service");
    }

    /** URL at which sessions can be opened. */
    private record Served(SessionAcceptor acceptor, HttpAcceptor posts, WebSocketSite upgrades, HttpServer listening)
            implements AutoCloseable {
        static Served at(int port, ParleyRuntime server, SessionAcceptor acceptor) throws IOException {
            HttpAcceptor posts = new HttpAcceptor(
                    server.channelSettings(), server.node(), (link, from) -> acceptor.accept(link, from.principal()));
            WebSocketSite upgrades = new WebSocketSite(
                    Limits.defaults(),
                    WebSocketSite.Settings.defaults(),
                    acceptor,
                    (link, from) -> acceptor.accept(link, from.principal()));
            FramesSite frames = new FramesSite(posts);
            HttpServer listening = HttpServer.start(
                    new Address("127.0.0.1", port),
                    Limits.defaults(),
                    Protection.NONE,
                    BodyMemory.of(Limits.defaults()),
                    head -> handling(head, upgrades, frames));
            return new Served(acceptor, posts, upgrades, listening);
        }

        int port() {
            return listening.address().port();
        }

        @Override
        public void close() {
            posts.close();
            upgrades.close();
            listening.close();
        }
    }

    private static Site.Handling handling(RequestHead head, WebSocketSite upgrades, FramesSite frames)
            throws HttpRefusal {
        if (WebSocketSite.isUpgrade(head)) {
            return upgrades.on(head, "");
        }
        if (FramesSite.isPost(head)) {
            return frames.on(head, "");
        }
        throw new HttpRefusal(404, ErrorCode.UNKNOWN_OPERATION, "expected a post or an upgrade");
    }
}
