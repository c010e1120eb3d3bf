package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Protection;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests peers that hold a connection without using it (threat model, rows 8 to 10), at the level of the channel. */
class SlowAndSilentPeersTest {

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void slowlorisOneByteASecondIsRefused(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.onStoppedClock(transport);
                Socket socket = loopback.rawSocket(loopback.listen())) {
            socket.getOutputStream().write(new byte[] {0, 0, 1, 0});
            Peer server = loopback.nextAccepted();
            int seconds = 0;
            for (; seconds < 30 && !server.refused.isDone(); seconds++) {
                send(socket, server, loopback, 1);
                loopback.advance(Duration.ofSeconds(1));
            }

            assertThat(server.refused).isCompleted();
            assertThat(server.refused.join()).hasMessageContaining("TOO_SLOW").hasMessageContaining("frame-rate");
            assertThat(seconds).isBetween(10, 13);
            assertThat(server.frames).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void aPeerThatStopsForGoodWithinAFrameIsRefused(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.onStoppedClock(transport);
                Socket socket = loopback.rawSocket(loopback.listen())) {
            socket.getOutputStream().write(new byte[] {0, 0, 1, 0});
            Peer server = loopback.nextAccepted();
            server.connection().markAccepted();
            send(socket, server, loopback, 100);

            loopback.advance(Duration.ofSeconds(9));
            assertThat(server.refused).isNotDone();
            loopback.advance(Duration.ofSeconds(4));

            assertThat(server.refused.get(60, TimeUnit.SECONDS)).hasMessageContaining("TOO_SLOW");
            assertThat(server.frames).isEmpty();
        }
    }

    /**
     * The channel has no shorter timeout: the accepting runtime closes the connection after its own, and gives the
     * reason.
     */
    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void aHandshakeOfTlsHasAllOfTheTimeToOpen(Transport transport) throws Exception {
        ChannelSettings patient = Loopback.settings(Limits.defaults().with(Limit.OPEN_MILLIS, 60_000))
                .with(new Protection.Ephemeral());
        try (Loopback loopback = Loopback.onStoppedClock(transport);
                Socket silent = loopback.rawSocket(loopback.listen(patient))) {
            Peer server = loopback.nextAccepted();

            loopback.advance(Duration.ofSeconds(60));
            assertThat(server.closed).isNotDone();
            loopback.advance(Duration.ofSeconds(6));

            await().atMost(Loopback.PATIENCE).until(server.closed::isDone);
            assertThat(silent.getInputStream().read()).isNegative();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void aFrameThatComesAtTheMinimumRateIsTaken(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.onStoppedClock(transport);
                Socket socket = loopback.rawSocket(loopback.listen())) {
            socket.getOutputStream().write(new byte[] {0, 0, 0x60, 0});
            Peer server = loopback.nextAccepted();
            for (int i = 0; i < 24; i++) {
                send(socket, server, loopback, 1024);
                loopback.advance(Duration.ofSeconds(1));
            }

            await().atMost(Loopback.PATIENCE).until(() -> server.frames.size() == 1);
            assertThat(server.refused).isNotDone();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void timeInWhichThisSideDidNotReadIsNotHeldAgainstThePeer(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.onStoppedClock(transport);
                Socket socket = loopback.rawSocket(loopback.listen())) {
            socket.getOutputStream().write(new byte[] {0, 0, 0, 2, 1});
            Peer server = loopback.nextAccepted();
            await().atMost(Loopback.PATIENCE).until(() -> server.reads.get() > 0);
            server.connection().setReading(false);
            loopback.advance(Duration.ofSeconds(60));
            server.connection().setReading(true);
            loopback.advance(Duration.ofSeconds(9));
            socket.getOutputStream().write(2);

            await().atMost(Loopback.PATIENCE).until(() -> server.frames.size() == 1);
            assertThat(server.refused).isNotDone();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void threeHundredSilentSocketsDoNotKeepAnHonestPeerOut(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport)) {
            Address address = loopback.listen();
            List<Socket> silent = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                silent.add(loopback.rawSocket(address));
            }

            Peer client = loopback.connect(address);
            client.connection().send(Peer.frame(10));
            client.connection().flush();

            await().atMost(Loopback.PATIENCE)
                    .until(() -> loopback.accepted.stream().anyMatch(peer -> peer.frames.size() == 1));
            long open = loopback.accepted.stream()
                    .filter(peer -> !peer.closed.isDone())
                    .count();
            assertThat(open).isLessThanOrEqualTo(Limits.defaults().get(Limit.PENDING_PER_ADDRESS));
            assertThat(loopback.nextAccepted().closed.join()).hasMessageContaining("pending-per-address");
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void pendingConnectionsAreCountedInAllAndAcceptedOnesAreNot(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport)) {
            Address address = loopback.listen(Limits.defaults().with(Limit.PENDING_CONNECTIONS, 2));
            Peer accepted = connected(loopback, address);
            accepted.connection().markAccepted();
            Peer first = connected(loopback, address);
            Peer second = connected(loopback, address);
            Peer third = connected(loopback, address);

            assertThat(first.closed.get(60, TimeUnit.SECONDS)).hasMessageContaining("pending-connections");
            assertThat(accepted.closed).isNotDone();
            second.connection().markAccepted();
            assertThat(third.closed).isNotDone();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void aLengthOfAGigabyteTakesNoMemory(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport);
                Socket socket = loopback.rawSocket(loopback.listen())) {
            socket.getOutputStream().write(new byte[] {0x40, 0, 0, 0, 1, 2, 3, 4});
            Peer server = loopback.nextAccepted();

            assertThat(server.refused.get(60, TimeUnit.SECONDS)).hasMessageContaining("MALFORMED_FRAME");
            assertThat(loopback.allocated()).isLessThan(4096);
        }
    }

    private static Peer connected(Loopback loopback, Address address) throws InterruptedException {
        loopback.connect(address);
        return loopback.nextAccepted();
    }

    private static void send(Socket socket, Peer server, Loopback loopback, int bytes) throws Exception {
        int before = server.reads.get();
        socket.getOutputStream().write(new byte[bytes]);
        await().atMost(Loopback.PATIENCE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> server.reads.get() > before || server.refused.isDone());
        loopback.advance(Duration.ZERO);
    }
}
