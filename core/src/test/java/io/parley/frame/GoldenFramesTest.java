package io.parley.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the bytes of every frame are unchanged: a different byte is a change of the protocol. */
class GoldenFramesTest {
    private static final byte[] DIGEST = filled(32, 0xD0);
    private static final Map<String, Function<Framing, ByteBuf>> FRAMES = new LinkedHashMap<>();

    static {
        FRAMES.put("preamble", framing -> Preamble.encode(ByteBufAllocator.DEFAULT, Preamble.PAYLOAD_CHECKSUM));
        FRAMES.put("open", framing -> OpenFrame.encode(framing, filled(40, 0x10), DIGEST, filled(3, 0x70)));
        FRAMES.put("accept", framing -> AcceptFrame.encode(framing, DIGEST, 0, new byte[0]));
        FRAMES.put("accept-resumable", framing -> AcceptFrame.encode(framing, DIGEST, 0x0102030405L, filled(4, 0x50)));
        FRAMES.put("refuse", framing -> RefuseFrame.encode(framing, 6, "other node"));
        FRAMES.put("resume", framing -> ResumeFrame.encode(framing, filled(4, 0x50), DIGEST, 0x0102030405L));
        FRAMES.put("ack", framing -> AckFrame.encode(framing, 0x0102030405L));
        FRAMES.put("ping", framing -> PingFrame.encodePing(framing, 0x1122334455667788L));
        FRAMES.put("pong", framing -> PingFrame.encodePong(framing, 0x1122334455667788L));
        FRAMES.put("goaway", framing -> GoawayFrame.encode(framing, 9, 0, 2, 7, "why"));
        FRAMES.put("goaway-drain", framing -> GoawayFrame.encode(framing, 9, GoawayFrame.DRAIN, 12, 7, ""));
        FRAMES.put(
                "data-whole-request",
                framing -> DataFrame.encodeDeclared(
                        framing, 1, 1, DataFrame.BEGIN | DataFrame.END | DataFrame.REQUEST, 5, text("hello")));
        FRAMES.put(
                "data-first-of-response",
                framing -> DataFrame.encodeDeclared(
                        framing,
                        0xFFFF_FFFF_FFFFL,
                        Integer.MAX_VALUE,
                        DataFrame.BEGIN | DataFrame.AT_MOST | DataFrame.RESPONSE,
                        1 << 20,
                        text("he")));
        FRAMES.put(
                "data-raised-bound",
                framing -> DataFrame.encodeDeclared(framing, 2, 1, DataFrame.AT_MOST, 1 << 22, text("l")));
        FRAMES.put("data-last", framing -> DataFrame.encode(framing, 3, 1, DataFrame.END, text("llo")));
        FRAMES.put(
                "data-whole-with-sides",
                framing -> DataFrame.encodeDeclared(
                        framing,
                        7,
                        1,
                        DataFrame.BEGIN | DataFrame.END | DataFrame.REQUEST | DataFrame.announcing(2),
                        5,
                        text("hello")));
        FRAMES.put(
                "data-last-with-sides",
                framing -> DataFrame.encode(framing, 8, 1, DataFrame.END | DataFrame.announcing(0xFFFE), text("llo")));
        FRAMES.put("data-side", framing -> DataFrame.encodeSide(framing, 9, 3, 1 << 30, 1, 0xFFFD));
        FRAMES.put("credit", framing -> CreditFrame.encode(framing, 4, 3, 65_536));
        FRAMES.put("credit-session", framing -> CreditFrame.encode(framing, 5, 0, Integer.MAX_VALUE));
        FRAMES.put(
                "abort-dispatched", framing -> AbortFrame.encode(framing, 7, 5, AbortFrame.DISPATCHED, 18, "no room"));
        FRAMES.put("expendable", framing -> ExpendableFrame.encode(framing, 3, 0x0102030405060708L, text("hello")));
        FRAMES.put("abort", framing -> AbortFrame.encode(framing, 6, 3, 0, 22, "caf\u00e9"));
    }

    static Stream<String> names() {
        return FRAMES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void aFrameHasTheBytesItAlwaysHad(String name) throws IOException {
        ByteBuf frame = FRAMES.get(name).apply(new Framing(ByteBufAllocator.DEFAULT, true));
        try {
            assertThat(ByteBufUtil.hexDump(frame)).isEqualTo(golden().get(name));
        } finally {
            frame.release();
        }
    }

    @Test
    void everyGoldenFrameIsStillTested() throws IOException {
        assertThat(golden().keySet()).containsExactlyInAnyOrderElementsOf(FRAMES.keySet());
    }

    @Test
    void everyFrameTypeHasAGoldenFrame() {
        List<FrameType> seen = FRAMES.entrySet().stream()
                .filter(each -> !each.getKey().equals("preamble"))
                .map(each -> {
                    Framing framing = new Framing(ByteBufAllocator.DEFAULT, true);
                    ByteBuf frame = each.getValue().apply(framing);
                    try {
                        return framing.check(frame);
                    } finally {
                        frame.release();
                    }
                })
                .distinct()
                .toList();
        assertThat(seen).containsExactlyInAnyOrder(FrameType.values());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void contentWithRoomAroundItBecomesTheSameFrameWhereItLies(boolean checksum) {
        Framing framing = new Framing(ByteBufAllocator.DEFAULT, checksum);
        for (int bytes : new int[] {0, 1, 300, 20_000}) {
            byte[] content = filled(bytes, 7);
            ByteBuf around = ByteBufAllocator.DEFAULT
                    .buffer(DataFrame.ROOM_BEFORE + bytes + DataFrame.ROOM_BEHIND)
                    .setIndex(DataFrame.ROOM_BEFORE, DataFrame.ROOM_BEFORE)
                    .writeBytes(content);
            ByteBuf frame = DataFrame.encodeDeclared(
                    framing, 4, 3, DataFrame.BEGIN | DataFrame.END | DataFrame.announcing(2), bytes, around);
            ByteBuf copied = DataFrame.encodeDeclared(
                    framing,
                    4,
                    3,
                    DataFrame.BEGIN | DataFrame.END | DataFrame.announcing(2),
                    bytes,
                    Unpooled.wrappedBuffer(content));
            assertThat(frame).as("the buffer of the content").isSameAs(around);
            assertThat(ByteBufUtil.getBytes(frame)).isEqualTo(ByteBufUtil.getBytes(copied));
            frame.release();
            copied.release();
        }
    }

    @Test
    void contentThatSomebodyElseHasTooIsNotWrittenAround() {
        Framing framing = new Framing(ByteBufAllocator.DEFAULT, true);
        ByteBuf shared = ByteBufAllocator.DEFAULT.buffer(200).writeZero(100).skipBytes(50);
        shared.retain();
        ByteBuf frame = DataFrame.encode(framing, 4, 3, DataFrame.END, shared);
        assertThat(frame).isNotSameAs(shared);
        assertThat(ByteBufUtil.getBytes(shared, 0, 100)).isEqualTo(new byte[100]);
        frame.release();
        shared.release();
    }

    @Test
    void aLongContentMakesTheSameBytesWithoutBeingCopied() {
        Framing framing = new Framing(ByteBufAllocator.DEFAULT, true);
        byte[] content = filled(20_000, 0);
        ByteBuf joined = DataFrame.encodeDeclared(
                framing, 1, 1, DataFrame.BEGIN | DataFrame.END, content.length, Unpooled.wrappedBuffer(content));
        try {
            assertThat(joined.nioBufferCount()).isEqualTo(3);
            assertThat(framing.check(joined)).isEqualTo(FrameType.DATA);
            assertThat(DataFrame.declared(joined)).isEqualTo(content.length);
            assertThat(ByteBufUtil.getBytes(DataFrame.toContent(joined))).isEqualTo(content);
        } finally {
            joined.release();
        }
    }

    private static Map<String, String> golden() throws IOException {
        Map<String, String> golden = new LinkedHashMap<>();
        try (InputStream in = GoldenFramesTest.class.getResourceAsStream("golden-frames.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            text.lines().filter(line -> !line.isBlank()).forEach(line -> {
                String[] parts = line.split("=", 2);
                golden.put(parts[0].trim(), parts[1].replace(" ", ""));
            });
        }
        return golden;
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}
