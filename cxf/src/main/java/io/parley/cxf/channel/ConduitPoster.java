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
 * Posts through an HTTP conduit of the application's making: its TLS, credentials, proxy and headers are those of its
 * calls. A thread is held while a post is unanswered. Thread-safe.
 */
final class ConduitPoster implements Poster {
    /** Time limit for a reply's body, which is written at once, unlike its head. */
    private static final Duration BODY = Duration.ofSeconds(60);

    private final HTTPConduit conduit;
    private final OwnConduit use;
    private final PostPreparation preparation;
    private final PostPolicy policy;
    private final Duration within;
    private final Duration bodyWithin;

    /**
     * @param conduit for nobody else; closed with the connection, when no post is under way any more
     * @param within for each post until the head of its reply, as the preparation sets it
     */
    ConduitPoster(HTTPConduit conduit, PostPreparation preparation, Duration within) {
        this(conduit, preparation, within, BODY);
    }

    /**
     * The same, with a time of its own.
     *
     * @param bodyWithin for the body of each reply, from its head on
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
        return CompletableFuture.supplyAsync(() -> underWay(post), PostThreads.executor());
    }

    @Override
    public void close() {
        use.close();
    }

    private Reply underWay(Post post) {
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
            // The body of any reply comes here to be closed, without which its connection stays open.
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
                BodyDeadline deadline = new BodyDeadline(stream, bodyWithin)) {
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
