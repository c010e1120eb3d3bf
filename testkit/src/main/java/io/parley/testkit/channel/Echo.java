package io.parley.testkit.channel;

import io.netty.buffer.ByteBuf;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import java.nio.ByteOrder;

/** A service that takes an array of numbers, while it comes, and gives it back. */
final class Echo implements MessageHandler {
    private final Runnable look;

    Echo() {
        this(() -> {});
    }

    /**
     * @param look called again and again
     */
    Echo(Runnable look) {
        this.look = look;
    }

    @Override
    public boolean readsAsItComes() {
        return true;
    }

    @Override
    public void onMessage(IncomingMessage message) {
        double[] numbers = read(message.source(), look);
        OutgoingMessage response = message.beginResponse(false);
        write(response.sink(), numbers, look);
        response.send();
        message.close();
    }

    static void write(Sink sink, double[] numbers, Runnable look) {
        sink.writeVarint(numbers.length);
        sink.expect((long) Double.BYTES * numbers.length);
        for (int at = 0; at < numbers.length; ) {
            ByteBuf room = sink.room(Double.BYTES);
            int step = Math.min(numbers.length - at, room.maxWritableBytes() / Double.BYTES);
            int bytes = step * Double.BYTES;
            room.ensureWritable(bytes);
            room.nioBuffer(room.writerIndex(), bytes)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asDoubleBuffer()
                    .put(numbers, at, step);
            room.writerIndex(room.writerIndex() + bytes);
            at += step;
            look.run();
        }
    }

    static double[] read(Source source, Runnable look) {
        double[] numbers = new double[source.readCount(Double.BYTES, "numbers")];
        for (int at = 0; at < numbers.length; ) {
            int step = source.available(Double.BYTES * (numbers.length - at)) / Double.BYTES;
            if (step == 0) {
                numbers[at++] = source.readDouble(); // it lies across two chunks
                continue;
            }
            ByteBuf chunk = source.chunk();
            int bytes = step * Double.BYTES;
            chunk.nioBuffer(chunk.readerIndex(), bytes)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asDoubleBuffer()
                    .get(numbers, at, step);
            chunk.skipBytes(bytes);
            source.consumed(bytes);
            at += step;
            look.run();
        }
        source.expectEnd("numbers");
        return numbers;
    }
}
