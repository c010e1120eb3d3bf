package io.parley.representation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sources with malformed or malicious bytes. */
class HostileSourceTest {
    private static final String MAX_VARINT = "FF FF FF FF FF FF FF FF FF 01";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80 00",
                "FF 00",
                "80 80 80 00",
                "80 80 80 80 80 80 80 80 80 00",
                "FF FF FF FF FF FF FF FF FF 02",
                "FF FF FF FF FF FF FF FF FF 7F",
                "80 80 80 80 80 80 80 80 80 80 00",
                "FF FF FF FF FF FF FF FF FF FF 01"
            })
    void anOverlongVarintIsMalformed(String hex) {
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read(hex).readVarint());
    }

    @ParameterizedTest
    @ValueSource(strings = {"01", "05 61 62", "FF FF FF FF 07", MAX_VARINT, "80 80 80 80 80 80 80 80 80 01 61"})
    void aLengthBeyondTheMessageIsRefusedBeforeAnythingIsAllocated(String hex) {
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read(hex).readString("test"));
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read(hex).readLength(Limit.STRING_BYTES, "test"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"03 61 62", "FF FF FF FF 07 61", MAX_VARINT})
    void aCountThatCannotFitTheMessageIsRefused(String hex) {
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read(hex).readCount(1, "test"));
    }

    @Test
    void twoToTheThirtyFirstEmptyItemsAreRefused() {
        assertCode(ErrorCode.LIMIT, () -> read("FF FF FF FF 07").readCount(0, "test"));
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read("80 80 80 80 08").readCount(0, "test"));
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read(MAX_VARINT).readCount(0, "test"));
    }

    @Test
    void manySmallCountsShareOneBudget() {
        Source source = read("04 04 04", Limits.defaults().with(Limit.ITEMS, 10));
        assertThat(source.readCount(0, "test")).isEqualTo(4);
        assertThat(source.readCount(0, "test")).isEqualTo(4);
        assertThatThrownBy(() -> source.readCount(0, "test"))
                .isInstanceOf(ParleyException.class)
                .hasMessageContaining(Limit.ITEMS.setting())
                .hasMessageContaining("at most 10")
                .hasMessageContaining("found 12");
        source.close();
    }

    @Test
    void nestingHasAnEnd() {
        Source source = read("", Limits.defaults().with(Limit.DEPTH, 3));
        for (int i = 0; i < 3; i++) {
            source.enter("test");
        }
        source.leave();
        source.enter("test");
        assertCode(ErrorCode.LIMIT, () -> source.enter("test"));
        source.close();
    }

    @Test
    void aStringAtItsLimitPassesAndOneByteMoreDoesNot() {
        Limits limits = Limits.defaults().with(Limit.STRING_BYTES, 2);
        try (Source source = read("02 C3 A4 03 61 62 63", limits)) {
            assertThat(source.readString("test")).isEqualTo("ä");
            assertThatThrownBy(() -> source.readString("test"))
                    .isInstanceOf(ParleyException.class)
                    .hasMessageContaining(Limit.STRING_BYTES.setting());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01 80",
                "01 FF",
                "02 C0 80",
                "02 C3 28",
                "03 ED A0 80",
                "06 ED A0 BD ED B8 80",
                "03 E0 80 80",
                "04 F4 90 80 80",
                "04 F0 80 80 80",
                "05 F8 88 80 80 80",
                "02 61 C3"
            })
    void whatIsNoUtf8IsRefusedAndNotReplaced(String hex) {
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read(hex).readString("test"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void hostileStringsEndInTheSameErrorHoweverTheyAreCut(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = hostileStrings(random);
            long declared = (long) bytes.length + random.nextInt(3) - 1;
            Limits limits = Limits.defaults().with(Limit.STRING_BYTES, 1 + random.nextInt(300));
            assertThat(outcome(bytes, declared, limits, 1 + random.nextInt(40)))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(outcome(bytes, declared, limits, Integer.MAX_VALUE));
        }
    }

    /** Returns eight encoded strings, mostly with one random byte replaced. */
    private static byte[] hostileStrings(Random random) {
        ByteBuf out = Unpooled.buffer();
        for (int i = 0; i < 8; i++) {
            byte[] text = "\u00E4\u6F22\uD83D\uDE00a\uFFFDb"
                    .repeat(random.nextInt(1 << random.nextInt(6)))
                    .getBytes(StandardCharsets.UTF_8);
            if (text.length < 0x80) {
                out.writeByte(text.length);
            } else {
                out.writeByte((text.length & 0x7F) | 0x80).writeByte(text.length >> 7);
            }
            out.writeBytes(text);
        }
        if (random.nextInt(4) > 0) {
            out.setByte(random.nextInt(out.readableBytes()), random.nextInt());
        }
        return ByteBufUtil.getBytes(out);
    }

    /** Returns the values that were read, and how reading ended. */
    private static List<Object> outcome(byte[] bytes, long declared, Limits limits, int piece) {
        List<Object> outcome = new ArrayList<>();
        int[] at = {0};
        ContentFeed pieces = () -> {
            int step = Math.min(bytes.length - at[0], piece);
            at[0] += step;
            return step == 0 ? null : Unpooled.copiedBuffer(bytes, at[0] - step, step);
        };
        try (Source source = new Source(pieces, declared, limits)) {
            for (int i = 0; i < 8; i++) {
                outcome.add(source.readString("test"));
            }
            outcome.add(source.position());
        } catch (ParleyException e) {
            outcome.add(e.code());
        }
        return outcome;
    }

    @Test
    void anEndInsideANumberIsMalformed() {
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read("01").readShort());
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read("01 02 03").readInt());
        assertCode(
                ErrorCode.MALFORMED_MESSAGE, () -> read("01 02 03 04 05 06 07").readLong());
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read("80").readVarint());
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read("").readByte());
        assertCode(ErrorCode.MALFORMED_MESSAGE, () -> read("01").readBytes(new byte[2], 0, 2));
    }

    @Test
    void moreBytesThanDeclaredAreNotRead() {
        ByteBuf chunk = Unpooled.wrappedBuffer(new byte[] {1, 2, 3});
        var chunks = List.of(chunk).iterator();
        var source = new Source(() -> chunks.hasNext() ? chunks.next() : null, 2, Limits.defaults());
        source.readShort();
        assertCode(ErrorCode.MALFORMED_MESSAGE, source::readByte);
        source.close();
        assertThat(chunk.refCnt()).isZero();
    }

    @Test
    void lessBytesThanDeclaredAreAnEndThatNobodyExpected() {
        ByteBuf chunk = Unpooled.wrappedBuffer(new byte[] {1, 2, 3});
        var chunks = List.of(chunk).iterator();
        var source = new Source(() -> chunks.hasNext() ? chunks.next() : null, 1_000_000, Limits.defaults());
        assertCode(ErrorCode.MALFORMED_MESSAGE, source::readInt);
        source.close();
        assertThat(chunk.refCnt()).isZero();
    }

    @Test
    void bytesBehindTheContentAreMalformed() {
        try (Source source = read("01 02")) {
            source.readByte();
            assertCode(ErrorCode.MALFORMED_MESSAGE, () -> source.expectEnd("test"));
        }
    }

    @Test
    void aFeedThatFailsLeavesNothingBehind() {
        ByteBuf first = ByteBufAllocator.DEFAULT.buffer(4).writeInt(1);
        var feed = new ContentFeed() {
            private int asked;

            @Override
            public ByteBuf next() {
                return switch (asked++) {
                    case 0 -> first;
                    case 1 -> throw new ParleyException(ErrorCode.CONNECTION_LOST, "test");
                    default -> null;
                };
            }
        };
        var source = new Source(feed, 8, Limits.defaults());
        source.readInt();
        assertCode(ErrorCode.CONNECTION_LOST, source::readInt);
        source.close();
        source.close();
        assertThat(first.refCnt()).isZero();
    }

    @Test
    void closingReleasesWhatWasNotRead() {
        List<ByteBuf> chunks = List.of(
                ByteBufAllocator.DEFAULT.buffer().writeLong(1),
                ByteBufAllocator.DEFAULT.buffer().writeLong(2));
        var rest = chunks.iterator();
        var source = new Source(() -> rest.hasNext() ? rest.next() : null, 16, Limits.defaults());
        source.readByte();
        source.close();
        assertThat(chunks).allMatch(chunk -> chunk.refCnt() == 0);
    }

    private static void assertCode(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static Source read(String hex) {
        return read(hex, Limits.defaults());
    }

    private static Source read(String hex, Limits limits) {
        byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(hex);
        return Source.of(Unpooled.wrappedBuffer(bytes), limits);
    }
}
