package io.parley.representation.hhfr;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.binding.NumberList;
import io.parley.layout.SimpleLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.ObjIntConsumer;

/**
 * Source that copies a run of numbers from a list into pieces of arbitrary length. Used by one thread at a time, which
 * need not be the one that owns the list.
 */
final class NumberRun implements ObjIntConsumer<ByteBuf> {
    private final NumberList numbers;
    private final ByteOrder order;
    private final int size;
    /** Index of the next number. */
    private int at;
    /** Last bytes of a number that started in the previous piece. */
    private ByteBuffer partial = ByteBuffer.allocate(0);

    NumberRun(SimpleLayout type, NumberList numbers) {
        this.numbers = numbers;
        this.order = type.order();
        this.size = type.scalar().fixedBytes();
    }

    @Override
    @HotPath
    public void accept(ByteBuf into, int bytes) {
        int remaining = bytes - put(into, bytes);
        int whole = remaining / size;
        if (whole > 0) {
            numbers.write(
                    at, whole, into.nioBuffer(into.writerIndex(), whole * size).order(order));
            into.writerIndex(into.writerIndex() + whole * size);
            at += whole;
            remaining -= whole * size;
        }
        if (remaining > 0) {
            partial = ByteBuffer.allocate(size).order(order);
            numbers.write(at++, 1, partial.duplicate().order(order));
            put(into, remaining);
        }
    }

    /** Copies the remaining bytes of a split number. Returns how many were copied. */
    private int put(ByteBuf into, int max) {
        int step = Math.min(max, partial.remaining());
        for (int i = 0; i < step; i++) {
            into.writeByte(partial.get());
        }
        return step;
    }
}
