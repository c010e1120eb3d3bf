package io.parley.bench.retail;

import io.parley.bench.contest.Door;
import io.parley.bench.document.Update;
import io.parley.bench.form.OnePart;
import java.io.IOException;

/** Messages on the stream without an envelope, as typed parts of a representation. */
final class StreamLine implements Line.OfObjects {
    private final StreamPair pair;
    private final StreamRound<Update> round;

    StreamLine(String representation, Door door) throws IOException {
        this.pair = new StreamPair(door);
        this.round =
                new StreamRound<>(pair, representation, OnePart.of(representation, Update.class), StreamLine::answer);
    }

    private static Update answer(Update message) {
        message.identification = ANSWER;
        return message;
    }

    @Override
    public Update exchange(Update message) throws InterruptedException {
        return round.exchange(message);
    }

    @Override
    public void close() {
        pair.close();
    }
}
