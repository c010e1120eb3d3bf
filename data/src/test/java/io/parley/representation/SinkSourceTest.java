package io.parley.representation;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a source reads the values that a sink wrote, wherever chunks end. */
class SinkSourceTest {
    /** Not tracked by Netty's leak detection, which takes seconds for so many chunks: this test counts them itself. */
    private static final ByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false);

    private final List<ByteBuf> chunks = new ArrayList<>();

    @AfterEach
    void everyChunkWasReleased() {
        assertThat(chunks).allMatch(chunk -> chunk.refCnt() == 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 50, 63, 64, 100})
    void whatIsExpectedIsPassedOverOrReadAsEver(int before) {
        try (Source source = transfer(sink -> {
            skip(sink, before);
            sink.writeString("as ever");
            sink.writeString("as ever");
        })) {
            skip(source, before);
            assertThat(source.pass("\7as even".getBytes(US_ASCII))).isFalse();
            if (!source.pass("\7as ever".getBytes(US_ASCII))) { // it may be split across chunks
                assertThat(source.readString("first")).isEqualTo("as ever");
            }
            assertThat(source.pass(new byte[9])).as("more than is left").isFalse();
            assertThat(source.readString("second")).isEqualTo("as ever");
            assertThat(source.pass(new byte[0])).isTrue();
            assertThat(source.isAtEnd()).isTrue();
        }
    }

    @Test
    void whatIsExpectedIsNotLookedForWhereItsFirstBytesWouldBeRead() {
        try (Source source = Source.of(Unpooled.copiedBuffer("abc", US_ASCII), Limits.defaults())) {
            assertThat(source.pass("abd".getBytes(US_ASCII))).isFalse();
            assertThat(source.pass("abc".getBytes(US_ASCII))).isTrue();
            assertThat(source.remaining()).isZero();
        }
    }

    @Test
    void whatSaysHowLongARunIsGoesAheadOfIt() {
        List<Integer> lengths = lengths(true, sink -> {
            sink.writeVarint(1100);
            sink.writeBytes(new byte[1100], 0, 1100);
            sink.writeBytes(new byte[1100], 0, 1100);
        });
        assertThat(lengths).startsWith(2, 64, 64);
        assertThat(lengths)
                .as("only the first run has something go ahead of it")
                .filteredOn(length -> length < 64)
                .containsExactly(2, 24);
    }

    @Test
    void whatStandsBeforeAShortRunStaysWithIt() {
        assertThat(lengths(true, sink -> {
                    sink.writeVarint(100);
                    sink.expect(100);
                    sink.writeBytes(new byte[100], 0, 100);
                }))
                .containsExactly(64, 37);
    }

    @Test
    void whereItIsOfNoUseAheadItStaysWithTheRun() {
        assertThat(lengths(false, sink -> {
                    sink.writeVarint(1100);
                    sink.writeBytes(new byte[1100], 0, 1100);
                }))
                .startsWith(64, 64);
    }

    @Test
    void aLongRunIsGivenToWhoTakesItBetweenChunks() {
        List<String> calls = new ArrayList<>();
        Sink sink = new Sink(ALLOCATOR, 64, new Sink.Drain() {
            @Override
            public void accept(ByteBuf chunk, boolean last) {
                calls.add("chunk of " + chunk.readableBytes() + " behind " + chunk.readerIndex());
                chunk.release();
            }

            @Override
            public boolean takes(long bytes) {
                return bytes > 200;
            }

            @Override
            public long take(long bytes, ObjIntConsumer<ByteBuf> from) {
                byte[] there = new byte[(int) bytes - 3];
                from.accept(Unpooled.wrappedBuffer(there).writerIndex(0), there.length);
                calls.add(there.length + " of a run of " + bytes);
                return there.length;
            }

            @Override
            public int headroom() {
                return 10;
            }
        });
        byte[] run = new byte[1000];
        run[999] = 7;
        sink.writeInt(1);
        sink.writeBytes(run, 0, run.length);
        sink.writeBytes(run, 0, 64);
        assertThat(sink.written()).isEqualTo(4 + 1000 + 64);
        sink.finish();
        assertThat(calls)
                .containsExactly(
                        "chunk of 4 behind 10",
                        "997 of a run of 1000",
                        "chunk of 64 behind 10",
                        "chunk of 3 behind 10");
    }

    /** Returns the lengths of the chunks that a sink with chunks of 64 bytes emits. */
    private static List<Integer> lengths(boolean ahead, Consumer<Sink> writing) {
        List<Integer> lengths = new ArrayList<>();
        Sink sink = new Sink(ALLOCATOR, 64, new Sink.Drain() {
            @Override
            public void accept(ByteBuf chunk, boolean last) {
                lengths.add(chunk.readableBytes());
                chunk.release();
            }

            @Override
            public boolean expect(long bytes) {
                return ahead;
            }
        });
        writing.accept(sink);
        sink.finish();
        return lengths;
    }

    @Test
    void numbersKeepAllTheirBitsAtEveryOffsetOfAChunk() {
        for (int before = 0; before < 130; before++) {
            int offset = before;
            try (Source source = transfer(sink -> {
                skip(sink, offset);
                sink.writeShort(0xFEDC);
                sink.writeInt(0x89ABCDEF);
                sink.writeLong(0xFEDCBA9876543210L);
                sink.writeFloat(-0.0f);
                sink.writeDouble(Double.longBitsToDouble(0x7FF8_0000_0000_0001L));
                sink.writeZigZag(Long.MIN_VALUE);
                sink.writeVarint(-1);
            })) {
                skip(source, offset);
                assertThat(source.readShort()).isEqualTo((short) 0xFEDC);
                assertThat(source.readInt()).isEqualTo(0x89ABCDEF);
                assertThat(source.readLong()).isEqualTo(0xFEDCBA9876543210L);
                assertThat(Float.floatToRawIntBits(source.readFloat())).isEqualTo(Float.floatToRawIntBits(-0.0f));
                assertThat(Double.doubleToRawLongBits(source.readDouble())).isEqualTo(0x7FF8_0000_0000_0001L);
                assertThat(source.readZigZag()).isEqualTo(Long.MIN_VALUE);
                assertThat(source.readVarint()).isEqualTo(-1);
                source.expectEnd("test");
            }
        }
    }

    @Test
    void stringsOfEveryWidthStayWholeAtEveryOffsetOfAChunk() {
        for (String text : List.of(
                "plain", "äöü", "\u6F22\u5B57", "\uD83D\uDE00\uD834\uDD1E", "aä\u6F22\uD83D\uDE00\u0000z", "\uFFFD")) {
            for (int before = 0; before < 70; before++) {
                int offset = before;
                try (Source source = transfer(sink -> {
                    skip(sink, offset);
                    sink.writeString(text.repeat(30));
                    sink.writeString("");
                    sink.writeString(text);
                    sink.writeString(text.repeat(3000));
                })) {
                    skip(source, offset);
                    assertThat(source.readString("test")).isEqualTo(text.repeat(30));
                    assertThat(source.readString("test")).isEmpty();
                    assertThat(source.readString("test")).isEqualTo(text);
                    assertThat(source.readString("test")).isEqualTo(text.repeat(3000));
                    source.expectEnd("test");
                }
            }
        }
    }

    @Test
    void randomContentComesBack() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            List<Consumer<Source>> checks = new ArrayList<>();
            int values = random.nextInt(60);
            try (Source source = transfer(sink -> {
                for (int i = 0; i < values; i++) {
                    checks.add(writeOne(sink, random, "seed " + seed));
                }
            })) {
                checks.forEach(check -> check.accept(source));
                assertThat(source.remaining()).as("seed %d", seed).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 1000, 64 * 1024})
    void stringsOfAllLengthsComeBackInOrder(int chunkBytes) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            List<String> texts = texts(random);
            try (Source source = transfer(chunkBytes, sink -> texts.forEach(sink::writeString))) {
                for (String text : texts) {
                    assertThat(source.readString("test")).as("seed %d", seed).isEqualTo(text);
                }
                source.expectEnd("test");
            }
        }
    }

    @Test
    void smallAndBulkMayTakeTurns() {
        for (int size : new int[] {1, 255, 256, 257, 512, 8191, 8192, 8193, 20_000}) {
            byte[] bulk = new byte[size];
            Arrays.fill(bulk, (byte) size);
            try (Source source = transfer(1000, sink -> {
                for (int i = 0; i < 5; i++) {
                    sink.writeInt(i);
                    sink.writeBytes(bulk, 0, size);
                    sink.room(8).writeLongLE(size);
                }
            })) {
                for (int i = 0; i < 5; i++) {
                    assertThat(source.position()).isEqualTo(i * (size + 12L));
                    assertThat(source.readInt()).isEqualTo(i);
                    byte[] read = new byte[size];
                    source.readBytes(read, 0, size);
                    assertThat(read).isEqualTo(bulk);
                    assertThat(source.readLong()).isEqualTo(size);
                }
                source.expectEnd("test");
            }
        }
    }

    @Test
    void whatIsWrittenWhileAChunkIsHandedOnStaysApart() {
        List<ByteBuf> others = new ArrayList<>();
        var other = new Sink(ALLOCATOR, 64, (chunk, last) -> others.add(chunk));
        List<String> texts = List.of("a".repeat(50), "b".repeat(50), "c".repeat(50));
        byte[] written = bytes(64, () -> other.writeString("x".repeat(60)), sink -> texts.forEach(sink::writeString));
        other.finish();
        others.forEach(ByteBuf::release);
        assertThat(written).isEqualTo(bytes(1000, () -> {}, sink -> texts.forEach(sink::writeString)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD800", "\uDC00", "x\uD83D", "\uDE00\uD83D", "ä\uD800ä", "\uD83D\uD83D\uDE00"})
    void anUnpairedSurrogateIsRefusedAndNotReplaced(String text) {
        for (String refused : List.of(text, text.repeat(5000), "a".repeat(10_000) + text)) {
            assertThatThrownBy(() -> transfer(sink -> sink.writeString(refused)))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING));
        }
    }

    @ParameterizedTest
    @CsvSource({"0,1", "127,1", "128,2", "16383,2", "16384,3", "2147483647,5", "9223372036854775807,9", "-1,10"})
    void aVarintTakesTheFewestBytes(long value, int bytes) {
        try (Source source = transfer(sink -> sink.writeVarint(value))) {
            assertThat(source.remaining()).isEqualTo(bytes);
            assertThat(source.readVarint()).isEqualTo(value);
        }
    }

    @Test
    void writtenCountsWhatIsInAllChunks() {
        var sink = new Sink(ALLOCATOR, 64, (chunk, last) -> chunk.release());
        sink.writeBytes(new byte[1000], 0, 1000);
        assertThat(sink.written()).isEqualTo(1000);
        sink.writeBytes(new byte[100], 0, 100);
        assertThat(sink.written()).isEqualTo(1100);
        sink.finish();
        sink.discard();
        assertThat(sink.written()).as("after the end").isEqualTo(1100);
    }

    @Test
    void aSourceThatIsLentReadsOneMessageAfterTheOtherFromWhereReadingStopped() {
        Source lent = Source.idle();
        for (int round = 0; round < 3; round++) {
            ByteBuf message = Unpooled.copiedBuffer("head, body", US_ASCII);
            lent.over(message, 10, Limits.defaults());
            assertThat(lent.pass("head".getBytes(US_ASCII))).isTrue();
            lent.close();
            assertThat(message.refCnt()).as("the owner still has it").isOne();
            assertThat(message.readerIndex()).isEqualTo(4);

            lent.over(message, 10, Limits.defaults());
            assertThat(lent.position()).isEqualTo(4);
            assertThat(lent.remaining()).isEqualTo(6);
            assertThat(lent.readByte()).isEqualTo(',');
            byte[] rest = new byte[5];
            lent.readBytes(rest, 0, 5);
            assertThat(rest).asString(US_ASCII).isEqualTo(" body");
            assertThatThrownBy(lent::readByte)
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
            lent.expectEnd("test");
            assertThat(message.refCnt()).isOne();
            message.release();
        }
    }

    @Test
    void aSourceThatReadsAMessageOrThatOthersMayHaveIsLentNoOther() {
        ByteBuf message = Unpooled.copiedBuffer("a message", US_ASCII);
        Source lent = Source.idle();
        lent.over(message, 9, Limits.defaults());
        assertThatThrownBy(() -> lent.over(message, 9, Limits.defaults())).isInstanceOf(IllegalStateException.class);
        lent.stayWithMessage();
        lent.close();
        assertThatThrownBy(() -> lent.over(message, 9, Limits.defaults())).isInstanceOf(IllegalStateException.class);
        message.release();
    }

    @Test
    void aSinkThatIsLentWritesOneMessageAfterTheOther() {
        Sink lent = Sink.idle();
        for (int round = 1; round <= 3; round++) {
            List<ByteBuf> handedOn = new ArrayList<>();
            lent.into(ALLOCATOR, 64, (chunk, last) -> handedOn.add(chunk), SideSink.NONE);
            lent.writeBytes(new byte[100 * round], 0, 100 * round);
            assertThat(lent.written()).isEqualTo(100L * round);
            lent.finish();
            assertThat(handedOn.stream().mapToInt(ByteBuf::readableBytes).sum()).isEqualTo(100 * round);
            handedOn.forEach(ByteBuf::release);
        }
        lent.into(ALLOCATOR, 64, (chunk, last) -> chunk.release(), SideSink.NONE);
        assertThatThrownBy(() -> lent.into(ALLOCATOR, 64, (chunk, last) -> {}, SideSink.NONE))
                .isInstanceOf(IllegalStateException.class);
        lent.stayWithMessage();
        lent.discard();
        assertThatThrownBy(() -> lent.into(ALLOCATOR, 64, (chunk, last) -> {}, SideSink.NONE))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatIsWrittenBehindTheEndReachesNobody() {
        Sink lent = Sink.idle();
        lent.into(ALLOCATOR, 64, (chunk, last) -> chunk.release(), SideSink.NONE);
        lent.finish();
        assertThatThrownBy(() -> lent.writeBytes(new byte[1000], 0, 1000)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void onlyTheLastChunkIsMarkedAsLast() {
        List<Boolean> marks = new ArrayList<>();
        var sink = new Sink(ALLOCATOR, 64, (chunk, last) -> {
            marks.add(last);
            chunk.release();
        });
        sink.writeBytes(new byte[150], 0, 150);
        sink.finish();
        sink.finish();
        assertThat(marks).containsExactly(false, false, true);
    }

    @Test
    void aDiscardedSinkHandsNothingOn() {
        var sink = new Sink(ALLOCATOR, 64, (chunk, last) -> {
            throw new AssertionError("nothing was full");
        });
        sink.writeInt(1);
        sink.discard();
        sink.finish();
    }

    /** Writes one random value; returns the check of it. */
    private static Consumer<Source> writeOne(Sink sink, Random random, String what) {
        switch (random.nextInt(6)) {
            case 0 -> {
                return number(random.nextInt(256), value -> sink.writeByte((int) value), Source::readByte, what);
            }
            case 1 -> {
                return number(random.nextInt(), value -> sink.writeInt((int) value), Source::readInt, what);
            }
            case 2 -> {
                return number(random.nextLong(), sink::writeLong, Source::readLong, what);
            }
            case 3 -> {
                return number(random.nextLong() >> random.nextInt(64), sink::writeZigZag, Source::readZigZag, what);
            }
            case 4 -> {
                return number(random.nextLong() >>> random.nextInt(64), sink::writeVarint, Source::readVarint, what);
            }
            default -> {
                String text = text(random);
                sink.writeString(text);
                return source -> assertThat(source.readString("test")).as(what).isEqualTo(text);
            }
        }
    }

    private static Consumer<Source> number(long value, LongConsumer write, ToLongFunction<Source> read, String what) {
        write.accept(value);
        return source -> assertThat(read.applyAsLong(source)).as(what).isEqualTo(value);
    }

    /** Returns texts from the empty one to ones that are longer than any scratch buffer. */
    private static List<String> texts(Random random) {
        List<String> texts = new ArrayList<>();
        for (int i = random.nextInt(100); i > 0; i--) {
            texts.add(
                    switch (random.nextInt(30)) {
                        case 0 -> "";
                        case 1 -> text(random).repeat(random.nextInt(100));
                        case 2 -> "a".repeat(120 + random.nextInt(20));
                        case 3 -> "\u00E4".repeat(60 + random.nextInt(10));
                        case 4 -> "a".repeat(Scratch.BYTES - 4 + random.nextInt(10));
                        case 5 -> "a".repeat(Scratch.BYTES / 3 - 4 + random.nextInt(10));
                        default -> text(random);
                    });
        }
        return texts;
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        int[] widths = {0x80, 0x800, 0xD800, 0x110000};
        int widest = widths[random.nextInt(4)];
        for (int i = random.nextInt(200); i > 0; i--) {
            int point = random.nextInt(widest);
            text.appendCodePoint(point >= 0xD800 && point <= 0xDFFF ? '?' : point);
        }
        return text.toString();
    }

    private static void skip(Sink sink, int bytes) {
        for (int i = 0; i < bytes; i++) {
            sink.writeByte(i);
        }
    }

    private static void skip(Source source, int bytes) {
        for (int i = 0; i < bytes; i++) {
            assertThat(source.readByte()).isEqualTo(i & 0xFF);
        }
    }

    /**
     * Returns the written bytes.
     *
     * @param meanwhile run whenever a chunk is full
     */
    private static byte[] bytes(int chunkBytes, Runnable meanwhile, Consumer<Sink> content) {
        ByteBuf whole = Unpooled.buffer();
        var sink = new Sink(ALLOCATOR, chunkBytes, (chunk, last) -> {
            meanwhile.run();
            whole.writeBytes(chunk);
            chunk.release();
        });
        content.accept(sink);
        sink.finish();
        return ByteBufUtil.getBytes(whole);
    }

    private Source transfer(Consumer<Sink> content) {
        return transfer(64, content);
    }

    /** Returns a source of the written bytes, in the same chunks in which they were written. */
    private Source transfer(int chunkBytes, Consumer<Sink> content) {
        List<ByteBuf> written = new ArrayList<>();
        var sink = new Sink(ALLOCATOR, chunkBytes, (chunk, last) -> written.add(chunk));
        try {
            content.accept(sink);
            sink.finish();
        } catch (RuntimeException e) {
            sink.discard();
            written.forEach(ByteBuf::release);
            throw e;
        }
        chunks.addAll(written);
        var rest = written.iterator();
        long total = written.stream().mapToLong(ByteBuf::readableBytes).sum();
        return new Source(() -> rest.hasNext() ? rest.next() : null, total, Limits.defaults());
    }
}
