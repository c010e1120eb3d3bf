package io.parley.transport.http;

import io.parley.channel.ChannelSettings;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Poster;
import io.parley.channel.http.TriedPoster;
import io.parley.transport.stream.SocketPoster;
import io.parley.transport.stream.WebSockets;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Factory of the posters of connections to a service. They use sockets of their own if the user's client would do
 * nothing more and the first post succeeds that way; otherwise they use the client.
 */
public final class ClientPosts {
    private static final Duration POST = HttpFrames.HOLD.plusSeconds(20);

    private ClientPosts() {}

    /**
     * Creates a poster.
     *
     * @param client source of TLS; owned by the caller
     * @param headers of every post, for instance credentials
     * @param settings timeouts of sockets
     */
    public static CompletionStage<Poster> by(
            HttpClient client, URI url, Map<String, String> headers, ChannelSettings settings) {
        Poster byClient = new ClientPoster(client, url, headers);
        ClientTerms terms = new ClientTerms(client, url);
        if (!WebSockets.canConnect() || !terms.canUseSocket()) {
            return CompletableFuture.completedStage(byClient);
        }
        SocketPoster.Request request = new SocketPoster.Request(url, headers, POST);
        return SocketPoster.make(request, settings, request.isSecure() ? terms.tls(request.address()) : null)
                .handle((sockets, why) -> sockets == null ? byClient : new TriedPoster(sockets, byClient));
    }
}
