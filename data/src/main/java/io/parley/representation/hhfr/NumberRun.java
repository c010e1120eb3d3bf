package io.parley.representation.hhfr;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.binding.NumberList;
import io.parley.layout.SimpleLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.ObjIntConsumer;

/**
 * Gives a run of numbers away in the pieces in which they are sent, wherever these are cut. Used by one thread at a time, which
 * need not be the one that has the list.
 */
final class NumberRun implements ObjIntConsumer<ByteBuf> {
    private final NumberList numbers;
    private final ByteOrder order;
    private final int size;
    /** The number that goes next. */
    private int at;
    /** Rest of a number whose beginning went with the last piece. */
    private ByteBuffer cut = ByteBuffer.allocate(0);

    NumberRun(SimpleLayout type, NumberList numbers) {
        this.numbers = numbers;
        this.order = type.order();
        this.size = type.scalar().fixedBytes();
    }

    @Override
    @HotPath
    public void accept(ByteBuf into, int bytes) {
        int left = bytes - put(into, bytes);
        int whole = left / size;
        if (whole > 0) {
            numbers.write(
                    at, whole, into.nioBuffer(into.writerIndex(), whole * size).order(order));
            into.writerIndex(into.writerIndex() + whole * size);
            at += whole;
            left -= whole * size;
        }
        if (left > 0) {
            cut = ByteBuffer.allocate(size).order(order);
            numbers.write(at++, 1, cut.duplicate().order(order));
            put(into, left);
        }
    }

    /** Puts what is left of a number that was cut; returns how many bytes that were. */
    private int put(ByteBuf into, int most) {
        int step = Math.min(most, cut.remaining());
        for (int i = 0; i < step; i++) {
            into.writeByte(cut.get());
        }
        return step;
    }
}
