package io.parley.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which datagrams are sent again during a silence. */
class UnansweredDatagramsTest {
    private static final InetSocketAddress REMOTE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 443);

    private final UnansweredDatagrams sent = new UnansweredDatagrams();
    private final EmbeddedChannel socket = new EmbeddedChannel(sent);

    @AfterEach
    void close() {
        socket.finishAndReleaseAll();
    }

    @Test
    void theDatagramsOfASilenceAreRepeatedInTurn() {
        send("before");
        sent.retain();
        send("a");
        send("b");

        repeat(3);

        assertThat(written()).containsExactly("before", "a", "b", "a", "b", "a");
        assertThat(sent.written()).isEqualTo(3);
    }

    @Test
    void nothingIsRepeatedAfterAnythingWasReceived() {
        sent.retain();
        send("a");
        socket.writeInbound(packet("answer"));
        send("b");

        repeat(1);

        assertThat(written()).containsExactly("a", "b");
    }

    @Test
    void eachSegmentIsADatagram() {
        sent.retain();
        socket.writeOutbound(new SegmentedDatagramPacket(bytes("aabbc"), 2, REMOTE));

        repeat(4);

        assertThat(written()).containsExactly("aabbc", "aa", "bb", "c", "aa");
    }

    @Test
    void onlyTheLastEightAreRetained() {
        sent.retain();
        for (int number = 0; number < 10; number++) {
            send(String.valueOf(number));
        }

        repeat(8);

        assertThat(written().subList(10, 18)).containsExactly("2", "3", "4", "5", "6", "7", "8", "9");
    }

    private void send(String text) {
        socket.writeOutbound(packet(text));
    }

    private void repeat(int times) {
        for (int i = 0; i < times; i++) {
            sent.repeat();
        }
    }

    private List<String> written() {
        List<String> texts = new ArrayList<>();
        for (DatagramPacket packet = socket.readOutbound(); packet != null; packet = socket.readOutbound()) {
            texts.add(packet.content().toString(StandardCharsets.UTF_8));
            assertThat(packet.recipient()).isEqualTo(REMOTE);
            packet.release();
        }
        return texts;
    }

    private static DatagramPacket packet(String text) {
        return new DatagramPacket(bytes(text), REMOTE);
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }
}
