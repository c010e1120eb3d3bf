package io.parley.examples.campaign;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Connector;
import io.parley.channel.Protection;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Posting;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.WebSocket;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Conversation;
import io.parley.runtime.Door;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.ParleyRuntime;
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
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Channel of the service's own URL, as campaigns use it. */
public abstract class UrlChannel implements CampaignChannel {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newHttpClient();

    /** Posts. */
    public static final class Http extends UrlChannel {
        @Override
        public String name() {
            return HttpFrames.CHANNEL;
        }

        @Override
        Connector connector(HttpClient client, URI url, byte[] token, Agreement agreement) {
            return (ChannelSettings settings, ConnectionHandler link) -> ClientPosts.by(client, url, Map.of(), settings)
                    .thenCompose(poster -> Posting.connect(poster, url.toString(), false, PATIENCE, link));
        }
    }

    /** Upgrades. */
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
                    token,
                    agreement.digest().bytes(),
                    new KeepAlive(WebSocket.KEEP_ALIVE, url.toString(), System::nanoTime));
        }
    }

    abstract Connector connector(HttpClient client, URI url, byte[] token, Agreement agreement);

    @Override
    public Way accept(ParleyRuntime server, MessageHandler handler) throws IOException {
        Door door = server.door();
        HttpAcceptor posts = new HttpAcceptor(
                server.channelSettings(), server.node(), (link, from) -> door.accept(link, from.principal()));
        WebSocketSite upgrades = new WebSocketSite(
                Limits.defaults(),
                WebSocketSite.Settings.defaults(),
                door,
                (link, from) -> door.accept(link, from.principal()));
        FramesSite frames = new FramesSite(posts);
        HttpServer listening = HttpServer.start(
                new Address("127.0.0.1", 0),
                Limits.defaults(),
                Protection.NONE,
                BodyMemory.of(Limits.defaults()),
                head -> handling(head, upgrades, frames));
        return new Way() {
            @Override
            public int port() {
                return listening.address().port();
            }

            @Override
            public CompletionStage<Conversation> open(ParleyRuntime opening, int port) {
                Agreement agreement = CampaignChannel.agreement(name(), port);
                byte[] token = door.issue(agreement, "", null, handler, "");
                URI url = URI.create("http://127.0.0.1:" + port + "/service");
                Connector connector = connector(client, url, token, agreement);
                return opening.open(agreement, token, new byte[0], IncomingMessage::close, connector);
            }

            @Override
            public void close() {
                posts.close();
                upgrades.close();
                listening.close();
            }
        };
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
