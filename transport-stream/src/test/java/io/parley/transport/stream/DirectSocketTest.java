package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.Limit;
import io.parley.channel.Connection;
import io.parley.channel.websocket.WebSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests WebSockets on sockets that a container hands over although they are still registered with its own selector. */
@Timeout(60)
class DirectSocketTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** The beginning of a message of eight bytes, masked with zeros. */
    private static final String MESSAGE = "82 88 00000000";

    private final Peer server = new Peer();
    private final AtomicInteger gone = new AtomicInteger();
    private final AtomicInteger closes = new AtomicInteger();
    private Selector selector;
    private SocketChannel near;
    private Socket far;

    @BeforeEach
    void connect() throws IOException {
        selector = Selector.open();
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            far = new Socket(
                    InetAddress.getLoopbackAddress(), listening.socket().getLocalPort());
            near = listening.accept();
        }
        near.configureBlocking(false);
        near.register(selector, 0);
    }

    @AfterEach
    void close() throws IOException {
        far.close();
        await().atMost(PATIENCE).until(() -> gone.get() == 1);
        selector.close();
        await().atMost(PATIENCE).until(() -> EventLoops.ofSelectors().users() == 0);
    }

    private final class Container implements ContainerSocket {
        private final String early;

        Container(String early) {
            this.early = early;
        }

        @Override
        public Direct direct() {
            return new Direct(near, ByteBuffer.wrap(hex(early)));
        }

        @Override
        public int read(ByteBuf into) {
            throw new AssertionError("it let go of the socket");
        }

        @Override
        public void resume(Runnable read) {
            throw new AssertionError("it let go of the socket");
        }

        @Override
        public boolean isReady() {
            throw new AssertionError("it let go of the socket");
        }

        @Override
        public void write(byte[] bytes) {
            throw new AssertionError("it let go of the socket");
        }

        @Override
        public void flush() {
            throw new AssertionError("it let go of the socket");
        }

        @Override
        public void close() {
            closes.incrementAndGet();
            try {
                near.close();
                selector.selectNow();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void whatTheContainerReadComesFirst() throws IOException {
        accept(MESSAGE + "00000004 01");
        server.connection.join();

        far.getOutputStream().write(hex("020304" + MESSAGE + "00000004 05060708"));

        await().atMost(PATIENCE).until(() -> server.frames.size() == 2);
        assertThat(server.frames.get(0)).containsExactly(1, 2, 3, 4);
        assertThat(server.frames.get(1)).containsExactly(5, 6, 7, 8);
    }

    @Test
    void whatTheContainerReadWaitsWhileNothingIsToBeRead() throws IOException {
        accept(MESSAGE + "00000004 01", connection -> connection.setReading(false));
        far.getOutputStream().write(hex("020304" + MESSAGE + "00000004 05060708"));

        await().during(Duration.ofMillis(200)).atMost(PATIENCE).until(server.frames::isEmpty);
        server.connection.join().setReading(true);
        await().atMost(PATIENCE).until(() -> server.frames.size() == 2);
        assertThat(server.frames.get(0)).containsExactly(1, 2, 3, 4);
        assertThat(server.frames.get(1)).containsExactly(5, 6, 7, 8);
    }

    @Test
    void framesGoOutByTheSocketItself() throws IOException {
        accept("");
        var connection = server.connection.join();

        connection.send(Unpooled.wrappedBuffer(hex("00000004 01020304")));
        connection.flush();

        assertThat(far.getInputStream().readNBytes(10)).isEqualTo(hex("82 08 00000004 01020304"));
        assertThat(connection.remote()).isEqualTo("a caller");
    }

    @Test
    void aPeerThatEndsIsNoConnectionOfTheContainersAnyMore() throws IOException {
        accept("");
        server.connection.join();

        far.close();

        await().atMost(PATIENCE).until(server.closed::isDone);
        await().atMost(PATIENCE).until(() -> closes.get() == 1 && gone.get() == 1);
        assertThat(selector.keys()).isEmpty();
    }

    @Test
    void aContainerThatClosesEndsTheConnection() throws IOException {
        ContainerSocket.Signals signals = accept("");
        server.connection.join();

        near.close();
        signals.ended();

        await().atMost(PATIENCE).until(server.closed::isDone);
        assertThat(far.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void aContainerThatClosesBeforeTheHandlerIsThereEndsTheConnection() throws IOException {
        ContainerSocket.Signals signals = accept("", connection -> {
            try {
                near.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        server.connection.join();

        signals.ended();

        await().atMost(PATIENCE).until(server.closed::isDone);
    }

    @Test
    void oneThatClosedBeforeTheLoopBeganLeavesNothing() throws IOException {
        near.close();
        ContainerSocket.Signals signals = accept("");

        signals.failed(new IOException("gone"));

        await().atMost(PATIENCE).until(() -> gone.get() == 1);
        assertThat(closes).hasValue(1);
        assertThat(server.connection).isNotDone();
    }

    private ContainerSocket.Signals accept(String early) {
        return accept(early, connection -> {});
    }

    /** @param meanwhile runs while the handler is created */
    private ContainerSocket.Signals accept(String early, Consumer<Connection> meanwhile) {
        return WebSockets.accept(
                new Container(early),
                "a caller",
                new WebSockets.Accepting(
                        false, Limit.FRAME_RATE.initial(), WebSocket.KEEP_ALIVE, accepted -> {}, connection -> {
                            meanwhile.accept(connection);
                            server.connection.complete(connection);
                            return server;
                        }),
                gone::incrementAndGet);
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }
}
