package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.endpoint.Transcript;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.ReplyKind;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Tests an answer that is correct except for its address: the listener of another node, a closed port, or a port that
 * swallows all data. The call that offered is answered over SOAP, and so are later ones, without another offer.
 */
class WrongAddressTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final Published other = new Published();

    @AfterEach
    void stop() {
        published.close();
        other.close();
    }

    @Test
    void aTokenOfOneNodeAtTheListenerOfAnotherIsWrongNode() throws Exception {
        publishAt(portOfAnotherNode());

        goesBySoapAndIsRemembered(FallbackReason.WRONG_NODE, "expected a token of this node, found one of another");
        assertThat(ParleyStatus.of(other.server()).orElseThrow().streamedCalls())
                .isEqualTo(1);
    }

    @Test
    void aClosedPortIsAFailedConnection() throws Exception {
        int closed = Published.freePort();
        publishAt(closed);

        goesBySoapAndIsRemembered(FallbackReason.CONNECT_FAILED, "localhost:" + closed);
    }

    @Test
    void aPortThatNeverAnswersIsATimeoutAfterASecond() throws Exception {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            fill((InetSocketAddress) full.getLocalSocketAddress(), waiting);
            assumeThatNobodyGetsIn((InetSocketAddress) full.getLocalSocketAddress());
            publishAt(full.getLocalPort());

            Duration time = goesBySoapAndIsRemembered(FallbackReason.CONNECT_TIMEOUT, "to take a connection within");

            // The time must exceed the limit; the upper bound depends on the machine, but TCP gives up only after
            // minutes.
            assertThat(time).isBetween(Duration.ofMillis(900), Duration.ofMinutes(1));
        } finally {
            for (SocketChannel socket : waiting) {
                socket.close();
            }
        }
    }

    @Test
    void inModeAlwaysTheCallFailsWithTheReason() throws Exception {
        publishAt(portOfAnotherNode());
        WrappedStations stations = published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.patient().mode(Mode.ALWAYS).set("parley.channels", "stream"));

        assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("WRONG_NODE");
    }

    private Duration goesBySoapAndIsRemembered(FallbackReason reason, String detail) throws Exception {
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().set("parley.channels", "stream"));

        assertThat(stations.echo("first")).isEqualTo("first");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        Transcript negotiation = Published.status(stations).negotiation().orElseThrow();
        assertThat(stations.echo("second")).isEqualTo("second");
        assertThat(stations.echo("third")).isEqualTo("third");

        ParleyStatus status = Published.status(stations);
        assertThat(status.fallbacks())
                .containsEntry(FallbackReason.NEGOTIATING, 1L)
                .containsEntry(reason, 2L)
                .hasSize(2);
        assertThat(status.lastDetail()).contains(detail);
        assertThat(status.streamedCalls()).isZero();
        assertThat(status.negotiation()).containsSame(negotiation);
        assertThat(status.negotiation().orElseThrow().kind()).isEqualTo(ReplyKind.ANSWER);
        assertThat(negotiation.time()).isLessThan(Duration.ofMinutes(1));
        return negotiation.time();
    }

    /** Skips the test on systems that accept connections for a full queue. */
    private static void assumeThatNobodyGetsIn(InetSocketAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(address, 300);
        } catch (SocketTimeoutException expected) {
            return;
        }
        System.out.println("the connect limit is not tried: this machine takes connections beyond the queue's length");
        Assumptions.abort("connections are taken beyond the queue's length");
    }

    private int portOfAnotherNode() {
        other.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations =
                other.proxy(WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        assertThat(stations.echo("x")).isEqualTo("x");
        return Published.status(stations)
                .agreement()
                .orElseThrow()
                .addresses()
                .get(0)
                .port();
    }

    private void publishAt(int port) {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature().set("parley.advertised-port", port));
    }

    /** Connects until the accept queue of a socket is full, so that the next connection waits. */
    private static void fill(InetSocketAddress address, List<SocketChannel> waiting) throws IOException {
        for (int i = 0; i < 8; i++) {
            SocketChannel socket = SocketChannel.open();
            waiting.add(socket);
            socket.configureBlocking(false);
            socket.connect(address);
        }
    }
}
