package io.parley.transport.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Network;
import io.parley.channel.websocket.WebSocket;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server side of a connection. It handles one request at a time; the next is not read before the current one is
 * answered. Runs on its event loop, which is also its clock.
 */
final class HttpServerConnection extends ChannelInboundHandlerAdapter {
    static final Duration HEAD = Duration.ofSeconds(10);
    static final Duration IDLE = Duration.ofSeconds(60);
    private static final Duration LINGER = Duration.ofSeconds(1);
    static final Duration PACE = Duration.ofSeconds(10);
    private static final int SLICE_BYTES = 64 * 1024;
    private static final Logger LOG = LoggerFactory.getLogger(HttpServerConnection.class);

    private final Site site;
    private final BodyMemory held;
    private final Limits limits;
    private final boolean secure;

    private volatile @Nullable ChannelHandlerContext own;
    private @Nullable ScheduledFuture<?> deadline;
    private @Nullable Body body;
    private Site.@Nullable Taker bodyHandler;
    /** Protocol that the connection switches to after the current request. */
    private Site.@Nullable Switched switched;

    /** Endless response to the current request. */
    private Site.@Nullable Events events;

    private boolean keepAlive;
    private boolean headAwaited;
    private boolean headBegun;
    private boolean answering;
    private boolean handling;
    /** True once no further request is read. */
    private boolean inputEnded;
    /** True if the current request is the last one. */
    private boolean finishing;
    /** Decoded objects that are not handled yet. */
    private final Deque<Object> arrived = new ArrayDeque<>();

    private long receivedInPace;

    HttpServerConnection(Site site, BodyMemory held, Limits limits, boolean secure) {
        this.site = site;
        this.held = held;
        this.limits = limits;
        this.secure = secure;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        own = context;
        if (context.channel().isActive()) {
            awaitHead(context, HEAD); // otherwise in channelActive
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!headAwaited) {
            awaitHead(context, HEAD);
        }
    }

    /**
     * Waits for a request. Against the slow loris attack, a head has a deadline from its first byte; between requests
     * the connection may be idle for longer.
     */
    private void awaitHead(ChannelHandlerContext context, Duration within) {
        headAwaited = true;
        headBegun = false;
        answering = false;
        setDeadline(context, within, () -> closeNow(context, "no request within " + within.toMillis() + " ms"));
        takeArrived(context);
        if (!answering) {
            context.read();
        }
    }

    /** Closes the connection after the current request, at once if there is none. Any thread. */
    void finish() {
        ChannelHandlerContext context = own;
        if (context != null) {
            context.executor().execute(() -> {
                finishing = true;
                if (headAwaited && !headBegun) {
                    closeNow(context, "the server stops");
                }
            });
        }
    }

    /** Called by the handler before the decoder when bytes are received. */
    void onBytesReceived() {
        ChannelHandlerContext context = own;
        if (context != null && headAwaited && !headBegun) {
            headBegun = true;
            setDeadline(context, HEAD, () -> refuse(context, tooSlow("a whole head within " + HEAD)));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (inputEnded) {
            ReferenceCountUtil.release(message); // sent after the last request
            return;
        }
        arrived.add(message);
        takeArrived(context);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!answering && !inputEnded) {
            context.read();
        }
    }

    /**
     * Handles decoded objects. One read may contain several requests: the next waits until the current one is answered.
     */
    private void takeArrived(ChannelHandlerContext context) {
        if (handling) {
            return;
        }
        handling = true;
        while (!answering && !arrived.isEmpty()) {
            Object message = arrived.remove();
            try {
                take(context, message);
            } finally {
                ReferenceCountUtil.release(message);
            }
        }
        handling = false;
    }

    private void take(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpRequest request) {
                onHead(context, request);
            }
            if (message instanceof HttpContent content && !answering) {
                onContent(content);
            }
        } catch (HttpRefusal e) {
            refuse(context, e);
        }
    }

    /** Returns the address and port of a peer, as all channels have them. */
    private static String text(SocketAddress remote) {
        return remote instanceof InetSocketAddress inet && inet.getAddress() != null
                ? Network.remote(inet)
                : String.valueOf(remote);
    }

    private void onHead(ChannelHandlerContext context, HttpRequest request) throws HttpRefusal {
        headAwaited = false;
        keepAlive = false;
        String target = HeadCheck.target(request);
        RequestHead head =
                new RequestHead(request, target, text(context.channel().remoteAddress()), secure);
        Site.Handling handling = site.on(head);
        if (handling instanceof Site.Now now) {
            // A request with an unread body ends the connection.
            keepAlive = HttpUtil.isKeepAlive(request) && !hasBody(request);
            write(context, now.response());
        } else if (handling instanceof Site.Whole whole) {
            keepAlive = HttpUtil.isKeepAlive(request);
            beginBody(context, request, whole);
        } else if (handling instanceof Site.Switched other) {
            if (hasBody(request) || !request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
                throw new HttpRefusal(400, ErrorCode.PROTOCOL, "expected an upgrade of HTTP/1.1 without a body");
            }
            switched = other;
        } else if (handling instanceof Site.Events other) {
            if (hasBody(request)) {
                throw new HttpRefusal(400, ErrorCode.PROTOCOL, "expected a request without a body");
            }
            events = other;
        }
    }

    private static boolean hasBody(HttpRequest request) {
        return HttpUtil.isTransferEncodingChunked(request) || HttpUtil.getContentLength(request, 0L) > 0;
    }

    /** Hands over the connection at the end of its request: after the response, the HTTP handlers are removed. */
    private void handOver(ChannelHandlerContext context) {
        Site.Switched upgrade = switched;
        Site.Events open = events;
        if (upgrade != null) {
            hand(context, HttpResponseStatus.SWITCHING_PROTOCOLS, upgrade.headers(), upgrade.to());
        } else if (open != null) {
            Map<String, String> headers = new HashMap<>(open.headers());
            headers.put("Connection", "close");
            hand(context, HttpResponseStatus.OK, headers, open.to());
        }
    }

    private void hand(
            ChannelHandlerContext context,
            HttpResponseStatus status,
            Map<String, String> headers,
            Consumer<SocketChannel> to) {
        setDeadline(context, null, () -> {});
        answering = true;
        inputEnded = true;
        if (!arrived.isEmpty() || finishing) {
            closeNow(context, "data after an upgrade request before its response, or the server is stopping");
            return;
        }
        // Nothing is read before this method returns; the new owner may stop the reading at once.
        context.channel().config().setAutoRead(true);
        to.accept((SocketChannel) context.channel());
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status);
        headers.forEach((name, value) -> head.headers().set(name, value));
        var unused = context.writeAndFlush(head);
        HttpServer.removeHandlers(context.pipeline(), this);
    }

    private void beginBody(ChannelHandlerContext context, HttpRequest request, Site.Whole whole) throws HttpRefusal {
        long declared = declared(request);
        if (declared > whole.mostBytes()) {
            throw tooLong(whole.mostBytes());
        }
        body = Body.within(held, Limit.MESSAGE_BYTES, whole.mostBytes());
        bodyHandler = whole.to();
        if (HttpUtil.is100ContinueExpected(request)) {
            var unused = context.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
        receivedInPace = 0;
        checkPaceLater(context);
    }

    private static long declared(HttpRequest request) throws HttpRefusal {
        try {
            return HttpUtil.getContentLength(request, 0L);
        } catch (NumberFormatException e) {
            throw new HttpRefusal(400, ErrorCode.PROTOCOL, "expected a number as Content-Length");
        }
    }

    /** Checks the pace of a body against slow senders: each ten seconds have to bring the minimum. */
    private void checkPaceLater(ChannelHandlerContext context) {
        long least = limits.get(Limit.FRAME_RATE) * PACE.toSeconds();
        setDeadline(context, PACE, () -> {
            if (receivedInPace < least) {
                refuse(context, tooSlow("a body of " + least + " bytes in " + PACE + " or its end"));
            } else {
                receivedInPace = 0;
                checkPaceLater(context);
            }
        });
    }

    private void onContent(HttpContent content) throws HttpRefusal {
        Body into = body;
        Site.Taker to = bodyHandler;
        ChannelHandlerContext context = own;
        if ((switched != null || events != null) && context != null) {
            if (content instanceof LastHttpContent) {
                handOver(context);
            }
            return;
        }
        if (into == null || to == null || context == null) {
            return; // the end of a request that was answered without its body
        }
        if (content.decoderResult().isFailure()) {
            throw HeadCheck.undecoded(content.decoderResult().cause());
        }
        receivedInPace += content.content().readableBytes();
        add(into, content.content());
        if (content instanceof LastHttpContent) {
            setDeadline(context, null, () -> {});
            body = null;
            bodyHandler = null;
            answering = true;
            to.take(into, response -> answer(context, response));
        }
    }

    /** Sends a response. Any thread. */
    private void answer(ChannelHandlerContext context, Response response) {
        try {
            context.executor().execute(() -> write(context, response));
        } catch (RejectedExecutionException e) {
            LOG.debug("Dropped a response: the server was closed first", e);
            response.body().close();
        }
    }

    private static void add(Body into, ByteBuf content) throws HttpRefusal {
        try {
            into.add(content);
        } catch (ParleyException e) {
            throw new HttpRefusal(e.code() == ErrorCode.LIMIT ? 413 : 503, e.code(), e.text());
        }
    }

    private static HttpRefusal tooLong(long most) {
        return new HttpRefusal(
                413,
                ErrorCode.LIMIT,
                "http body: expected at most " + most + " bytes, found more; the setting is "
                        + Limit.MESSAGE_BYTES.setting());
    }

    private static HttpRefusal tooSlow(String expected) {
        return new HttpRefusal(408, ErrorCode.TOO_SLOW, "expected " + expected);
    }

    /** Sends a refusal and closes: the start of the next request is unknown. */
    private void refuse(ChannelHandlerContext context, HttpRefusal refusal) {
        LOG.debug("Refused a request of {}: {}", context.channel().remoteAddress(), refusal.text());
        keepAlive = false;
        inputEnded = true;
        dropBody();
        byte[] text = refusal.text().getBytes(StandardCharsets.UTF_8);
        write(
                context,
                new Response(
                        refusal.status(),
                        Map.of(
                                "Content-Type",
                                "text/plain; charset=UTF-8",
                                WebSocket.CODE_HEADER,
                                refusal.code().name()),
                        Body.of(Unpooled.wrappedBuffer(text))));
    }

    private void write(ChannelHandlerContext context, Response response) {
        answering = true;
        headAwaited = false;
        if (!context.channel().isActive()) {
            response.body().close();
            return;
        }
        HttpResponse head =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()));
        keepAlive &= !finishing;
        response.headers().forEach((name, value) -> head.headers().set(name, value));
        head.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.body().length());
        head.headers()
                .set(HttpHeaderNames.CONNECTION, keepAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
        var unused = context.write(head);
        writeRest(context, response.body());
    }

    /**
     * Writes the rest in slices, one after another, so that a client that stops reading is noticed however long the
     * body is.
     */
    private void writeRest(ChannelHandlerContext context, Body rest) {
        int length = Math.min(SLICE_BYTES, rest.length());
        boolean last = length == rest.length();
        ByteBuf slice = length == 0 ? Unpooled.EMPTY_BUFFER : rest.bytes().readRetainedSlice(length);
        Duration stall = Duration.ofMillis(limits.get(Limit.STALL_MILLIS));
        setDeadline(context, stall, () -> closeNow(context, "the client read nothing of a response within " + stall));
        HttpObject content = last ? new DefaultLastHttpContent(slice) : new DefaultHttpContent(slice);
        context.writeAndFlush(content).addListener(sent -> {
            if (!sent.isSuccess()) {
                rest.close();
                var unused = context.close();
            } else if (last) {
                rest.close();
                written(context);
            } else {
                writeRest(context, rest);
            }
        });
    }

    private void written(ChannelHandlerContext context) {
        setDeadline(context, null, () -> {});
        if (keepAlive && !finishing) {
            awaitHead(context, IDLE);
        } else {
            lingerAndClose(context);
        }
    }

    /**
     * Reads and drops bytes for a short time before closing: a client that still sends would see a reset in place of
     * the response.
     */
    private void lingerAndClose(ChannelHandlerContext context) {
        inputEnded = true;
        dropArrived();
        if (!secure && context.channel() instanceof SocketChannel socket) {
            var unused = socket.shutdownOutput();
            context.channel().config().setAutoRead(true);
            setDeadline(context, LINGER, () -> closeNow(context, "refused"));
        } else {
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void closeNow(ChannelHandlerContext context, String why) {
        LOG.debug("Closed the connection of {}: {}", context.channel().remoteAddress(), why);
        var unused = context.close();
    }

    private void setDeadline(ChannelHandlerContext context, @Nullable Duration in, Runnable then) {
        if (deadline != null) {
            deadline.cancel(false);
        }
        deadline = in == null ? null : context.executor().schedule(then, in.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void dropArrived() {
        arrived.forEach(ReferenceCountUtil::release);
        arrived.clear();
    }

    private void dropBody() {
        if (body != null) {
            body.close();
            body = null;
            bodyHandler = null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        setDeadline(context, null, () -> {});
        inputEnded = true;
        dropArrived();
        dropBody();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        closeNow(context, String.valueOf(cause));
    }
}
