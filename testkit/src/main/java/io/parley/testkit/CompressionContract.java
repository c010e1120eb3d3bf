package io.parley.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.compression.Compressor;
import io.parley.compression.StreamCompression;
import io.parley.representation.ContentFeed;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Contract of compressions that treat each message by itself (docs/protocol/framing.md, 5.3), as a JUnit interface to
 * implement: every message is read back, as early as possible; any bytes from a peer end in content or in a coded
 * error; and expanded content is never held in memory as a whole.
 */
public interface CompressionContract {
    /** Random messages per run. */
    int MESSAGES = 200;

    /** Damaged messages per run. */
    int MUTATIONS = 1_000;

    /** Returns the compression under test. */
    StreamCompression compression();

    /** Returns the seed of this run's random input, new with every run unless overridden; failures print it. */
    default long seed() {
        return System.nanoTime();
    }

    @Test
    default void contentIsReadBackInPiecesOfAnySize() {
        long first = seed();
        for (long seed = first; seed < first + MESSAGES; seed++) {
            Random random = new Random(seed);
            byte[] content = content(random, 1 << random.nextInt(19));
            CompressedMessage message = message(Limits.defaults());
            byte[] packed = message.packed(sink -> sink.writeBytes(content, 0, content.length));
            byte[] back = message.unpacked(packed, 1 + packed.length / (1 + random.nextInt(300)));
            assertThat(Arrays.equals(back, content)).as("seed %d", seed).isTrue();
            assertThat(message.reserved() + message.allocated())
                    .as("seed %d", seed)
                    .isZero();
        }
    }

    @Test
    default void compressibleContentIsCompressedAndOtherContentIsNot() {
        byte[] text = "the same words again and again, ".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
        assertThat(packed(text)).hasSizeLessThan(text.length / 10).startsWith(1);
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);
        assertThat(packed(noise)).hasSize(noise.length + 1).startsWith(0);
        byte[] few = Arrays.copyOf(text, 511);
        assertThat(packed(few)).hasSize(512).startsWith(0);
        assertThat(packed(new byte[0])).containsExactly(0);
        assertThat(packed(Arrays.copyOf(text, 512))).startsWith(1);
    }

    @Test
    default void aLongMessageGoesOutWhileItIsWrittenAndIsReadWhileItComes() {
        CompressedMessage message = message(Limits.defaults());
        byte[] content = content(new Random(2), 1_000_000);
        Arrays.fill(content, 0, 16 * 1024, (byte) 7);
        ByteBuf wire = Unpooled.buffer();
        int[] outBeforeTheEnd = {0};
        message.pack(
                sink -> {
                    sink.writeBytes(content, 0, content.length);
                    outBeforeTheEnd[0] = wire.writerIndex();
                },
                (chunk, last) -> {
                    wire.writeBytes(chunk);
                    chunk.release();
                });
        assertThat(outBeforeTheEnd[0]).isGreaterThan(wire.writerIndex() / 2);
        byte[] first = new byte[16 * 1024];
        ContentFeed feed = CompressedMessage.pieces(Arrays.copyOf(wire.array(), wire.writerIndex()), 1_000);
        int[] taken = {0};
        message.read(new Feed(feed, () -> taken[0]++), source -> {
            source.readBytes(first, 0, first.length);
            return first;
        });
        assertThat(first).containsOnly(7);
        assertThat(taken[0]).isLessThan(5);
    }

    @Test
    default void aMessageThatWasCutIsMalformed() {
        byte[] packed = packed(content(new Random(3), 5_000));
        for (int length = 1; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            refused("cut at " + length, ErrorCode.MALFORMED_MESSAGE, () -> unpack(cut));
        }
    }

    @Test
    default void aMessageThatWasDamagedIsItselfOrACodedError() {
        long seed = seed();
        Random random = new Random(seed);
        byte[] content = content(random, 20_000);
        byte[] packed = packed(content);
        assertThat(packed).as("seed %d", seed).startsWith(1);
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] damaged = packed.clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                damaged[1 + random.nextInt(damaged.length - 1)] ^= (byte) (1 << random.nextInt(8));
            }
            CompressedMessage message = message(Limits.defaults());
            try {
                // A reserved field may hold any value; content never begins with another.
                assertThat(message.unpacked(damaged, 1_000)).as("seed %d", seed).isEqualTo(content);
            } catch (ParleyException e) {
                assertThat(e.code()).as("seed %d", seed).isIn(ErrorCode.MALFORMED_MESSAGE, ErrorCode.LIMIT);
            }
            assertThat(message.reserved() + message.allocated())
                    .as("seed %d", seed)
                    .isZero();
        }
    }

    @Test
    default void bytesAfterTheEndAreMalformed() {
        byte[] packed = packed(content(new Random(4), 5_000));
        byte[] more = Arrays.copyOf(packed, packed.length + 1);
        refused("a byte more", ErrorCode.MALFORMED_MESSAGE, () -> unpack(more));
        byte[] twice = Arrays.copyOf(packed, 2 * packed.length - 1);
        System.arraycopy(packed, 1, twice, packed.length, packed.length - 1);
        refused("twice", ErrorCode.MALFORMED_MESSAGE, () -> unpack(twice));
    }

    @Test
    default void anotherFormIsMalformed() {
        byte[] packed = packed(content(new Random(5), 5_000));
        for (int form = 2; form < 256; form++) {
            packed[0] = (byte) form;
            refused("form " + form, ErrorCode.MALFORMED_MESSAGE, () -> unpack(packed));
        }
    }

    @Test
    default void aBombMeetsTheLimitOfMessagesInTheMemoryOfAFewChunks() {
        Limits limits = Limits.defaults().with(Limit.MESSAGE_BYTES, 8 << 20);
        for (Function<Source, ?> reader : Arrays.<Function<Source, ?>>asList(
                CompressionContract::readAway, CompressionContract::all4GiB, source -> {
                    source.close();
                    return source;
                })) {
            CompressedMessage message = message(limits);
            try (Bomb bomb = new Bomb(compression())) {
                message.read(bomb, reader);
            } catch (ParleyException e) {
                assertThat(e.code()).as(e.text()).isEqualTo(ErrorCode.LIMIT);
                assertThat(e.text()).contains(Limit.MESSAGE_BYTES.setting());
            }
            assertThat(message.peakReserved()).isLessThanOrEqualTo(compression().workBytes() + (9 << 20));
            assertThat(message.peakAllocated()).isLessThan(9 << 20);
            assertThat(message.reserved() + message.allocated()).isZero();
        }
        CompressedMessage message = message(limits);
        try (Bomb bomb = new Bomb(compression())) {
            refused("a bomb", ErrorCode.LIMIT, () -> message.read(bomb, CompressionContract::readAway));
        }
        assertThat(message.peakReserved()).isLessThan(compression().workBytes() + (256 << 10));
        assertThat(message.peakAllocated()).isLessThan(256 << 10);
    }

    @Test
    default void declaredContentIsReservedBeforeItIsAllocated() {
        // More than is expanded at a time, so that the end is not in sight where the count is read.
        byte[] content = new byte[200_000];
        byte[] packed = message(Limits.defaults()).packed(sink -> {
            sink.writeVarint(5_000_000);
            sink.writeBytes(content, 0, content.length);
        });
        CompressedMessage rich = message(Limits.defaults());
        refused(
                "a count of more than there is",
                ErrorCode.MALFORMED_MESSAGE,
                () -> rich.read(CompressedMessage.pieces(packed, 100), CompressionContract::readLongs));
        assertThat(rich.peakReserved()).isGreaterThan(40_000_000);
        assertThat(rich.reserved()).isZero();
        CompressedMessage poor = new CompressedMessage(compression(), Limits.defaults(), 16 << 20);
        refused(
                "a count of more than there is room for",
                ErrorCode.BUDGET,
                () -> poor.read(CompressedMessage.pieces(packed, 100), CompressionContract::readLongs));
        assertThat(poor.reserved()).isZero();
        CompressedMessage none = new CompressedMessage(
                compression(), Limits.defaults(), compression().workBytes());
        refused("no room at all", ErrorCode.BUDGET, () -> none.unpacked(packed, 100));
        assertThat(none.reserved()).isZero();
    }

    @Test
    default void theRemainingLengthIsFoundByExpanding() {
        byte[] content = content(new Random(6), 300_000);
        CompressedMessage message = message(Limits.defaults());
        byte[] packed = message.packed(sink -> sink.writeBytes(content, 0, content.length));
        long found = message.read(CompressedMessage.pieces(packed, 10_000), source -> {
            source.readByte();
            long remaining = source.remaining();
            assertThat(CompressedMessage.all(source)).hasSize(content.length - 1);
            return remaining;
        });
        assertThat(found).isEqualTo(content.length - 1L);
        assertThat(message.reserved() + message.allocated()).isZero();
    }

    @Test
    default void whatIsTooLongIsNotSent() {
        CompressedMessage message = message(Limits.defaults().with(Limit.MESSAGE_BYTES, 100_000));
        refused(
                "too long a message",
                ErrorCode.LIMIT,
                () -> message.packed(sink -> sink.writeBytes(new byte[100_001], 0, 100_001)));
        assertThat(message.allocated()).isZero();
    }

    private CompressedMessage message(Limits limits) {
        return new CompressedMessage(compression(), limits, Long.MAX_VALUE);
    }

    private byte[] packed(byte[] content) {
        return message(Limits.defaults()).packed(sink -> sink.writeBytes(content, 0, content.length));
    }

    private void unpack(byte[] packed) {
        CompressedMessage message = message(Limits.defaults());
        try {
            message.unpacked(packed, 1_000);
        } finally {
            assertThat(message.reserved() + message.allocated()).isZero();
        }
    }

    /** Returns random content of words, noise and runs. */
    private static byte[] content(Random random, int length) {
        byte[] content = new byte[length];
        int at = 0;
        while (at < length) {
            int run = Math.min(length - at, 1 + random.nextInt(1 << random.nextInt(14)));
            byte[] piece = new byte[run];
            switch (random.nextInt(6)) {
                case 0 -> random.nextBytes(piece);
                case 1 -> Arrays.fill(piece, (byte) random.nextInt());
                default -> {
                    for (int i = 0; i < run; i++) {
                        piece[i] = (byte) "<number>0123456789</number>".charAt((i * 7 + random.nextInt(2)) % 27);
                    }
                }
            }
            System.arraycopy(piece, 0, content, at, run);
            at += run;
        }
        return content;
    }

    private static Object readAway(Source source) {
        byte[] run = new byte[4_096];
        while (!source.isAtEnd()) {
            source.readSome(run, 0, run.length);
        }
        return source;
    }

    /** Reads as a representation does that wants the whole message at once. */
    private static Object all4GiB(Source source) {
        return source.remaining();
    }

    private static Object readLongs(Source source) {
        int count = source.readCount(8, "longs");
        long[] longs = new long[count];
        for (int i = 0; i < count; i++) {
            longs[i] = source.readLong();
        }
        return longs;
    }

    private static void refused(String what, ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .as(what)
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        e -> assertThat(e.code()).as(what).isEqualTo(code));
    }

    /** A feed that calls {@code onNext} before each piece is taken. */
    record Feed(ContentFeed from, Runnable onNext) implements ContentFeed {
        @Override
        public @Nullable ByteBuf next() {
            onNext.run();
            return from.next();
        }

        @Override
        public long length(long wanted) {
            return from.length(wanted);
        }

        @Override
        public void close() {
            from.close();
        }
    }

    /** A message of four gibibytes of zeros, compressed on demand. */
    final class Bomb implements ContentFeed, AutoCloseable {
        private static final long BYTES = 4L << 30;
        private static final int PIECE = 1 << 20;

        private final ByteBuf zeros = Unpooled.directBuffer(PIECE).writeZero(PIECE);
        private final Compressor compressor;
        private long remaining = BYTES;
        private boolean begun;

        Bomb(StreamCompression compression) {
            compressor = compression.newCompressor();
        }

        @Override
        public @Nullable ByteBuf next() {
            ByteBuf piece = Unpooled.buffer(1_024, 1_024);
            if (!begun) {
                begun = true;
                piece.writeByte(1);
            }
            while (remaining > 0 && piece.isWritable()) {
                compressor.compress(zeros, piece);
                if (!zeros.isReadable()) {
                    remaining -= PIECE;
                    zeros.readerIndex(0);
                }
            }
            if (remaining == 0) {
                fail("a bomb went off: all of it was asked for");
            }
            return piece;
        }

        @Override
        public long length(long wanted) {
            return wanted;
        }

        @Override
        public void close() {
            if (zeros.refCnt() > 0) {
                zeros.release();
                compressor.close();
            }
        }
    }
}
