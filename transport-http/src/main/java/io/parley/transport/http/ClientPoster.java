package io.parley.transport.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.Delays;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Post;
import io.parley.channel.http.Poster;
import io.parley.channel.http.Reply;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Sends the posts of one connection by the JDK's HTTP client, with its TLS, proxy and authentication. Thread-safe. */
final class ClientPoster implements Poster {
    private static final Duration POST = HttpFrames.HOLD.plusSeconds(20);
    /**
     * Time after which posts of a closed connection are cancelled: the peer answers them as soon as it learns of the
     * close. A post that is cancelled at the moment of its response closes a connection that the JDK's client may
     * already have given to the next one.
     */
    private static final Duration END = Duration.ofSeconds(2);

    private final HttpClient client;
    private final URI url;
    private final Map<String, String> headers;
    private final Duration within;
    private final Map<Long, CompletableFuture<Reply>> pending = new ConcurrentHashMap<>();

    /**
     * Creates a poster with the default timeout.
     *
     * @param client owned by the caller
     * @param headers of every post, for instance credentials
     */
    ClientPoster(HttpClient client, URI url, Map<String, String> headers) {
        this(client, url, headers, POST);
    }

    /**
     * Creates a poster with another timeout.
     *
     * @param within timeout of each post until its response is complete; longer than the peer may hold a post
     */
    ClientPoster(HttpClient client, URI url, Map<String, String> headers, Duration within) {
        this.within = within;
        this.client = client;
        this.url = url;
        this.headers = Map.copyOf(headers);
    }

    @Override
    public CompletionStage<Reply> post(Post post) {
        CompletableFuture<HttpResponse<ByteBuf>> sent = client.sendAsync(request(post), ClientPoster::body);
        long number = post.number();
        // The timeout of the request covers only the head of the response.
        CompletableFuture<Reply> reply = Delays.orTimeout(sent.thenApply(ClientPoster::reply), within);
        pending.put(number, reply);
        var unused = reply.whenComplete((value, failure) -> {
            pending.remove(number);
            if (failure != null) {
                sent.cancel(true);
            }
        });
        return reply;
    }

    private HttpRequest request(Post post) {
        ByteBuf body = post.body();
        byte[] bytes;
        try {
            bytes = ByteBufUtil.getBytes(body);
        } finally {
            body.release();
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(within)
                .header("Content-Type", HttpFrames.CONTENT_TYPE)
                .POST(HttpRequest.BodyPublishers.ofByteArray(bytes));
        headers.forEach(request::setHeader);
        post.headers().forEach(request::setHeader);
        return request.build();
    }

    /** Returns the subscriber for a response's body; ignores a body that is not of this channel. */
    private static HttpResponse.BodySubscriber<ByteBuf> body(HttpResponse.ResponseInfo response) {
        boolean ours = response.statusCode() == Reply.OK
                && HttpFrames.isOurs(
                        response.headers().firstValue("Content-Type").orElse(null));
        return ours
                ? BoundedBody.of(HttpFrames.MOST_BODY_BYTES)
                : HttpResponse.BodySubscribers.replacing(Unpooled.EMPTY_BUFFER);
    }

    private static Reply reply(HttpResponse<ByteBuf> response) {
        int status = response.statusCode();
        boolean ours =
                HttpFrames.isOurs(response.headers().firstValue("Content-Type").orElse(null));
        if (status != Reply.OK || !ours) {
            return Reply.refusal(status == Reply.OK ? Reply.UNKNOWN : status);
        }
        boolean end = response.headers()
                .firstValue(HttpFrames.END_HEADER)
                .filter(HttpFrames.END::equals)
                .isPresent();
        return new Reply(status, end, response.body());
    }

    @Override
    public void close() {
        for (CompletableFuture<Reply> reply : pending.values()) {
            var unused = Delays.orTimeout(reply, END);
        }
    }
}
