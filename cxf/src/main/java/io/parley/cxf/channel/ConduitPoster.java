package io.parley.cxf.channel;

import io.netty.buffer.ByteBuf;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Post;
import io.parley.channel.http.Poster;
import io.parley.channel.http.Reply;
import io.parley.cxf.carrier.BodyDeadline;
import io.parley.cxf.carrier.OwnConduit;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.HTTPException;

/**
 * Posts through an HTTP conduit created by the application, with its TLS, credentials, proxy and headers. Blocks one
 * thread per unanswered post. Thread-safe.
 */
final class ConduitPoster implements Poster {
    /** Time limit for a reply's body, which is written at once; its head may be delayed by a long poll. */
    private static final Duration BODY = Duration.ofSeconds(60);

    private final HTTPConduit conduit;
    private final OwnConduit use;
    private final PostPreparation preparation;
    private final PostPolicy policy;
    private final Duration within;
    private final Duration bodyWithin;

    /**
     * Creates a poster.
     *
     * @param conduit owned by the poster; closed with the connection, after the last post in progress
     * @param within time limit for each post until the head of its reply, as set by the preparation
     */
    ConduitPoster(HTTPConduit conduit, PostPreparation preparation, Duration within) {
        this(conduit, preparation, within, BODY);
    }

    /**
     * Creates a poster with a time limit for bodies.
     *
     * @param bodyWithin time limit for the body of each reply, from its head on
     */
    ConduitPoster(HTTPConduit conduit, PostPreparation preparation, Duration within, Duration bodyWithin) {
        this.within = within;
        this.bodyWithin = bodyWithin;
        this.conduit = conduit;
        this.use = new OwnConduit(conduit, PostThreads.executor());
        this.preparation = preparation;
        this.policy = new PostPolicy(conduit);
        conduit.setMessageObserver(in -> in.getExchange().setInMessage(in));
    }

    @Override
    public CompletionStage<Reply> post(Post post) {
        if (!use.begin()) {
            post.body().release();
            return CompletableFuture.failedFuture(new IOException("the connection was closed before this post"));
        }
        return CompletableFuture.supplyAsync(() -> track(post), PostThreads.executor());
    }

    @Override
    public void close() {
        use.close();
    }

    private Reply track(Post post) {
        long begin = System.nanoTime();
        Reply reply = null;
        try {
            reply = exchange(post);
            return reply;
        } finally {
            if (reply == null) {
                use.failed(within.minusNanos(System.nanoTime() - begin));
            } else if (reply.status() == Reply.OK) {
                use.ended();
            } else {
                use.failed(Duration.ZERO);
            }
        }
    }

    private Reply exchange(Post post) {
        Message out = new MessageImpl();
        ExchangeImpl exchange = new ExchangeImpl();
        exchange.setSynchronous(true);
        exchange.setOutMessage(out);
        try {
            send(out, exchange, post);
            return reply(exchange);
        } catch (HTTPException e) {
            return Reply.refusal(e.getResponseCode());
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private void send(Message out, Exchange exchange, Post post) throws IOException {
        ByteBuf body = post.body();
        try {
            preparation.prepare(out, exchange);
            // Makes CXF pass on the body of any reply, so that it is closed here; otherwise the connection would stay
            // open.
            out.put(HTTPConduit.NO_IO_EXCEPTIONS, true);
            out.put(Message.CONTENT_TYPE, HttpFrames.CONTENT_TYPE);
            Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) out.get(Message.PROTOCOL_HEADERS));
            post.headers().forEach((name, value) -> headers.put(name, List.of(value)));
            conduit.prepare(out);
            policy.apply(out, body.readableBytes());
            Bodies.write(body, out.getContent(OutputStream.class));
        } finally {
            body.release();
        }
        conduit.close(out);
    }

    private Reply reply(Exchange exchange) throws IOException {
        Message in = exchange.getInMessage();
        if (in == null) {
            throw new IOException("expected a response with the status 200, found one without content");
        }
        int status = in.get(Message.RESPONSE_CODE) instanceof Integer code ? code : HttpURLConnection.HTTP_OK;
        try (InputStream stream = in.getContent(InputStream.class);
                BodyDeadline deadline = BodyDeadline.start(stream, bodyWithin)) {
            if (status != Reply.OK || !HttpFrames.isOurs((String) in.get(Message.CONTENT_TYPE))) {
                return Reply.refusal(status == Reply.OK ? Reply.UNKNOWN : status);
            }
            ByteBuf body = Bodies.read(stream);
            if (deadline.isPast()) {
                body.release();
                throw new IOException(
                        "expected the whole reply within " + bodyWithin + " behind its head, found a part of it");
            }
            return new Reply(status, isEnd(in), body);
        }
    }

    private static boolean isEnd(Message in) {
        Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) in.get(Message.PROTOCOL_HEADERS));
        return headers != null
                && headers.entrySet().stream()
                        .anyMatch(header -> HttpFrames.END_HEADER.equalsIgnoreCase(header.getKey())
                                && header.getValue().contains(HttpFrames.END));
    }
}
