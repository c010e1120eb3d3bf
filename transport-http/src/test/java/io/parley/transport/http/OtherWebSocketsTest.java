package io.parley.transport.http;

import static io.parley.channel.websocket.RawWebSocket.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.codec.http.websocketx.extensions.compression.WebSocketServerCompressionHandler;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Protection;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.RawWebSocket;
import io.parley.channel.websocket.SessionUpgrades;
import io.parley.channel.websocket.WebSocket;
import io.parley.negotiation.Agreement;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SessionAcceptor;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests interoperability with other implementations of RFC 6455: the JDK's client and Netty's server. */
class OtherWebSocketsTest {
    private static final int PATIENCE_SECONDS = 60;

    @Test
    void theClientOfTheJdkOpensASessionInFragmentsAndCloses() throws Exception {
        try (ParleyRuntime runtime = ParleyRuntime.builder().build()) {
            SessionAcceptor acceptor = runtime.newSessionAcceptor();
            Agreement agreement = Agreement.byApi("hhfr", WebSocket.CHANNEL, List.of(), Limits.defaults(), "none");
            byte[] token = acceptor.issue(agreement, "", null, message -> {}, "");
            byte[] digest = agreement.digest().bytes();
            WebSocketSite site = new WebSocketSite(
                    Limits.defaults(),
                    WebSocketSite.Settings.defaults(),
                    acceptor,
                    (connection, from) -> acceptor.accept(connection, ""));
            Heard heard = new Heard();
            try (HttpServer server = HttpServer.start(
                    new Address("127.0.0.1", 0),
                    Limits.defaults(),
                    Protection.NONE,
                    BodyMemory.of(Limits.defaults()),
                    head -> site.on(head, ""))) {
                java.net.http.WebSocket client = HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .subprotocols(WebSocket.SUBPROTOCOL)
                        .header(WebSocket.TOKEN_HEADER, HexFormat.of().formatHex(token))
                        .header(WebSocket.DIGEST_HEADER, HexFormat.of().formatHex(digest))
                        .buildAsync(URI.create("ws://" + server.address() + "/"), heard)
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                byte[] opening = joined(RawWebSocket.preamble(), RawWebSocket.open(token, digest));
                for (int i = 0; i < opening.length; i += 10) {
                    int length = Math.min(10, opening.length - i);
                    client.sendBinary(ByteBuffer.wrap(opening, i, length), i + 10 >= opening.length)
                            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                }
                await().until(() -> runtime.sessions() == 1 && heard.bytes().length > 20);
                assertThat(heard.bytes()).startsWith('P', 'R', 'L', 'Y');
                assertThat(heard.bytes()[8 + 4]).isEqualTo((byte) RawWebSocket.ACCEPT);

                client.sendPing(ByteBuffer.wrap(new byte[] {7})).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                await().until(() -> heard.pongs.equals("07"));
                client.sendClose(WebSocket.NORMAL, "done").get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                assertThat(heard.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(WebSocket.NORMAL);
                await().until(() -> runtime.sessions() == 0);
            }
        }
    }

    @Test
    void theServerOfNettyTakesMaskedMessagesAndSendsThemBack() throws Exception {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            int port = ((InetSocketAddress) new ServerBootstrap()
                            .group(loops)
                            .channel(NioServerSocketChannel.class)
                            .childHandler(new Echoing())
                            .bind("127.0.0.1", 0)
                            .sync()
                            .channel()
                            .localAddress())
                    .getPort();
            Bytes bytes = new Bytes();
            Connection connection = new WebSocketConnector(
                            HttpClient.newHttpClient(),
                            URI.create("http://127.0.0.1:" + port + "/"),
                            Map.of(),
                            SessionUpgrades.opening(new byte[40], new byte[32], false),
                            new KeepAlive(WebSocket.KEEP_ALIVE, "test", System::nanoTime))
                    .connect(ChannelSettings.defaults(), bytes)
                    .toCompletableFuture()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            byte[] sent = new byte[200_003];
            new Random(5).nextBytes(sent);
            for (int begin = 0; begin < sent.length; begin += 10_007) {
                int length = Math.min(10_007, sent.length - begin);
                connection.send(Unpooled.copiedBuffer(sent, begin, length));
                if (begin % 3 == 0) {
                    connection.flush();
                }
            }
            connection.flush();
            await().until(() -> bytes.heard().length == sent.length);
            assertThat(bytes.heard()).isEqualTo(sent);

            connection.close();
            assertThat(bytes.closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("in order");
        } finally {
            var unused = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** Netty's server, which supports compression; it echoes messages. */
    private static final class Echoing extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline()
                    .addLast(
                            new HttpServerCodec(),
                            new HttpObjectAggregator(1024),
                            new WebSocketServerCompressionHandler(0),
                            new WebSocketServerProtocolHandler("/", WebSocket.SUBPROTOCOL, true, 2 * 1024 * 1024),
                            new SimpleChannelInboundHandler<BinaryWebSocketFrame>() {
                                @Override
                                protected void channelRead0(
                                        ChannelHandlerContext context, BinaryWebSocketFrame message) {
                                    var unused = context.writeAndFlush(message.retain());
                                }
                            });
        }
    }

    /** Listener of the JDK's client that records its events. */
    private static final class Heard implements java.net.http.WebSocket.Listener {
        final CompletableFuture<Integer> closed = new CompletableFuture<>();
        volatile String pongs = "";
        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

        synchronized byte[] bytes() {
            return heard.toByteArray();
        }

        @Override
        public synchronized @Nullable CompletionStage<?> onBinary(
                java.net.http.WebSocket from, ByteBuffer data, boolean last) {
            while (data.hasRemaining()) {
                heard.write(data.get());
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onPong(java.net.http.WebSocket from, ByteBuffer data) {
            byte[] payload = new byte[data.remaining()];
            data.get(payload);
            pongs = HexFormat.of().formatHex(payload);
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(java.net.http.WebSocket from, int status, String reason) {
            closed.complete(status);
            return null;
        }
    }

    /** Connection handler that treats any received bytes as frames. */
    private static final class Bytes implements ConnectionHandler {
        final CompletableFuture<String> closed = new CompletableFuture<>();
        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

        synchronized byte[] heard() {
            return heard.toByteArray();
        }

        @Override
        public int frameLength(ByteBuf in) {
            return in.readableBytes();
        }

        @Override
        public synchronized void onFrame(ByteBuf frame) {
            heard.writeBytes(ByteBufUtil.getBytes(frame));
            frame.release();
        }

        @Override
        public void onRefused(RuntimeException why) {
            closed.complete("refused: " + why);
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(@Nullable Throwable cause) {
            closed.complete(cause == null ? "in order" : cause.toString());
        }
    }
}
