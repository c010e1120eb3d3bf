package io.parley.cxf.channel;

import io.netty.buffer.ByteBuf;
import io.parley.ParleyException;
import io.parley.channel.http.Affinity;
import io.parley.channel.http.HttpAcceptor;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Post;
import io.parley.channel.http.PostSender;
import io.parley.channel.http.Reply;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.StaxInInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.jspecify.annotations.Nullable;

/**
 * Takes posts of the http channel out of a service's interceptor chain. Runs after the transport's security
 * interceptors, the servlet filters and the container's authentication, and before anything parses XML. If the
 * container supports asynchronous requests, no thread waits for the reply.
 */
public final class FramesIn extends AbstractPhaseInterceptor<Message> {
    private final Supplier<@Nullable HttpAcceptor> acceptor;

    /**
     * Creates the interceptor.
     *
     * @param acceptor supplies the endpoint's acceptor; null while the endpoint does not offer the http channel
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
        if (!(message.get(AbstractHTTPDestination.HTTP_REQUEST) instanceof HttpServletRequest request)
                || !(message.get(AbstractHTTPDestination.HTTP_RESPONSE) instanceof HttpServletResponse response)) {
            return;
        }
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        if (own == null) {
            // Nothing was agreed with this node yet: a post that names a node is for another one.
            boolean elsewhere = request.getHeader(Affinity.NODE_HEADER) != null;
            reply.complete(Reply.refusal(elsewhere ? Reply.WRONG_NODE : Reply.UNKNOWN));
        } else {
            take(own, message, request, reply);
        }
        if (!reply.isDone() && request.isAsyncSupported()) {
            AsyncPost.start(request, response, reply);
            // Suspended for good: after an aborted chain CXF would complete the response.
            message.getInterceptorChain().suspend();
            return;
        }
        message.getInterceptorChain().abort();
        try {
            AsyncPost.write(await(reply), response);
        } catch (IOException e) {
            throw new Fault(e);
        }
    }

    private static void take(
            HttpAcceptor own, Message message, HttpServletRequest request, CompletableFuture<Reply> reply) {
        try {
            Post.Head head = Post.head(request::getHeader);
            if (request.getContentLengthLong() > HttpFrames.MOST_BODY_BYTES) {
                reply.complete(Reply.refusal(Reply.TOO_LONG));
                return;
            }
            ByteBuf body = Bodies.read(message.getContent(InputStream.class));
            own.onPost(head.with(body), caller(message, request), reply::complete);
        } catch (ParleyException e) {
            reply.complete(Reply.refusal(Reply.MALFORMED));
        } catch (IOException e) {
            reply.complete(Reply.refusal(Reply.TOO_LONG));
        }
    }

    private static PostSender caller(Message message, HttpServletRequest request) {
        return new PostSender(
                io.parley.cxf.transport.Caller.nameOf(message),
                request.getRemoteAddr() + ":" + request.getRemotePort() + " over http",
                request.isSecure());
    }

    private static Reply await(CompletableFuture<Reply> reply) {
        try {
            return reply.get(AsyncPost.MOST.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            var unused = reply.thenAccept(late -> late.body().release());
            return Reply.refusal(Reply.UNKNOWN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            var unused = reply.thenAccept(late -> late.body().release());
            throw new Fault(e);
        } catch (ExecutionException e) {
            throw new Fault(e.getCause());
        }
    }
}
