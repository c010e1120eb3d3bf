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

/** Tests runs of numbers that are objects when they are written. */
class BoxedNumbersTest {
    private static final SimpleLayout DOUBLES = SimpleLayout.of(new QName("doubles"), Scalar.DOUBLE);
    /** Several full blocks and a partial one. */
    private static final List<Double> VALUES =
            IntStream.range(0, 2_500).mapToObj(i -> i / 7d).toList();

    @Test
    void numbersOfAListThatIsReachedByIndexAreTakenByIndex() {
        assertThat(written(new Unasked(VALUES))).isEqualTo(bytes());
    }

    @Test
    @SuppressWarnings("JdkObsolete") // beans use them
    void numbersOfOtherListsAreTakenOneAfterTheOther() {
        assertThat(written(new LinkedList<>(VALUES))).isEqualTo(bytes());
    }

    /** A list that fails if an iterator is requested. */
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
