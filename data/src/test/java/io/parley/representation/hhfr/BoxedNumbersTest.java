package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import io.parley.representation.Sink;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Runs of numbers that are objects on their way out. */
class BoxedNumbersTest {
    private static final SimpleLayout DOUBLES = SimpleLayout.of(new QName("doubles"), Scalar.DOUBLE);
    /** Some blocks, and a part of one. */
    private static final List<Double> VALUES =
            IntStream.range(0, 2_500).mapToObj(i -> i / 7d).toList();

    @Test
    void numbersOfAListThatIsReachedByIndexAreTakenByIndex() {
        assertThat(written(new Unasked(VALUES))).isEqualTo(bytes());
    }

    @Test
    @SuppressWarnings("JdkObsolete") // beans have them
    void numbersOfOtherListsAreTakenOneAfterTheOther() {
        assertThat(written(new LinkedList<>(VALUES))).isEqualTo(bytes());
    }

    /** A list that nobody asks for an iterator. */
    private static final class Unasked extends ArrayList<Double> {
        private static final long serialVersionUID = 1;

        Unasked(List<Double> values) {
            super(values);
        }

        @Override
        public Iterator<Double> iterator() {
            throw new AssertionError("asked for an iterator");
        }
    }

    private static ByteBuf bytes() {
        ByteBuf bytes = Unpooled.buffer();
        VALUES.forEach(bytes::writeDoubleLE);
        return bytes;
    }

    private static ByteBuf written(List<Double> values) {
        ByteBuf all = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 4096, (chunk, last) -> {
            all.writeBytes(chunk);
            chunk.release();
        });
        FixedCodec.writeAll(DOUBLES, values, sink, "values");
        sink.finish();
        return all;
    }
}
