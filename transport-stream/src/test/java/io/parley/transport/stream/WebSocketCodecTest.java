package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the handler of the websocket channel on the accepting side, whose outgoing frames are not masked. */
class WebSocketCodecTest {
    private final WebSocketCodec codec = new WebSocketCodec(WebSocket.KEEP_ALIVE);
    private final EmbeddedChannel channel = new EmbeddedChannel(codec);

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void whatIsWrittenUpToAFlushIsOneMessage() {
        for (String each : List.of("0102", "03")) {
            var unused = channel.pipeline().write(bytes(each), channel.voidPromise());
        }
        channel.flush();

        assertThat(sent()).containsExactly("8203010203");
    }

    @Test
    void longFramesGoOutAsTheyAreBehindAHeader() {
        ByteBuf frame = Unpooled.buffer().writeZero(70_000);
        channel.writeOutbound(frame);

        assertThat(sent().get(0)).isEqualTo("827f0000000000011170");
        assertThat(frame.refCnt()).as("released by who sent it").isZero();
    }

    @Test
    void noMessageIsLongerThanItMayBe() {
        channel.writeOutbound(Unpooled.buffer().writeZero(3_000_000));
        List<Integer> lengths = new ArrayList<>();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            lengths.add(out.readableBytes());
            out.release();
        }
        assertThat(lengths).contains(1024 * 1024).allMatch(length -> length <= 1024 * 1024);
        assertThat(lengths.stream()
                        .filter(length -> length > 10)
                        .mapToInt(length -> length)
                        .sum())
                .isEqualTo(3_000_000);
    }

    @Test
    void whoSentNothingForHalfTheTimeSaysThatItIsThere() {
        pass(12);
        assertThat(sent()).isEmpty();
        pass(1);
        assertThat(sent()).containsExactly("8900");
        channel.writeOutbound(bytes("01"));
        sent();
        pass(13);
        assertThat(sent()).as("something went out meanwhile").isEmpty();
        pass(13);
        assertThat(sent()).containsExactly("8900");
    }

    @Test
    void aConnectionThatIsCutWhileSilentMakesTheNextSpeakSooner() {
        long[] now = {0};
        KeepAlive silences = new KeepAlive(WebSocket.KEEP_ALIVE, "test", () -> now[0]);
        EmbeddedChannel opening = new EmbeddedChannel(new WebSocketCodec(silences));
        now[0] = TimeUnit.SECONDS.toNanos(7);
        opening.writeOutbound(bytes("01"));
        now[0] = TimeUnit.SECONDS.toNanos(17);
        opening.close().syncUninterruptibly();

        assertThat(silences.now()).isEqualTo(Duration.ofSeconds(5));
        EmbeddedChannel next = new EmbeddedChannel(new WebSocketCodec(silences));
        next.advanceTimeBy(2600, TimeUnit.MILLISECONDS);
        next.runScheduledPendingTasks();
        ByteBuf ping = next.readOutbound();
        assertThat(ping.getByte(0)).isEqualTo((byte) 0x89);
        ping.release();
        next.finishAndReleaseAll();
        opening.finishAndReleaseAll();
        now[0] += TimeUnit.MINUTES.toNanos(61);
        assertThat(silences.now()).as("after an hour").isEqualTo(WebSocket.KEEP_ALIVE);
    }

    @Test
    void aConnectionThatIsClosedInOrderTeachesNothing() {
        long[] now = {0};
        KeepAlive silences = new KeepAlive(WebSocket.KEEP_ALIVE, "test", () -> now[0]);
        EmbeddedChannel opening = new EmbeddedChannel(new WebSocketCodec(silences));
        now[0] = TimeUnit.SECONDS.toNanos(10);
        opening.writeInbound(bytes("880203e8"));

        assertThat(silences.now()).isEqualTo(WebSocket.KEEP_ALIVE);
        opening.finishAndReleaseAll();
    }

    @Test
    void ofManyPingsInOneReadTheLastIsAnswered() {
        channel.writeInbound(bytes("898100000000 01 898100000000 02 898100000000 03".replace(" ", "")));

        assertThat(sent()).containsExactly("8a0103");
    }

    @Test
    void aCloseIsAnsweredOnceAndEndsTheChannel() {
        channel.writeInbound(bytes("888200000000 03e8 828100000000 01".replace(" ", "")));

        assertThat(sent()).containsExactly("880203e8");
        assertThat(channel.isOpen()).isFalse();
        assertThat(codec.disorder()).isNull();
        assertThat(channel.inboundMessages()).as("bytes behind a Close").isEmpty();
    }

    @Test
    void anEndIsToldFromAnEndInOrder() {
        assertThat(codec.disorder()).contains("without a Close");
        channel.writeInbound(bytes("888200000000 03f3".replace(" ", "")));
        assertThat(codec.disorder()).contains("1011");
    }

    @Test
    void aStreamOfPayloadsIsWhatTheReaderGets() {
        channel.writeInbound(bytes("0282 01010101 0001 0080 02020202 8083 00000000 070809".replace(" ", "")));

        ByteBuf all = Unpooled.buffer();
        for (ByteBuf in = channel.readInbound(); in != null; in = channel.readInbound()) {
            all.writeBytes(in);
            in.release();
        }
        assertThat(ByteBufUtil.hexDump(all)).isEqualTo("0100070809");
    }

    private void pass(int seconds) {
        channel.advanceTimeBy(Duration.ofSeconds(seconds).toNanos(), TimeUnit.NANOSECONDS);
        channel.runScheduledPendingTasks();
    }

    private static ByteBuf bytes(String hex) {
        return Unpooled.copiedBuffer(HexFormat.of().parseHex(hex));
    }

    private List<String> sent() {
        List<String> sent = new ArrayList<>();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            if (out.isReadable()) {
                sent.add(ByteBufUtil.hexDump(out));
            }
            out.release();
        }
        return sent;
    }
}
