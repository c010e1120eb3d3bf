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
 * Consumer that copies a run of numbers into a list from pieces of arbitrary length. Used by one thread at a time,
 * which need not be the one that waits for the list.
 */
final class NumberPieces implements ObjIntConsumer<ByteBuf> {
    private final NumberList into;
    private final ByteOrder order;
    private final int size;
    /** Index of the next number. */
    private int at;
    /** First bytes of a number that continues in the next piece, or null. */
    private @Nullable ByteBuffer partial;

    NumberPieces(SimpleLayout type, NumberList into) {
        this.into = into;
        this.order = type.order();
        this.size = type.scalar().fixedBytes();
    }

    @Override
    @HotPath
    public void accept(ByteBuf from, int bytes) {
        int remaining = bytes - join(from, bytes);
        int numbers = remaining / size;
        if (numbers > 0) {
            into.read(from.nioBuffer(from.readerIndex(), numbers * size).order(order), at, numbers);
            from.skipBytes(numbers * size);
            at += numbers;
        }
        join(from, remaining - numbers * size);
    }

    /** Copies bytes of a number that is split between pieces. Returns how many were copied. */
    private int join(ByteBuf from, int bytes) {
        ByteBuffer number = partial;
        if (bytes == 0 || (number == null && bytes >= size)) {
            return 0;
        }
        if (number == null) {
            number = ByteBuffer.allocate(size).order(order);
            partial = number;
        }
        int step = Math.min(bytes, number.remaining());
        for (int i = 0; i < step; i++) {
            number.put(from.readByte());
        }
        if (!number.hasRemaining()) {
            into.read(number.flip(), at++, 1);
            partial = null;
        }
        return step;
    }
}
