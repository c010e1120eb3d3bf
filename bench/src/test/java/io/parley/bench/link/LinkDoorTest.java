package io.parley.bench.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.contest.Tasks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the proxy between real sockets. Other load can only add to its delays, so only minimum times are checked. */
@Timeout(120)
class LinkDoorTest {
    private static final byte[] CONTENT = new byte[20_000];

    static {
        for (int i = 0; i < CONTENT.length; i++) {
            CONTENT[i] = (byte) (31 * i);
        }
    }

    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Tasks.start("test-server", this::echo);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void whatGoesInComesOutAndIsCountedBothWays() throws Exception {
        try (LinkDoor door = open(Link.LOOPBACK);
                Socket client = connect(door)) {
            exchange(client);
            assertThat(door.bytes()).isEqualTo(2L * CONTENT.length);
        }
    }

    @Test
    void aDelayIsPaidOnceEachWayAndForTheHandshake() throws Exception {
        Duration delay = Duration.ofMillis(40);
        try (LinkDoor door = open(new Link("far", 0, delay));
                Socket client = connect(door)) {
            assertThat(exchange(client)).isGreaterThanOrEqualTo(delay.multipliedBy(4));
            assertThat(exchange(client))
                    .isGreaterThanOrEqualTo(delay.multipliedBy(2))
                    .isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void aRateHoldsForEachDirection() throws Exception {
        try (LinkDoor door = open(new Link("narrow", 200_000, Duration.ZERO));
                Socket client = connect(door)) {
            // The answer is sent back while the request is still arriving, so only the time of one direction counts.
            assertThat(exchange(client)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
            assertThat(door.bytes()).isEqualTo(2L * CONTENT.length);
        }
    }

    @Test
    void connectionsShareTheLink() throws Exception {
        try (LinkDoor door = open(new Link("narrow", 200_000, Duration.ZERO));
                Socket one = connect(door);
                Socket other = connect(door)) {
            long begin = System.nanoTime();
            CompletableFuture<Duration> beside = CompletableFuture.supplyAsync(() -> exchange(one));
            exchange(other);
            beside.join();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void whatIsUnderWayStillArrivesWhenTheServerEnds() throws Exception {
        try (LinkDoor door = open(new Link("far", 0, Duration.ofMillis(20)));
                Socket client = connect(door)) {
            client.getOutputStream().write(CONTENT);
            client.shutdownOutput();
            assertThat(Arrays.equals(client.getInputStream().readAllBytes(), CONTENT))
                    .isTrue();
        }
    }

    @Test
    void doorsThatLeadToTheSamePortHaveAddressesOfTheirOwn() throws Exception {
        try (LinkDoor one = open(Link.LOOPBACK);
                LinkDoor other = open(Link.LOOPBACK);
                Socket first = connect(one);
                Socket second = connect(other)) {
            exchange(first);
            exchange(second);
            assertThat(one.bytes()).isEqualTo(other.bytes()).isPositive();
        }
    }

    private LinkDoor open(Link link) throws IOException {
        LinkDoor door = new LinkDoor(link);
        door.open(List.of(server.getLocalPort()));
        return door;
    }

    private Socket connect(LinkDoor door) throws IOException {
        return new Socket(door.host(), server.getLocalPort());
    }

    private static Duration exchange(Socket client) {
        try {
            long begin = System.nanoTime();
            client.getOutputStream().write(CONTENT);
            assertThat(Arrays.equals(client.getInputStream().readNBytes(CONTENT.length), CONTENT))
                    .isTrue();
            return Duration.ofNanos(System.nanoTime() - begin);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void echo() {
        try {
            while (true) {
                Socket connection = server.accept();
                Tasks.start("test-connection", () -> echo(connection));
            }
        } catch (IOException e) {
            assertThat(server.isClosed()).isTrue();
        }
    }

    private static void echo(Socket connection) {
        try (connection) {
            connection.getInputStream().transferTo(connection.getOutputStream());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
