package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.http.Post;
import io.parley.channel.http.Reply;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Socket that sends HTTP posts one after another. Runs on its event loop. */
final class PostSocket extends ChannelInboundHandlerAdapter {
    /**
     * Idle time after which the socket is closed; shorter than a server's keep-alive timeout, which is 5 s for Apache
     * httpd.
     */
    private static final long IDLE_MILLIS = 4_000;
    /** Time limit for the body of a response, which the server writes in one go after its head. */
    private static final long BODY_MILLIS = 60_000;
    /** Largest chunk of a response body that the decoder passes on. */
    private static final int PIECE_BYTES = 256 * 1024;

    private final SocketChannel channel;
    private final SocketPoster.Request request;
    private final ServiceUrl url;
    private final Owner owner;

    private @Nullable Pending current;
    /** Reply without its body; null before the head of the response. */
    private @Nullable Reply head;

    /** Null while no part of the body has arrived. */
    private @Nullable ByteBuf body;

    private boolean reusable;
    private @Nullable ScheduledFuture<?> limit;

    /** Owner of the sockets, which assigns posts to them. Called on the event loop. */
    interface Owner {
        /** Called when the socket can take another post. */
        void onIdle(PostSocket socket);

        /** Called when the socket is closed. */
        void onClosed(PostSocket socket);
    }

    /** Post that waits for its reply. */
    record Pending(Post post, CompletableFuture<Reply> reply) {
        Pending(Post post) {
            this(post, new CompletableFuture<>());
        }

        /** Fails a post that was not given to a socket, and releases its body. */
        void fail(Throwable why) {
            post.body().release();
            reply.completeExceptionally(why);
        }
    }

    PostSocket(SocketChannel channel, SocketPoster.Request request, Owner owner) {
        this.channel = channel;
        this.request = request;
        this.url = new ServiceUrl(request.url());
        this.owner = owner;
        channel.pipeline()
                .addLast(
                        new HttpClientCodec(UpgradeGreeting.decoding().setMaxChunkSize(PIECE_BYTES), false, false),
                        this);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a failed write reaches exceptionCaught
    void post(Pending asked) {
        FullHttpRequest message;
        try {
            message = encoded(asked.post());
        } catch (IllegalArgumentException e) { // a header that HTTP does not allow
            asked.fail(e);
            close();
            return;
        }
        current = asked;
        limit(request.within().toMillis(), "no response");
        channel.writeAndFlush(message, channel.voidPromise());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the handler is notified of the close
    void close() {
        channel.close();
    }

    private FullHttpRequest encoded(Post post) {
        FullHttpRequest message =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, url.target(), post.body());
        request.headers().forEach(message.headers()::set);
        message.headers().set(HttpHeaderNames.HOST, url.host());
        message.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpFrames.CONTENT_TYPE);
        message.headers().set(HttpHeaderNames.CONTENT_LENGTH, post.body().readableBytes());
        post.headers().forEach(message.headers()::set);
        return message;
    }

    private void limit(long millis, String found) {
        ScheduledFuture<?> before = limit;
        if (before != null) {
            before.cancel(false);
        }
        limit = channel.eventLoop()
                .schedule(
                        () -> fail(new SocketTimeoutException(found + " within " + millis + " ms")),
                        millis,
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
        try {
            if (current == null) {
                close(); // a response without a request
                return;
            }
            if (((HttpObject) message).decoderResult().isFailure()) {
                throw new IOException(
                        "expected a response of HTTP/1.1",
                        ((HttpObject) message).decoderResult().cause());
            }
            if (message instanceof HttpResponse response) {
                begin(response);
            }
            if (message instanceof HttpContent content && head != null) {
                append(content.content(), head);
                if (message instanceof LastHttpContent) {
                    end(head);
                }
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(HttpResponse response) {
        if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            return;
        }
        int status = response.status().code();
        boolean ours = HttpFrames.isOurs(response.headers().get(HttpHeaderNames.CONTENT_TYPE));
        reusable = HttpUtil.isKeepAlive(response) && response.status().equals(HttpResponseStatus.OK) && ours;
        head = status == Reply.OK && ours
                ? new Reply(
                        status,
                        response.headers().contains(HttpFrames.END_HEADER, HttpFrames.END, false),
                        Unpooled.EMPTY_BUFFER)
                : Reply.refusal(status == Reply.OK ? Reply.UNKNOWN : status);
        long length = HttpUtil.getContentLength(response, 0L);
        if (reusable && length > 0) {
            body = channel.alloc().buffer((int) Math.min(length, HttpFrames.BODY_BYTES));
        }
        if (length > PIECE_BYTES) {
            limit(BODY_MILLIS, "a part of the body");
        }
    }

    private void append(ByteBuf piece, Reply to) throws IOException {
        if (to.status() != Reply.OK || !piece.isReadable()) {
            return;
        }
        ByteBuf whole = body == null ? channel.alloc().buffer(piece.readableBytes()) : body;
        body = whole;
        if (whole.readableBytes() + piece.readableBytes() > HttpFrames.MOST_BODY_BYTES) {
            throw new IOException(
                    "expected a body of at most " + HttpFrames.MOST_BODY_BYTES + " bytes, found a longer one");
        }
        whole.writeBytes(piece);
    }

    private ByteBuf takeBody() {
        ByteBuf taken = body == null ? Unpooled.EMPTY_BUFFER : body;
        body = null;
        return taken;
    }

    private void end(Reply reply) {
        Pending answered = current;
        ByteBuf whole = takeBody();
        current = null;
        head = null;
        if (reusable) {
            limit(IDLE_MILLIS, "no post");
            owner.onIdle(this);
        } else {
            close();
        }
        if (answered == null || !answered.reply().complete(new Reply(reply.status(), reply.end(), whole))) {
            whole.release();
        }
    }

    private void fail(Throwable why) {
        Pending failed = current;
        current = null;
        if (failed != null) {
            failed.reply().completeExceptionally(why);
        }
        close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(new EOFException("the connection ended before the post was answered"));
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        ScheduledFuture<?> pending = limit;
        if (pending != null) {
            pending.cancel(false);
        }
        takeBody().release();
        owner.onClosed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        fail(cause);
    }
}
