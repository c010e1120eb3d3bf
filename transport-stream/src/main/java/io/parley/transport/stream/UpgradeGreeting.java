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

/** Asks a service's URL for a WebSocket (docs/protocol/channels.md, section 15; RFC 6455, 4.1), and judges the answer. */
final class UpgradeGreeting implements Step {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int KEY_BYTES = 16;
    private static final int MOST_LINE_BYTES = 4096;
    private static final int MOST_HEADER_BYTES = 16 * 1024;

    private final UpgradeRequest asked;

    UpgradeGreeting(UpgradeRequest asked) {
        this.asked = asked;
    }

    /** Stricter than Netty is by itself: an answer that two readers may read differently is none. */
    static HttpDecoderConfig decoding() {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(MOST_LINE_BYTES)
                .setMaxHeaderSize(MOST_HEADER_BYTES)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true)
                .setAllowDuplicateContentLengths(false);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // what cannot be written is told as an exception of the channel
    public void say(SocketChannel channel, End end) {
        byte[] random = new byte[KEY_BYTES];
        RANDOM.nextBytes(random);
        String key = Base64.getEncoder().encodeToString(random);
        HttpRequestEncoder encoder = new HttpRequestEncoder();
        HttpResponseDecoder decoder = new HttpResponseDecoder(decoding());
        channel.pipeline().addLast(decoder, encoder, new Answer(key, encoder, decoder, end));
        channel.writeAndFlush(request(key), channel.voidPromise());
    }

    private FullHttpRequest request(String key) {
        ServiceUrl url = new ServiceUrl(asked.url());
        FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, url.target());
        HttpHeaders fields = request.headers();
        asked.headers().forEach(fields::set);
        if (!fields.contains("Host")) { // one of the application's is for a server that stands for several
            fields.set("Host", url.host());
        }
        fields.set("Upgrade", "websocket");
        fields.set("Connection", "Upgrade");
        fields.set("Sec-WebSocket-Version", WebSocket.VERSION);
        fields.set("Sec-WebSocket-Key", key);
        fields.set("Sec-WebSocket-Protocol", WebSocket.SUBPROTOCOL);
        return request;
    }

    /** Waits for the answer, and takes itself and what reads HTTP away. Lives on the event loop. */
    private static final class Answer extends ChannelInboundHandlerAdapter {
        private final String key;
        private final HttpRequestEncoder encoder;
        private final HttpResponseDecoder decoder;
        private final End end;
        private boolean told;

        Answer(String key, HttpRequestEncoder encoder, HttpResponseDecoder decoder, End end) {
            this.key = key;
            this.encoder = encoder;
            this.decoder = decoder;
            this.end = end;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            try {
                if (message instanceof HttpResponse response && !told) {
                    ParleyException why = refusal(response);
                    if (why != null) {
                        fail(why);
                    }
                }
                if (message instanceof LastHttpContent && !told) {
                    stand(context);
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private void stand(ChannelHandlerContext context) {
            ChannelPipeline pipeline = context.pipeline();
            told = true;
            end.stands();
            pipeline.remove(this);
            pipeline.remove(encoder);
            pipeline.remove(decoder); // passes on what came behind the answer
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
                    && fields.getAll("Sec-WebSocket-Protocol").equals(List.of(WebSocket.SUBPROTOCOL))
                    && !fields.contains("Sec-WebSocket-Extensions");
            return stands ? null : failed("the headers of a WebSocket of Parley's in the answer", "others");
        }

        /**
         * Returns the error for a refused upgrade; the verdict of a service of Parley on a token is as final as by a
         * session's frames.
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
                case 403 -> "; the service, or a filter before it, lets this client in by other requests alone";
                case 404, 405 ->
                    "; see whether what stands before the service lets GET with Upgrade through to its URL";
                case 426 -> "; what answers speaks another version of WebSockets";
                default ->
                    "; see whether the proxies between pass on Upgrade and Connection, and whether the service has the"
                            + " channel";
            };
        }

        private static ParleyException failed(String expected, String found) {
            return new ParleyException(ErrorCode.CONNECT_FAILED, "upgrade: expected " + expected + ", found " + found);
        }

        private void fail(Throwable why) {
            if (!told) {
                told = true;
                end.failed(why);
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
