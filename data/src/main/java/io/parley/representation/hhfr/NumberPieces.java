package io.parley.representation.hhfr;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.binding.NumberList;
import io.parley.layout.SimpleLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts a run of numbers into its list in the pieces in which they come, wherever these are cut. Used by one thread at a
 * time, which need not be the one that waits for the list.
 */
final class NumberPieces implements ObjIntConsumer<ByteBuf> {
    private final NumberList into;
    private final ByteOrder order;
    private final int size;
    /** The number that comes next. */
    private int at;
    /** The beginning of a number whose rest comes with the next piece. */
    private @Nullable ByteBuffer cut;

    NumberPieces(SimpleLayout type, NumberList into) {
        this.into = into;
        this.order = type.order();
        this.size = type.scalar().fixedBytes();
    }

    @Override
    @HotPath
    public void accept(ByteBuf from, int bytes) {
        int left = bytes - join(from, bytes);
        int numbers = left / size;
        if (numbers > 0) {
            into.read(from.nioBuffer(from.readerIndex(), numbers * size).order(order), at, numbers);
            from.skipBytes(numbers * size);
            at += numbers;
        }
        join(from, left - numbers * size);
    }

    /** Takes what completes or begins a number that lies across pieces; returns how many bytes that were. */
    private int join(ByteBuf from, int bytes) {
        ByteBuffer number = cut;
        if (bytes == 0 || (number == null && bytes >= size)) {
            return 0;
        }
        if (number == null) {
            number = ByteBuffer.allocate(size).order(order);
            cut = number;
        }
        int step = Math.min(bytes, number.remaining());
        for (int i = 0; i < step; i++) {
            number.put(from.readByte());
        }
        if (!number.hasRemaining()) {
            into.read(number.flip(), at++, 1);
            cut = null;
        }
        return step;
    }
}
