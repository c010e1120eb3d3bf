package io.parley.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HttpServerTest {
    private static final int ROUNDS = Integer.getInteger("parley.closing.rounds", 50);

    /** A connection that is accepted while the server closes may be in transit between two event loops. */
    @Test
    void whoConnectsWhileTheServerClosesSeesAnEnd() throws Exception {
        int seen = 0;
        for (int round = 0; round < ROUNDS; round++) {
            seen += connectWhileItCloses();
        }
        assertThat(seen).isGreaterThanOrEqualTo(ROUNDS);
    }

    /** The event loops terminate in the meantime, and a terminating loop may lose tasks. */
    @Test
    void closingAgainWaitsForNoEventLoop() throws Exception {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        Channel channel = new ServerBootstrap()
                .group(loops)
                .channel(LosesWhatIsAskedLate.class)
                .childHandler(new ChannelInboundHandlerAdapter())
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
        HttpServer server = new HttpServer(loops, channel, new Address("127.0.0.1", 0), new HttpServer.Open(null));
        assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
            server.close();
            server.close();
            loops.terminationFuture().await();
            server.close();
            server.finish().toCompletableFuture().get();
        });
    }

    /** A server socket whose event loop completes no operation after the socket was closed. */
    public static final class LosesWhatIsAskedLate extends NioServerSocketChannel {
        @Override
        public ChannelFuture close() {
            return isOpen() ? super.close() : newPromise();
        }
    }

    private static int connectWhileItCloses() throws Exception {
        HttpServer server = HttpServer.start(
                new Address("127.0.0.1", 0),
                Limits.defaults(),
                Protection.NONE,
                BodyMemory.of(Limits.defaults()),
                head -> {
                    throw new AssertionError("nothing is asked");
                });
        List<Raw> clients = new ArrayList<>();
        CountDownLatch first = new CountDownLatch(1);
        Thread connecting = new Thread(() -> {
            try {
                while (true) {
                    clients.add(new Raw(server.address().port()));
                    first.countDown();
                }
            } catch (IOException e) {
                first.countDown(); // the server has closed
            }
        });
        connecting.start();
        first.await();
        server.close();
        connecting.join();
        for (Raw client : clients) {
            seesAnEnd(client);
        }
        return clients.size();
    }

    /**
     * Asserts that the connection is closed. One that the kernel did not hand to the server is only reset when the
     * client sends.
     */
    private static void seesAnEnd(Raw client) throws IOException {
        try (client) {
            assertThat(client.send("G").rest()).isEmpty();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("nobody closes this connection", e);
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching("Connection reset.*|Broken pipe.*");
        }
    }
}
