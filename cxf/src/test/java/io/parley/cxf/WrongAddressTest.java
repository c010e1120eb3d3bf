package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.control.Transcript;
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
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * An answer that is right in all but where it leads: to the listener of another node, to a closed port, to a port that
 * swallows what is sent. The call that asked is answered by SOAP, and so are those after it, without asking again.
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
            publishAt(full.getLocalPort());

            goesBySoapAndIsRemembered(FallbackReason.CONNECT_TIMEOUT, "to take a connection within");
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
                WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));

        assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("WRONG_NODE");
    }

    private void goesBySoapAndIsRemembered(FallbackReason reason, String detail) throws Exception {
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());

        assertThat(stations.echo("first")).isEqualTo("first");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(20, TimeUnit.SECONDS);
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
        assertThat(status.negotiation().orElseThrow().time()).isLessThan(Duration.ofSeconds(10));
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

    /** Connects until the queue of a socket that nobody accepts from is full, and whoever comes next waits. */
    private static void fill(InetSocketAddress address, List<SocketChannel> waiting) throws IOException {
        for (int i = 0; i < 8; i++) {
            SocketChannel socket = SocketChannel.open();
            waiting.add(socket);
            socket.configureBlocking(false);
            socket.connect(address);
        }
    }
}
