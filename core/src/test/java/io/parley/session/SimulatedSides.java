package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The side streams of a {@link Simulation}: some messages have some. Their senders write when they may, or give up;
 * their receivers read them in any order or decline them.
 */
final class SimulatedSides {
    private static final int MAX_LENGTH = 200_000;

    private final Random random;
    private final ByteBufAllocator buffers;
    private final List<Sending> sendings = new ArrayList<>();
    private final List<Reading> readings = new ArrayList<>();

    /** Number of side streams that arrived completely. */
    int arrived;

    /** Number of side streams that were given up by either side. */
    int givenUp;

    private static final class Sending {
        final Side side;
        final Stream stream;
        final int length;
        int written;

        Sending(Side side, Stream stream, int length) {
            this.side = side;
            this.stream = stream;
            this.length = length;
        }
    }

    private static final class Reading {
        final Side side;
        final IncomingSide incoming;
        int read;

        Reading(Side side, IncomingSide incoming) {
            this.side = side;
            this.incoming = incoming;
        }
    }

    SimulatedSides(Random random, ByteBufAllocator buffers) {
        this.random = random;
        this.buffers = buffers;
    }

    /** Adds side streams to some messages. */
    void attach(Side side, Stream message) {
        int count = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0;
        for (int i = 0; i < count; i++) {
            Stream stream = side.session.exchange().attachSide(message);
            if (stream != null) {
                int length = random.nextInt(3) == 0 ? random.nextInt(MAX_LENGTH) : random.nextInt(3000);
                sendings.add(new Sending(side, stream, length));
            }
        }
    }

    /** Lets the receiver of a message read its side streams or decline them. */
    void received(Side side, List<IncomingSide> announced) {
        boolean wanted = random.nextInt(5) > 0;
        for (IncomingSide incoming : announced) {
            if (wanted) {
                readings.add(new Reading(side, incoming));
            } else {
                cancel(new Reading(side, incoming));
            }
        }
    }

    /** Continues one of the side streams. */
    void step() {
        if (random.nextBoolean() && !sendings.isEmpty()) {
            Sending sending = sendings.get(random.nextInt(sendings.size()));
            if (random.nextInt(200) == 0) {
                sending.side.session.exchange().abort(sending.stream, ErrorCode.ENCODING, "cannot go on");
                givenUp++;
            } else {
                write(sending);
            }
        } else if (!readings.isEmpty()) {
            Reading reading = readings.get(random.nextInt(readings.size()));
            if (random.nextInt(200) == 0) {
                cancel(reading);
                readings.remove(reading);
            } else {
                read(reading);
            }
        }
        sendings.removeIf(sending -> sending.stream.isClosed());
    }

    /** Does everything that is possible now without the network. */
    void settle() {
        List.copyOf(sendings).forEach(this::write);
        List.copyOf(readings).forEach(this::read);
        sendings.removeIf(sending -> sending.stream.isClosed());
    }

    boolean isBusy() {
        return !sendings.isEmpty() || !readings.isEmpty();
    }

    private void write(Sending sending) {
        if (!sending.side.session.exchange().wantsMore(sending.stream)) {
            return;
        }
        assertThat(sending.side.ready()).as("asked to write").contains(sending.stream);
        int bytes = Math.min(sending.length - sending.written, random.nextInt(70_000));
        byte[] content = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            content[i] = contentAt(sending.stream.place().message, sending.stream.place().number, sending.written + i);
        }
        sending.written += bytes;
        ByteBuf chunk = buffers.buffer(Math.max(1, bytes)).writeBytes(content);
        sending.side.session.exchange().write(sending.stream, chunk, sending.written == sending.length);
    }

    private void read(Reading reading) {
        IncomingSide incoming = reading.incoming;
        @Nullable ByteBuf chunk = reading.side.session.exchange().read(incoming);
        if (chunk != null) {
            for (byte found : ByteBufUtil.getBytes(chunk)) {
                if (found != contentAt(incoming.message, incoming.number(), reading.read++)) {
                    throw new AssertionError(incoming + " differs at byte " + (reading.read - 1));
                }
            }
            chunk.release();
        }
        if (incoming.isOver()) {
            readings.remove(reading);
            ParleyException failure = incoming.failure();
            arrived += failure == null ? 1 : 0;
            if (failure == null) {
                assertThat((long) reading.read).isEqualTo(incoming.length());
            }
        }
    }

    private void cancel(Reading reading) {
        reading.side.session.exchange().cancel(reading.incoming, ErrorCode.CANCELLED, "not wanted");
        assertThat(reading.incoming.isOver()).isTrue();
        givenUp++;
    }

    private static byte contentAt(int message, int number, int at) {
        return (byte) (message * 31 + number * 7 + at + (at >>> 8));
    }
}
