package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.channel.socket.nio.NioSocketChannel;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests how connections are established, how failures to connect are reported, and which transport is used. */
class ConnectingTest {

    @Test
    void aPortWithoutAListenerIsReported() throws Exception {
        try (Loopback loopback = Loopback.on(Transport.nio())) {
            int free;
            try (ServerSocket socket = new ServerSocket(0)) {
                free = socket.getLocalPort();
            }
            Peer peer = new Peer();
            CompletionStage<Connection> connecting = loopback.factory.connect(
                    new Address("127.0.0.1", free), Loopback.settings(Limits.defaults()), peer);

            assertThat(failure(connecting)).hasMessageContaining("127.0.0.1:" + free);
            assertThat(peer.closed).isNotDone();
            await().atMost(Loopback.PATIENCE).until(() -> loopback.loops.users() == 0);
        }
    }

    /** Netty takes the connect timeout as an int of milliseconds. */
    @Test
    void aConnectLimitWithoutAnEndKeepsNobodyFromConnecting() throws Exception {
        ChannelSettings patient = new ChannelSettings(Limits.defaults().with(Limit.CONNECT_MILLIS, Long.MAX_VALUE));
        try (Loopback loopback = Loopback.on(Transport.nio())) {
            Connection connection = loopback.factory
                    .connect(loopback.listen(), patient, new Peer())
                    .toCompletableFuture()
                    .get(Loopback.PATIENCE.toSeconds(), TimeUnit.SECONDS);

            assertThat(loopback.nextAccepted().closed).isNotDone();
            connection.close();
        }
    }

    @Test
    void aNameServerThatHangsCountsAgainstTheConnectLimit() throws Exception {
        CountDownLatch hang = new CountDownLatch(1);
        NameLookup names = new NameLookup(host -> {
            try {
                hang.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(host);
        });
        try (Loopback loopback = Loopback.naming(Transport.nio(), names)) {
            long before = System.nanoTime();
            CompletionStage<Connection> connecting =
                    loopback.factory.connect(new Address("slow.example", 80), ChannelSettings.defaults(), new Peer());

            ParleyException failure = failure(connecting);
            assertThat(failure).hasCauseInstanceOf(SocketTimeoutException.class);
            assertThat(failure.code()).isEqualTo(ErrorCode.OPEN_TIMEOUT);
            // The upper end depends on the machine; only the connect timeout can end the attempt.
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(990));
        } finally {
            hang.countDown();
        }
    }

    @Test
    void theNextAddressOfANameIsTriedWhenOneRefuses() throws Exception {
        NameLookup names = new NameLookup(
                host -> new InetAddress[] {InetAddress.getByName("127.0.0.9"), InetAddress.getLoopbackAddress()});
        try (Loopback loopback = Loopback.naming(Transport.nio(), names)) {
            int port = loopback.listen().port();
            Peer client = loopback.connect(new Address("two.example", port));

            assertThat(client.connection().remote()).isEqualTo("127.0.0.1:" + port);
            assertThat(loopback.nextAccepted().connection().isSecure()).isFalse();
        }
    }

    @Test
    void aPortThatIsTakenIsReportedWithItsAddress() throws Exception {
        try (Loopback loopback = Loopback.on(Transport.nio())) {
            Address taken = loopback.listen();
            assertThatThrownBy(() -> loopback.factory.listen(
                            taken, Loopback.settings(Limits.defaults()), connection -> new Peer()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(taken.toString());
        }
    }

    @Test
    void eventLoopsStopAfterTheirLastUserAndStartAgain() throws Exception {
        Loopback loopback = Loopback.on(Transport.nio());
        Peer client = loopback.connect(loopback.listen());
        assertThat(loopback.nextAccepted().connection().remote()).startsWith("127.0.0.1:");
        var first = loopback.loops.acquire().join();
        loopback.loops.release();
        assertThat(loopback.loops.users()).isEqualTo(3);
        client.connection().close();
        loopback.closeListener();

        await().atMost(Loopback.PATIENCE).until(() -> first.group().isShuttingDown());
        loopback.listen();
        var second = loopback.loops.acquire().join();
        loopback.loops.release();
        assertThat(second.group()).isNotSameAs(first.group());
        loopback.close();
    }

    @Test
    void aTransportThatPassesItsTrialIsUsed() {
        assertThat(new TransportChoice(Transport.nio(), Transport.epoll())
                        .best()
                        .join()
                        .name())
                .isEqualTo("nio");
        if (Transport.epoll().available().getAsBoolean()) {
            assertThat(new TransportChoice(Transport.epoll(), Transport.nio())
                            .best()
                            .join()
                            .name())
                    .isEqualTo("epoll");
        }
    }

    @Test
    void aTransportThatOnlySaysItIsAvailableIsNotUsed() {
        Transport unfit = new Transport(
                "unfit",
                () -> true,
                Transport.nio().groups(),
                UnfitSocket::new,
                Transport.nio().serverSockets(),
                Transport.nio().datagrams());

        assertThat(new TransportChoice(unfit, Transport.nio()).best().join().name())
                .isEqualTo("nio");
    }

    @Test
    void aTransportThatCannotMakeLoopsIsNotUsed() {
        Transport unfit = new Transport(
                "unfit",
                () -> true,
                threads -> {
                    throw new UnsatisfiedLinkError("no such symbol");
                },
                Transport.nio().sockets(),
                Transport.nio().serverSockets(),
                Transport.nio().datagrams());

        assertThat(new TransportChoice(unfit, Transport.nio()).best().join().name())
                .isEqualTo("nio");
    }

    private static ParleyException failure(CompletionStage<Connection> connecting) throws Exception {
        try {
            connecting.toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(ParleyException.class);
            ParleyException failure = (ParleyException) e.getCause();
            assertThat(failure.code()).isIn(ErrorCode.CONNECT_FAILED, ErrorCode.OPEN_TIMEOUT);
            return failure;
        }
        throw new AssertionError("connected");
    }

    /** A socket of an incompatible native library: it throws a linkage error when it is connected. */
    private static final class UnfitSocket extends NioSocketChannel {
        @Override
        protected boolean doConnect(SocketAddress remote, SocketAddress local) {
            throw new UnsatisfiedLinkError("errnoENAMETOOLONG()");
        }
    }
}
