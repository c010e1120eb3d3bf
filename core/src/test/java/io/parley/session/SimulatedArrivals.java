package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The messages of a {@link Simulation} that are read while they come, as fast as chance has it, or given up. */
final class SimulatedArrivals {
    private final Random random;
    private final Taker taker;
    private final List<Reading> readings = new ArrayList<>();

    /** Messages that were read to their end. */
    int read;

    /** Bytes that were placed. */
    long placed;

    /** Those whose rest did not come. */
    int failed;

    /** What is done with a message that came whole and was read. */
    interface Taker {
        /** Checks the content, of which nothing is left, and takes the message. */
        void take(Side side, Stream stream, Received content, CheckedContent found);
    }

    private static final class Reading {
        final Side side;
        final Stream stream;
        final Received content;
        final CheckedContent found = new CheckedContent();
        /** Whether what comes is put where it belongs at once. */
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

    /** Some are read while they come, the others are waited for. */
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

    /** One of them is read on for a while. */
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

    /** All of them are read as far as they came. */
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

    /** Some of what is still to come is placed, at times more than there is. */
    private void place(Reading reading) {
        if (random.nextInt(4) > 0) {
            reading.places = true;
            reading.content.place(
                    1 + random.nextInt(50_000), (from, bytes) -> reading.found.add(from.readRetainedSlice(bytes)));
        }
    }

    /** Ends it when all came that was to be placed, or nothing more will, or before. */
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
