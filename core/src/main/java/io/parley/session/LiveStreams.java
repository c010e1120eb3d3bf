package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.frame.DataFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The streams under way, those that the peer announced, and the ids that both sides used. */
final class LiveStreams {
    private static final int LAST_OWN = Integer.MAX_VALUE - 2 * (DataFrame.MOST_SIDES + 2);
    /** First id from which on no message is begun; there are ids left for those that were begun and not sent yet. */
    private static final int NEAR_END = LAST_OWN - 2 * 65_536;

    private final StreamTable table = new StreamTable();
    private final AnnouncedSides announced;
    private final int ownParity;
    private int nextOwn;
    private int own;
    private int peers;
    private int highestPeer;
    private int highestDispatched;
    /** The peer's ids that were begun, where they may overtake each other; null where they rise. */
    private final @Nullable Numbers begun;

    /**
     * @param mostSides the most side streams of the peer that may be under way
     * @param loose whether the peer's ids may overtake each other; then none of them is passed over
     */
    LiveStreams(boolean opening, int mostSides, boolean loose) {
        this.begun = loose ? new Numbers() : null;
        this.ownParity = opening ? 1 : 0;
        this.nextOwn = opening ? 1 : 2;
        this.announced = new AnnouncedSides(mostSides);
    }

    /** Returns whether this side opened the session: requests are its alone. */
    boolean isOpening() {
        return ownParity == 1;
    }

    /** The side streams that the peer announced. */
    AnnouncedSides announced() {
        return announced;
    }

    @Nullable
    Stream get(int id) {
        return table.get(id);
    }

    List<Stream> all() {
        return table.all();
    }

    /** Returns whether none is under way, nor still to come. */
    boolean areOver() {
        return table.size() == 0 && (begun == null || !begun.isMissingAny());
    }

    /** Streams that this side began, side streams aside. */
    int own() {
        return own;
    }

    /** Streams that the peer began, side streams aside. */
    int peers() {
        return peers;
    }

    boolean isOwn(int id) {
        return (id & 1) == ownParity;
    }

    /** Returns whether a stream of that id was begun, by whichever side. */
    boolean wasBegun(int id) {
        return isOwn(id) ? id < nextOwn : id <= highestPeer;
    }

    int highestPeer() {
        return highestPeer;
    }

    /** The highest id of the peer's streams whose message was handed on. */
    int highestDispatched() {
        return highestDispatched;
    }

    /** Returns whether there are ids for one more message and for all side streams that may wait for theirs. */
    boolean hasOwnIdsLeft() {
        return nextOwn > 0 && nextOwn < LAST_OWN;
    }

    /** Returns whether the ids are nearly used up, and the session with them. */
    boolean isNearEnd() {
        return nextOwn < 0 || nextOwn >= NEAR_END;
    }

    void addOwn(Stream stream) {
        useOwnId(stream);
        table.add(stream);
        own += count(stream);
    }

    /** Takes an id for a stream that is over as soon as it begins. */
    void useOwnId(Stream stream) {
        stream.id = nextOwn;
        nextOwn += 2;
    }

    /** Counts an id as used, whether or not it becomes a stream; throws {@code PROTOCOL} unless the peer may begin it. */
    void notePeer(int id) {
        if (isOwn(id)) {
            throw violation(id, "an id that the peer may begin", "one of this side's");
        }
        Numbers loose = begun;
        if (loose == null && id <= highestPeer) {
            throw violation(id, "an id above " + highestPeer, "one not above");
        }
        if (loose != null && !loose.note((id + 1) >>> 1, "stream")) {
            throw violation(id, "an id that did not begin yet", "one that did");
        }
        highestPeer = Math.max(highestPeer, id);
    }

    /** The error for a fragment that no peer may send. */
    static ParleyException violation(int id, String expected, String found) {
        return new ParleyException(ErrorCode.PROTOCOL, "stream " + id + ": expected " + expected + ", found " + found);
    }

    /**
     * Returns how many more than agreed may be under way of a kind, as a factor: what ended on another lane may still count here, so
     * up to twice as many requests begin, and one-way messages beyond, which cannot be refused.
     */
    int slack(MessageKind kind) {
        return begun == null ? 1 : kind == MessageKind.REQUEST ? 2 : 3;
    }

    void addPeer(Stream stream, int id) {
        stream.id = id;
        table.add(stream);
        peers += count(stream);
    }

    void noteDispatched(Stream stream) {
        highestDispatched = Math.max(highestDispatched, stream.id);
    }

    /** The ids that the peer used, and whose messages were handed on, before this process. */
    void restorePeer(int peer, int dispatched) {
        highestPeer = peer;
        highestDispatched = dispatched;
    }

    /** Marks this side's ids up to that one as used before this process; 0 if none was. */
    void restoreOwn(int highestOwn) {
        if (highestOwn > 0) {
            nextOwn = Math.max(nextOwn, highestOwn + 2);
        }
    }

    /** A stream that another process of this side began. */
    void restoreOwn(Stream stream, int id) {
        stream.id = id;
        table.add(stream);
        own += count(stream);
    }

    void remove(Stream stream) {
        table.remove(stream);
        if (stream.own) {
            own -= count(stream);
        } else {
            peers -= count(stream);
        }
    }

    private static int count(Stream stream) {
        return stream.isSide() ? 0 : 1;
    }
}
