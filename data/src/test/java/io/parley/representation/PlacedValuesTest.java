package io.parley.representation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests long values that the feed writes directly to their destination ({@link ContentFeed#place}), in any pieces. */
class PlacedValuesTest {
    private static final int BYTES = 300_000;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void bytesAreTheSameHoweverTheyCome(long seed) {
        Pieces pieces = new Pieces(new Random(seed), BYTES);
        byte[] read = new byte[BYTES];
        try (Source source = new Source(pieces, BYTES, Limits.defaults())) {
            source.readBytes(read, 0, 1 + (int) seed);
            source.readBytes(read, 1 + (int) seed, BYTES - 101 - (int) seed);
            for (int i = BYTES - 100; i < BYTES; i++) {
                assertThat(source.position()).isEqualTo(i);
                read[i] = (byte) source.readByte();
            }
            source.expectEnd("test");
        }
        assertThat(read).isEqualTo(pieces.all);
        assertThat(pieces.placed).isPositive();
    }

    @Test
    void whatIsShownToSomebodyElseIsNotPlaced() {
        Pieces pieces = new Pieces(new Random(1), BYTES);
        long[] shown = new long[1];
        try (Source source = new Source(pieces, BYTES, Limits.defaults())) {
            source.copyTo(bytes -> shown[0] += bytes.readableBytes());
            source.readBytes(new byte[BYTES], 0, BYTES);
        }
        assertThat(shown[0]).isEqualTo(BYTES);
        assertThat(pieces.placed).isZero();
    }

    @Test
    void whatIsNotThereFailsAsItDoesElsewhere() {
        Pieces pieces = new Pieces(new Random(2), BYTES);
        pieces.end = BYTES / 2;
        try (Source source = new Source(pieces, BYTES, Limits.defaults())) {
            byte[] into = new byte[BYTES];
            assertThatThrownBy(() -> source.readBytes(into, 0, BYTES))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
        }
        assertThat(pieces.placed).isPositive();
    }

    /** A feed that returns pieces of random length, and places others at their destination. */
    private static final class Pieces implements ContentFeed {
        private final Random random;
        private final byte[] all;
        private int at;
        private int end;
        private long placed;

        Pieces(Random random, int bytes) {
            this.random = random;
            this.all = new byte[bytes];
            this.end = bytes;
            random.nextBytes(all);
        }

        @Override
        public @Nullable ByteBuf next() {
            return at == end ? null : piece(end - at);
        }

        @Override
        public long place(long bytes, ObjIntConsumer<ByteBuf> into) {
            long here = 0;
            while (here < bytes && at < end && random.nextInt(8) > 0) {
                ByteBuf piece = piece((int) Math.min(bytes - here, end - at));
                here += piece.readableBytes();
                into.accept(piece, piece.readableBytes());
                assertThat(piece.isReadable()).isFalse();
                piece.release();
            }
            placed += here;
            return here;
        }

        private ByteBuf piece(int most) {
            int length = Math.min(most, 1 + random.nextInt(20_000));
            at += length;
            return Unpooled.wrappedBuffer(Arrays.copyOfRange(all, at - length, at));
        }
    }
}
