package io.parley.transport.stream;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.io.EOFException;

/**
 * Requests a tunnel to a service from an HTTP proxy by CONNECT (RFC 9110, section 9.3.6), before anything else is sent
 * on the connection.
 */
final class ProxyTunnel implements ConnectStep {
    private final String authority;
    private final UpgradeRequest.Proxy proxy;

    /** @param authority host and port of the service */
    ProxyTunnel(String authority, UpgradeRequest.Proxy proxy) {
        this.authority = authority;
        this.proxy = proxy;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a failed write reaches exceptionCaught
    public void start(SocketChannel channel, Callback callback) {
        HttpClientCodec codec = new HttpClientCodec(UpgradeGreeting.decoding(), false, false);
        channel.pipeline().addLast(codec, new ResponseHandler(codec, callback));
        FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.CONNECT, authority);
        request.headers().set("Host", authority);
        if (!proxy.authorization().isEmpty()) {
            request.headers().set("Proxy-Authorization", proxy.authorization());
        }
        channel.writeAndFlush(request, channel.voidPromise());
    }

    /** Waits for the response, then removes itself and the HTTP codec. Runs on the event loop. */
    private final class ResponseHandler extends ChannelInboundHandlerAdapter {
        private final HttpClientCodec codec;
        private final Callback callback;
        private boolean done;

        ResponseHandler(HttpClientCodec codec, Callback callback) {
            this.codec = codec;
            this.callback = callback;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            try {
                if (message instanceof HttpResponse response && !done) {
                    check(response);
                }
                if (message instanceof LastHttpContent && !done) {
                    done = true;
                    ChannelPipeline pipeline = context.pipeline();
                    pipeline.remove(this);
                    pipeline.remove(codec);
                    callback.onSuccess();
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private void check(HttpResponse response) {
            if (response.decoderResult().isFailure()) {
                fail(refused("an answer of HTTP/1.1, found other bytes"));
            } else if (!response.status().equals(HttpResponseStatus.OK)) {
                int status = response.status().code();
                String fix = status == HttpResponseStatus.PROXY_AUTHENTICATION_REQUIRED.code()
                        ? "; set credentials for it that are sent unasked: a proxy authorization of the conduit's, or without CXF a header"
                                + " Proxy-Authorization. An Authenticator is asked by the JDK's client alone"
                        : "; have the proxy let CONNECT to that port through";
                fail(refused("status 200 for CONNECT to " + authority + ", found status " + status + fix));
            }
        }

        private ParleyException refused(String expectedAndFound) {
            return new ParleyException(
                    ErrorCode.CONNECT_FAILED, "proxy " + proxy.address() + ": expected " + expectedAndFound);
        }

        private void fail(Throwable why) {
            if (!done) {
                done = true;
                callback.onFailure(why);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            fail(new EOFException("the proxy " + proxy.address() + " ended the connection"));
            context.fireChannelInactive();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            fail(cause);
        }
    }
}
