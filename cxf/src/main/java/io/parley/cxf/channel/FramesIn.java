package io.parley.cxf.channel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.ParleyException;
import io.parley.channel.http.Caller;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Post;
import io.parley.channel.http.Reply;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes posts of the http channel out of the service's chain. It runs behind the interceptors that judge the transport, and
 * before anything looks for XML; servlet filters and the container's authentication have let the post in by then. Where
 * the container lets a request go, no thread waits for the answer.
 */
public final class FramesIn extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = LoggerFactory.getLogger(FramesIn.class);
    private static final String HELD = FramesIn.class.getName();

    private final Supplier<@Nullable HttpAcceptor> acceptor;

    /**
     * @param acceptor of the endpoint; null while it does not offer the http channel
     */
    public FramesIn(Supplier<@Nullable HttpAcceptor> acceptor) {
        super(Phase.POST_STREAM);
        addBefore(StaxInInterceptor.class.getName());
        this.acceptor = acceptor;
    }

    @Override
    public void handleMessage(Message message) {
        if (!HttpFrames.isOurs((String) message.get(Message.CONTENT_TYPE)) || isRequestor(message)) {
            return;
        }
        HttpAcceptor own = acceptor.get();
        if (own == null || !(message.get(AbstractHTTPDestination.HTTP_REQUEST) instanceof HttpServletRequest request)) {
            return;
        }
        Exchange exchange = message.getExchange();
        if (exchange.get(HELD) instanceof CompletableFuture<?> held) {
            answer(message, (Reply) held.join());
            return;
        }
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        take(own, message, request, reply);
        if (!reply.isDone()
                && message.get(ContinuationProvider.class.getName()) instanceof ContinuationProvider asked) {
            exchange.put(HELD, reply);
            Continuation continuation = asked.getContinuation();
            // Ended by the acceptor, which answers what it held for long.
            continuation.suspend(0);
            var unused = reply.thenRun(() -> resume(continuation));
            return;
        }
        answer(message, waited(reply));
    }

    private static void take(
            HttpAcceptor own, Message message, HttpServletRequest request, CompletableFuture<Reply> reply) {
        try {
            Post.Head head = Post.head(request::getHeader);
            ByteBuf body = ConduitPoster.read(message.getContent(InputStream.class));
            own.onPost(head.with(body), caller(message, request), answer -> reply.complete(kept(answer)));
        } catch (ParleyException e) {
            reply.complete(Reply.refusal(Reply.MALFORMED));
        } catch (IOException e) {
            reply.complete(Reply.refusal(Reply.TOO_LONG));
        }
    }

    /** Nobody has to release it: a container whose client is gone does not come back for it. */
    private static Reply kept(Reply reply) {
        ByteBuf body = reply.body();
        try {
            return new Reply(reply.status(), reply.end(), Unpooled.wrappedBuffer(ByteBufUtil.getBytes(body)));
        } finally {
            body.release();
        }
    }

    private static void resume(Continuation continuation) {
        try {
            continuation.resume();
        } catch (IllegalStateException e) {
            LOG.debug("a post cannot be answered: its client is gone, and its connection will be", e);
        }
    }

    private static Caller caller(Message message, HttpServletRequest request) {
        return new Caller(
                io.parley.cxf.transport.Caller.nameOf(message),
                request.getRemoteAddr() + ":" + request.getRemotePort() + " over http",
                request.isSecure());
    }

    private static Reply waited(CompletableFuture<Reply> reply) {
        try {
            return reply.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Fault(e);
        } catch (ExecutionException e) {
            throw new Fault(e.getCause());
        }
    }

    private static void answer(Message message, Reply reply) {
        message.getInterceptorChain().abort();
        Exchange exchange = message.getExchange();
        Message out = new MessageImpl();
        out.setExchange(exchange);
        out.put(Message.CONTENT_TYPE, HttpFrames.CONTENT_TYPE);
        out.put(Message.RESPONSE_CODE, reply.status());
        if (reply.end()) {
            Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.put(HttpFrames.END_HEADER, List.of(HttpFrames.END));
            out.put(Message.PROTOCOL_HEADERS, headers);
        }
        try {
            Conduit back = exchange.getDestination().getBackChannel(message);
            back.prepare(out);
            try (OutputStream stream = out.getContent(OutputStream.class)) {
                reply.body().readBytes(stream, reply.body().readableBytes());
            }
            back.close(out);
        } catch (IOException e) {
            throw new Fault(e);
        }
    }
}
