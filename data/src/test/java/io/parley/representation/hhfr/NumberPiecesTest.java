package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.binding.NumberList;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import java.util.Objects;
import java.util.Random;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests runs of numbers that are received in pieces. */
class NumberPiecesTest {
    private static final int COUNT = 50;

    @ParameterizedTest
    @EnumSource(
            value = Scalar.class,
            names = {"BYTE", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE"})
    void numbersAreTheSameWhereverTheyAreCut(Scalar scalar) {
        Random random = new Random(scalar.fixedBytes());
        SimpleLayout type = SimpleLayout.of(new QName(scalar.name()), scalar);
        byte[] bytes = new byte[COUNT * scalar.fixedBytes()];
        for (int round = 0; round < 200; round++) {
            random.nextBytes(bytes);
            int longest = 1 + random.nextInt(3 * scalar.fixedBytes());
            NumberList cut = zeros(scalar);
            NumberPieces pieces = new NumberPieces(type, cut);
            for (int at = 0; at < bytes.length; ) {
                int step = Math.min(bytes.length - at, 1 + random.nextInt(longest));
                ByteBuf piece = Unpooled.wrappedBuffer(bytes, at, bytes.length - at);
                pieces.accept(piece, step);
                at += step;
                assertThat(piece.readableBytes()).isEqualTo(bytes.length - at);
            }
            NumberList whole = zeros(scalar);
            new NumberPieces(type, whole).accept(Unpooled.wrappedBuffer(bytes), bytes.length);
            assertThat(cut)
                    .as("pieces of up to " + longest + " bytes, round " + round)
                    .isEqualTo(whole);
        }
    }

    private static NumberList zeros(Scalar scalar) {
        return Objects.requireNonNull(NumberList.ofZeros(scalar, COUNT));
    }
}
