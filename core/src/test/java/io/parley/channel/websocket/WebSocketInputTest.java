package io.parley.channel.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebSocketInputTest {
    private final Heard heard = new Heard();

    /** The example of RFC 6455, section 5.7, with another opcode. */
    @Test
    void theMaskedExampleOfTheStandardIsRead() {
        read(true, "82 85 37fa213d 7f9f4d5158");

        assertThat(heard.text()).isEqualTo("Hello");
    }

    @Test
    void fragmentsAreOneRowOfBytesWithControlFramesBetweenThem() {
        read(false, "02 03 48656c", "89 02 6869", "00 00", "8a 00", "80 02 6c6f", "82 01 21");

        assertThat(heard.text()).isEqualTo("Hello!");
        assertThat(heard.controls).containsExactly("9 6869", "10 ");
    }

    /** The number of bytes per read does not matter. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 8, 9, 13, 64, 1000, 100_000})
    void whatAnOutputMakesAnInputReadsHoweverItIsCut(int piece) {
        Random random = new Random(piece);
        for (boolean masked : List.of(true, false)) {
            WebSocketOutput output = new WebSocketOutput(masked);
            WebSocketInput input = new WebSocketInput(masked);
            Heard all = new Heard();
            byte[] sent = new byte[0];
            ByteBuf wire = Unpooled.buffer();
            for (int length : new int[] {1, 3, 125, 126, 127, 4096, 4097, 65_535, 65_536, 70_001}) {
                byte[] bytes = new byte[length];
                random.nextBytes(bytes);
                int first = random.nextInt(length);
                List<ByteBuf> parts = List.of(
                        Unpooled.copiedBuffer(bytes, 0, first),
                        Unpooled.wrappedBuffer(
                                Unpooled.copiedBuffer(bytes, first, (length - first) / 2),
                                Unpooled.copiedBuffer(
                                        bytes, first + (length - first) / 2, length - first - (length - first) / 2)));
                output.message(ByteBufAllocator.DEFAULT, parts, length, part -> {
                    wire.writeBytes(part);
                    part.release();
                });
                sent = joined(sent, bytes);
            }
            ByteBuf ping = output.control(ByteBufAllocator.DEFAULT, WebSocket.PING, Unpooled.copiedBuffer(new byte[7]));
            wire.writeBytes(ping);
            ping.release();
            while (wire.isReadable()) {
                ByteBuf read = wire.readBytes(Math.min(piece, wire.readableBytes()));
                input.read(read, all);
                read.release();
            }
            assertThat(ByteBufUtil.getBytes(all.bytes)).isEqualTo(sent);
            assertThat(all.controls).containsExactly("9 00000000000000");
        }
    }

    /** Frames that are kept for a retransmission must not be changed. */
    @Test
    void maskingLeavesTheFramesOfTheSenderAsTheyWere() {
        byte[] bytes = new byte[20_000];
        new Random(1).nextBytes(bytes);
        ByteBuf frame = Unpooled.copiedBuffer(bytes);
        new WebSocketOutput(true)
                .message(ByteBufAllocator.DEFAULT, List.of(frame.retainedSlice()), bytes.length, ByteBuf::release);

        assertThat(ByteBufUtil.getBytes(frame)).isEqualTo(bytes);
    }

    static Stream<Arguments> masks() {
        List<ByteBuf> masked = new ArrayList<>();
        List<ByteBuf> parts = List.of(Unpooled.copiedBuffer(new byte[64]));
        WebSocketOutput output = new WebSocketOutput(true);
        for (int i = 0; i < 600; i++) {
            output.message(ByteBufAllocator.DEFAULT, List.of(parts.get(0).retainedSlice()), 64, masked::add);
        }
        return Stream.of(Arguments.of(masked));
    }

    @ParameterizedTest
    @MethodSource("masks")
    void everyMessageHasAMaskOfItsOwn(List<ByteBuf> messages) {
        assertThat(messages.stream()
                        .map(message -> message.getInt(2))
                        .distinct()
                        .count())
                .as("of 600 masks, of 32 random bits each")
                .isGreaterThan(590);
        messages.forEach(ByteBuf::release);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            81 01 41             , 1003, a text message
            82 81 00000000 41    , 1002, one with it
            c2 01 41             , 1002, a reserved bit
            a2 01 41             , 1002, a reserved bit
            92 01 41             , 1002, a reserved bit
            83 01 41             , 1002, an opcode
            8b 00                , 1002, an opcode
            80 01 41             , 1002, a later one
            020141 820141        , 1002, another message
            09 00                , 1002, a fragment
            89 7e 0080           , 1002, a long one
            82 7e 007d           , 1002, in as few bytes
            82 7f 000000000000ffff , 1002, in as few bytes
            82 7f 8000000000000000 , 1002, in as few bytes
            82 7f ffffffffffffffff , 1002, in as few bytes
            82 7f 7fffffffffffffff , 1009, found 9223372036854775807
            82 7f 0000000001000001 , 1009, at most 16777216
            88 01 00             , 1002, a Close
            88 02 03ed           , 1002, a Close
            88 02 0000           , 1002, a Close
            """)
    void whatIsAgainstTheProtocolIsRefusedWithItsStatus(String frames, int status, String text) {
        WebSocketInput input = new WebSocketInput(false);

        assertThatThrownBy(() -> input.read(bytes(frames), heard))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL))
                .hasMessageContaining("expected")
                .hasMessageContaining(text);
        assertThat(input.violation()).isEqualTo(status);
    }

    @Test
    void framesInTheClearAreRefusedWhereTheyHaveToBeMasked() {
        WebSocketInput input = new WebSocketInput(true);

        assertThatThrownBy(() -> input.read(bytes("82 01 41"), heard)).hasMessageContaining("one in the clear");
        assertThat(heard.bytes.isReadable()).isFalse();
    }

    @Test
    void aLongFrameIsHandedOnWhileItComes() {
        WebSocketInput input = new WebSocketInput(false);
        input.read(bytes("82 7f 0000000001000000"), heard);
        for (int i = 0; i < 16; i++) {
            input.read(Unpooled.wrappedBuffer(new byte[1000]), heard);
            assertThat(heard.bytes.readableBytes()).isEqualTo(1000 * (i + 1));
        }
    }

    private void read(boolean masked, String... frames) {
        WebSocketInput input = new WebSocketInput(masked);
        for (String frame : frames) {
            input.read(bytes(frame), heard);
        }
    }

    private static ByteBuf bytes(String hex) {
        return Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /** Records the events. */
    private static final class Heard implements WebSocketInput.Events {
        final ByteBuf bytes = Unpooled.buffer();
        final List<String> controls = new ArrayList<>();

        @Override
        public void onPayload(ByteBuf in, int length) {
            bytes.writeBytes(in, in.readerIndex(), length);
        }

        @Override
        public void onControl(int opcode, ByteBuf payload) {
            controls.add(opcode + " " + ByteBufUtil.hexDump(payload));
        }

        String text() {
            return bytes.toString(StandardCharsets.US_ASCII);
        }
    }
}
