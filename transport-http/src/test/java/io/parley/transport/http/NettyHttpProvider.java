package io.parley.transport.http;

import io.parley.ChannelTraits;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.HttpOpeningConnection;
import io.parley.channel.http.Poster;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Adapter by which contracts listen and connect on the http channel, with this module's server and clients. */
final class NettyHttpProvider implements ChannelProvider {
    private final boolean sockets;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** @param sockets true to post over sockets of the stream transport where possible */
    NettyHttpProvider(boolean sockets) {
        this.sockets = sockets;
    }

    @Override
    public ChannelTraits traits() {
        return new ChannelTraits(HttpFrames.CHANNEL, true, true, true, true);
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public CompletionStage<Connection> connect(Address address, ChannelSettings settings, ConnectionHandler handler) {
        String url = "http://" + address + "/frames";
        CompletionStage<Poster> poster = sockets
                ? ClientPosts.by(client, URI.create(url), Map.of(), settings)
                : CompletableFuture.completedStage(new ClientPoster(client, URI.create(url), Map.of()));
        return poster.thenCompose(posts -> HttpOpeningConnection.connect(
                posts, url, false, settings.connectTimeout().multipliedBy(10), handler));
    }

    @Override
    public Listener listen(Address bind, ChannelSettings settings, Function<Connection, ConnectionHandler> acceptor)
            throws IOException {
        HttpAcceptor posts = new HttpAcceptor(settings, (connection, from) -> acceptor.apply(connection));
        FramesSite frames = new FramesSite(posts);
        HttpServer server =
                HttpServer.start(bind, Limits.defaults(), Protection.NONE, BodyMemory.of(settings.limits()), head -> {
                    if (!FramesSite.isPost(head)) {
                        throw new HttpRefusal(404, ErrorCode.UNKNOWN_OPERATION, "expected a post");
                    }
                    return frames.on(head, "");
                });
        return new Listener() {
            @Override
            public Address address() {
                return server.address();
            }

            @Override
            public void close() {
                posts.close();
                var unused = posts.left().thenRun(() -> new Thread(server::close).start());
            }
        };
    }
}
