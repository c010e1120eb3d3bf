package io.parley.transport.stream;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.websocket.WebSocket;
import java.io.EOFException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests a WebSocket at a service's URL and checks the response (docs/protocol/channels.md, section 15; RFC 6455,
 * section 4.1).
 */
final class UpgradeGreeting implements ConnectStep {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int KEY_BYTES = 16;
    private static final int MAX_LINE_BYTES = 4096;
    private static final int MAX_HEADER_BYTES = 16 * 1024;

    private final UpgradeRequest asked;

    UpgradeGreeting(UpgradeRequest asked) {
        this.asked = asked;
    }

    /**
     * Returns a decoder configuration stricter than Netty's default: a response that two parsers may read differently
     * is refused.
     */
    static HttpDecoderConfig decoding() {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_LINE_BYTES)
                .setMaxHeaderSize(MAX_HEADER_BYTES)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true)
                .setAllowDuplicateContentLengths(false);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a failed write reaches exceptionCaught
    public void start(SocketChannel channel, Callback callback) {
        byte[] random = new byte[KEY_BYTES];
        RANDOM.nextBytes(random);
        String key = Base64.getEncoder().encodeToString(random);
        HttpRequestEncoder encoder = new HttpRequestEncoder();
        HttpResponseDecoder decoder = new HttpResponseDecoder(decoding());
        channel.pipeline().addLast(decoder, encoder, new ResponseHandler(key, encoder, decoder, callback));
        channel.writeAndFlush(request(key), channel.voidPromise());
    }

    private FullHttpRequest request(String key) {
        ServiceUrl url = new ServiceUrl(asked.url());
        FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, url.target());
        HttpHeaders fields = request.headers();
        asked.headers().forEach(fields::set);
        if (!fields.contains("Host")) { // the application may set it, for a virtual host
            fields.set("Host", url.host());
        }
        fields.set("Upgrade", "websocket");
        fields.set("Connection", "Upgrade");
        fields.set("Sec-WebSocket-Version", WebSocket.VERSION);
        fields.set("Sec-WebSocket-Key", key);
        fields.set(WebSocket.SUBPROTOCOL_HEADER, WebSocket.SUBPROTOCOL);
        return request;
    }

    /** Waits for the response, then removes itself and the HTTP codec. Runs on the event loop. */
    private static final class ResponseHandler extends ChannelInboundHandlerAdapter {
        private final String key;
        private final HttpRequestEncoder encoder;
        private final HttpResponseDecoder decoder;
        private final Callback callback;
        private boolean done;

        ResponseHandler(String key, HttpRequestEncoder encoder, HttpResponseDecoder decoder, Callback callback) {
            this.key = key;
            this.encoder = encoder;
            this.decoder = decoder;
            this.callback = callback;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            try {
                if (message instanceof HttpResponse response && !done) {
                    ParleyException why = refusal(response);
                    if (why != null) {
                        fail(why);
                    }
                }
                if (message instanceof LastHttpContent && !done) {
                    stand(context);
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private void stand(ChannelHandlerContext context) {
            ChannelPipeline pipeline = context.pipeline();
            done = true;
            callback.onSuccess();
            pipeline.remove(this);
            pipeline.remove(encoder);
            pipeline.remove(decoder); // passes on the bytes after the response
        }

        private @Nullable ParleyException refusal(HttpResponse response) {
            if (response.decoderResult().isFailure()) {
                return failed("an answer of HTTP/1.1", "other bytes");
            }
            HttpHeaders fields = response.headers();
            if (response.status().code() != HttpResponseStatus.SWITCHING_PROTOCOLS.code()) {
                return refused(response.status().code(), fields.get(WebSocket.CODE_HEADER, ""));
            }
            boolean stands = fields.containsValue("Upgrade", "websocket", true)
                    && fields.containsValue("Connection", "Upgrade", true)
                    && fields.getAll("Sec-WebSocket-Accept").equals(List.of(WebSocket.accept(key)))
                    && fields.getAll(WebSocket.SUBPROTOCOL_HEADER).equals(List.of(WebSocket.SUBPROTOCOL))
                    && !fields.contains("Sec-WebSocket-Extensions");
            return stands ? null : failed("the response headers of a Parley WebSocket", "others");
        }

        /**
         * Returns the error for a refused upgrade; a Parley service's refusal of a token is as final as one by session
         * frames.
         */
        private static ParleyException refused(int status, String code) {
            String found = "status " + status;
            for (ErrorCode each : List.of(ErrorCode.TOKEN_REFUSED, ErrorCode.WRONG_NODE)) {
                if (each.name().equals(code)) {
                    return new ParleyException(each, "upgrade: expected status 101, found " + found + ", " + each);
                }
            }
            return failed("status 101", found + fix(status));
        }

        private static String fix(int status) {
            return switch (status) {
                case 401 ->
                    "; give the client credentials that it sends unasked, as basic authentication, or leave the"
                            + " channel out";
                case 403 -> "; the service, or a filter before it, does not let this client open WebSockets";
                case 404, 405 ->
                    "; check that the proxies in front of the service let GET with Upgrade through to its URL";
                case 426 -> "; the server speaks another version of WebSockets";
                default ->
                    "; check that the proxies between pass on Upgrade and Connection, and that the service has the"
                            + " channel";
            };
        }

        private static ParleyException failed(String expected, String found) {
            return new ParleyException(ErrorCode.CONNECT_FAILED, "upgrade: expected " + expected + ", found " + found);
        }

        private void fail(Throwable why) {
            if (!done) {
                done = true;
                callback.onFailure(why);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            fail(new EOFException("the connection ended before the upgrade was answered"));
            context.fireChannelInactive();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            fail(cause);
        }
    }
}
