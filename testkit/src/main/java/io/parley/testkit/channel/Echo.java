package io.parley.testkit.channel;

import io.netty.buffer.ByteBuf;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import java.nio.ByteOrder;

/** A service that reads an array of numbers while it arrives and sends it back. */
final class Echo implements MessageHandler {
    private final Runnable onStep;

    Echo() {
        this(() -> {});
    }

    /**
     * Creates a service.
     *
     * @param onStep called after each step of reading and writing
     */
    Echo(Runnable onStep) {
        this.onStep = onStep;
    }

    @Override
    public boolean readsAsItComes() {
        return true;
    }

    @Override
    public void onMessage(IncomingMessage message) {
        double[] numbers = read(message.source(), onStep);
        OutgoingMessage response = message.beginResponse(false);
        write(response.sink(), numbers, onStep);
        response.send();
        message.close();
    }

    static void write(Sink sink, double[] numbers, Runnable onStep) {
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
            onStep.run();
        }
    }

    static double[] read(Source source, Runnable onStep) {
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
            onStep.run();
        }
        source.expectEnd("numbers");
        return numbers;
    }
}
