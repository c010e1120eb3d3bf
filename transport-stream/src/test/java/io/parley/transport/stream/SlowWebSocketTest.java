package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.parley.Limit;
import io.parley.channel.Address;
import io.parley.channel.websocket.WebSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests WebSockets of slow peers after the upgrade, on a clock that only the test advances. */
class SlowWebSocketTest {
    private final Loopback loopback = Loopback.onStoppedClock(Transport.nio());
    private Channel listener;
    private Socket socket;
    private Peer server;

    @BeforeEach
    void connect() throws Exception {
        EventLoops.Loops running = loopback.loops.acquire().join();
        listener = new ServerBootstrap()
                .group(running.group())
                .channelFactory(running.transport().serverSockets())
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        WebSockets.accept(
                                channel,
                                new WebSockets.Accepting(
                                        false,
                                        Limit.FRAME_RATE.initial(),
                                        WebSocket.KEEP_ALIVE,
                                        accepted -> {},
                                        connection -> {
                                            Peer peer = new Peer();
                                            peer.connection.complete(connection);
                                            loopback.accepted.add(peer);
                                            return peer;
                                        }));
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
        socket = loopback.rawSocket(new Address("127.0.0.1", ((InetSocketAddress) listener.localAddress()).getPort()));
        server = loopback.nextAccepted();
    }

    @AfterEach
    void close() throws Exception {
        socket.close();
        await().atMost(Loopback.PATIENCE).until(server.closed::isDone);
        listener.close().syncUninterruptibly();
        loopback.loops.release();
        loopback.close();
    }

    @Test
    void aFrameThatDripsInLittleMessagesIsRefused() throws Exception {
        begin("00000064");
        int seconds = drip("82 81", "07");

        assertThat(server.refused.join()).hasMessageContaining("TOO_SLOW").hasMessageContaining("frame-rate");
        assertThat(seconds).isBetween(10, 13);
        assertThat(server.frames).isEmpty();
    }

    /** Pings do not count as progress of the unfinished frame. */
    @Test
    void pingsDoNotMakeASlowFrameFaster() throws Exception {
        begin("00000064");
        int seconds = drip("89 fd", "00".repeat(125));

        assertThat(server.refused.join()).hasMessageContaining("TOO_SLOW");
        assertThat(seconds).isBetween(10, 13);
    }

    @Test
    void aMessageThatIsOnlyAnnouncedMakesAFrameNoFaster() throws Exception {
        begin("00000001");
        send("82 fe4000", "");
        for (int i = 0; i < 13; i++) {
            loopback.advance(Duration.ofSeconds(1));
        }
        await("a frame of which four of five bytes came")
                .atMost(Loopback.PATIENCE)
                .until(server.refused::isDone);
    }

    /** Sends the length of a frame whose rest is to follow. */
    private void begin(String length) throws Exception {
        send("82 84", length);
        await().atMost(Loopback.PATIENCE).until(() -> server.reads.get() > 0);
    }

    /** Sends these bytes once per second until the connection is refused; returns the number of seconds. */
    private int drip(String header, String payload) throws Exception {
        int seconds = 0;
        for (; seconds < 60 && !server.refused.isDone(); seconds++) {
            try {
                send(header, payload);
            } catch (SocketException e) {
                break; // closed by the peer; the caller checks the reason
            }
            int read = seconds;
            await().atMost(Loopback.PATIENCE).until(() -> server.reads.get() > read || server.refused.isDone());
            loopback.advance(Duration.ofSeconds(1));
        }
        return seconds;
    }

    private void send(String header, String payload) throws Exception {
        // One write, so that it is read at once.
        socket.getOutputStream().write(hex(header + "00000000" + payload));
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }
}
