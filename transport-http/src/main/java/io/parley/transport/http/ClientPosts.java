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
 * Posters of connections to a service: by sockets of their own where that is all that the user's client would do and the first post gets through so;
 * otherwise by the client.
 */
public final class ClientPosts {
    private static final Duration POST = HttpFrames.HOLD.plusSeconds(20);

    private ClientPosts() {}

    /**
     * Makes a poster.
     *
     * @param client source of TLS; stays the caller's
     * @param headers of every post, for instance credentials
     * @param settings time limits for sockets
     */
    public static CompletionStage<Poster> by(
            HttpClient client, URI url, Map<String, String> headers, ChannelSettings settings) {
        Poster byClient = new ClientPoster(client, url, headers);
        ClientTerms terms = new ClientTerms(client, url);
        if (!WebSockets.canConnect() || !terms.areWhole()) {
            return CompletableFuture.completedStage(byClient);
        }
        SocketPoster.Request request = new SocketPoster.Request(url, headers, POST);
        return SocketPoster.make(request, settings, request.isSecure() ? terms.tls(request.address()) : null)
                .handle((sockets, why) -> sockets == null ? byClient : new TriedPoster(sockets, byClient));
    }
}
