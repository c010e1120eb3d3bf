package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.representation.SideSource;
import io.parley.session.IncomingSide;
import java.io.InputStream;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/** The side streams of a received message: each is either taken or cancelled when the message is closed. */
final class ReceivedSides implements SideSource, AutoCloseable {
    private final SideStreams sides;
    private final Supplier<List<IncomingSide>> announced;
    private final Supplier<List<IncomingSide>> known;
    /** Indexes of the taken side streams. Guarded by this. */
    private final BitSet taken = new BitSet(0);

    /**
     * Creates the side streams of a message.
     *
     * @param announced waits for the message's end and returns its side streams
     * @param known returns the side streams that are known so far
     */
    ReceivedSides(SideStreams sides, Supplier<List<IncomingSide>> announced, Supplier<List<IncomingSide>> known) {
        this.sides = sides;
        this.announced = announced;
        this.known = known;
    }

    @Override
    public int count() {
        return announced.get().size();
    }

    @Override
    public InputStream take(int number, String where) {
        List<IncomingSide> all = announced.get();
        if (number < 0 || number >= all.size() || !takeOut(number)) {
            throw SideSource.unknown(all.size(), number, where);
        }
        return sides.open(all.get(number));
    }

    /** Cancels the side streams that were not taken. */
    @Override
    public void close() {
        for (IncomingSide side : known.get()) {
            if (takeOut(side.number())) {
                sides.cancel(side, ErrorCode.CANCELLED, "the message around it was closed");
            }
        }
    }

    /** Closes the taken side streams as well. */
    void giveUp() {
        for (IncomingSide side : known.get()) {
            if (side.attachment() instanceof SideInput reader) {
                reader.close();
            }
        }
    }

    private synchronized boolean takeOut(int number) {
        boolean first = !taken.get(number);
        taken.set(number);
        return first;
    }
}
