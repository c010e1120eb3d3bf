package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.binding.NumberList;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Random;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests runs of numbers that are sent in pieces. */
class NumberRunTest {
    private static final int COUNT = 50;

    @ParameterizedTest
    @EnumSource(
            value = Scalar.class,
            names = {"BYTE", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE"})
    void bytesAreTheSameWhereverTheyAreCut(Scalar scalar) {
        Random random = new Random(scalar.fixedBytes());
        SimpleLayout type = SimpleLayout.of(new QName(scalar.name()), scalar);
        byte[] bytes = new byte[COUNT * scalar.fixedBytes()];
        NumberList numbers = Objects.requireNonNull(NumberList.ofZeros(scalar, COUNT));
        for (int round = 0; round < 200; round++) {
            random.nextBytes(bytes);
            numbers.read(ByteBuffer.wrap(bytes).order(type.order()), 0, COUNT);
            int longest = 1 + random.nextInt(3 * scalar.fixedBytes());
            NumberRun run = new NumberRun(type, numbers);
            byte[] cut = new byte[bytes.length];
            for (int at = 0; at < bytes.length; ) {
                int step = Math.min(bytes.length - at, 1 + random.nextInt(longest));
                ByteBuf piece = Unpooled.wrappedBuffer(cut, at, step).writerIndex(0);
                run.accept(piece, step);
                at += step;
                assertThat(piece.readableBytes()).isEqualTo(step);
            }
            assertThat(cut)
                    .as("pieces of up to " + longest + " bytes, round " + round)
                    .isEqualTo(bytes);
        }
    }
}
