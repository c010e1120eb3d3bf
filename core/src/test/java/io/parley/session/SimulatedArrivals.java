package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The messages of a {@link Simulation} that are read while they arrive, at random speed, or given up. */
final class SimulatedArrivals {
    private final Random random;
    private final Taker taker;
    private final List<Reading> readings = new ArrayList<>();

    /** Number of messages that were read to their end. */
    int read;

    /** Number of bytes that were placed. */
    long placed;

    /** Number of messages whose rest did not arrive. */
    int failed;

    /** Takes messages that arrived completely and were read. */
    interface Taker {
        /** Checks the content, which was read to its end, and takes the message. */
        void take(Side side, Stream stream, Received content, CheckedContent found);
    }

    private static final class Reading {
        final Side side;
        final Stream stream;
        final Received content;
        final CheckedContent found = new CheckedContent();
        /** True if received content is placed directly in its destination. */
        boolean places;

        Reading(Side side, Stream stream, Received content) {
            this.side = side;
            this.stream = stream;
            this.content = content;
        }
    }

    SimulatedArrivals(Random random, Taker taker) {
        this.random = random;
        this.taker = taker;
    }

    /** Returns whether the message is read while it arrives; chosen at random. */
    boolean isWanted(Side side, Stream stream, Received content) {
        boolean wanted = random.nextInt(3) > 0;
        if (wanted) {
            readings.add(new Reading(side, stream, content));
        }
        return wanted;
    }

    boolean isBusy() {
        return !readings.isEmpty();
    }

    /** Performs a random step on one of the messages, mostly a read. */
    void step() {
        if (!readings.isEmpty()) {
            Reading reading = readings.get(random.nextInt(readings.size()));
            switch (random.nextInt(12)) {
                case 0 -> reading.side.session.exchange().store(reading.stream, reading.content);
                case 1 -> reading.side.session.onTick(0);
                default -> read(reading, 1 + random.nextInt(4));
            }
        }
    }

    /** Reads everything that has arrived of all messages. */
    void settle() {
        for (Reading reading : List.copyOf(readings)) {
            read(reading, Integer.MAX_VALUE);
        }
    }

    private void read(Reading reading, int most) {
        if (reading.places && !endPlacing(reading)) {
            return;
        }
        for (int i = 0; i < most; i++) {
            ByteBuf next = reading.side.session.exchange().read(reading.stream, reading.content);
            if (next != null) {
                reading.found.add(next);
            } else if (reading.content.failure() != null) {
                failed++;
                readings.remove(reading);
                return;
            } else if (reading.content.hasEnded()) {
                read++;
                readings.remove(reading);
                taker.take(reading.side, reading.stream, reading.content, reading.found);
                return;
            } else {
                place(reading);
                return;
            }
        }
    }

    /** Starts to place some of the content that is still to arrive, sometimes more than there is. */
    private void place(Reading reading) {
        if (random.nextInt(4) > 0) {
            reading.places = true;
            reading.content.place(
                    1 + random.nextInt(50_000), (from, bytes) -> reading.found.add(from.readRetainedSlice(bytes)));
        }
    }

    /** Ends placing when all the content has arrived, when no more will arrive, or earlier. */
    private boolean endPlacing(Reading reading) {
        Received content = reading.content;
        boolean goesOn = content.isPlacing() && !content.hasEnded() && content.failure() == null;
        if (goesOn && random.nextInt(4) > 0) {
            return false;
        }
        assertThat(content.isReadable() && goesOn)
                .as("kept though it is placed")
                .isFalse();
        placed += content.endPlacing();
        reading.places = false;
        return true;
    }
}
