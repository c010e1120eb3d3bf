package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.frame.DataFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The open streams, the side streams that the peer announced, and the ids that both sides used. */
final class LiveStreams {
    private static final int LAST_OWN = Integer.MAX_VALUE - 2 * (DataFrame.MOST_SIDES + 2);
    /**
     * First id from which on no message is started; the ids above are left for messages that were started and not sent
     * yet.
     */
    private static final int NEAR_END = LAST_OWN - 2 * 65_536;

    private final StreamTable table = new StreamTable();
    private final AnnouncedSides announced;
    private final int ownParity;
    private int nextOwn;
    private int own;
    private int peers;
    private int highestPeer;
    private int highestDispatched;
    private final Tracks tracks;
    /** The ids that the peer has used, in any order; null on a connection with one track, where they ascend. */
    private final @Nullable ArrivedNumbers peerIds;

    /**
     * Creates the streams of a session.
     *
     * @param mostSides maximum number of open side streams of the peer
     * @param tracks tracks of the connection; if there are several, the peer's ids may overtake each other, and none is
     *     skipped
     */
    LiveStreams(boolean opening, int mostSides, Tracks tracks) {
        this.tracks = tracks;
        this.peerIds = tracks.areSeveral() ? new ArrivedNumbers() : null;
        this.ownParity = opening ? 1 : 0;
        this.nextOwn = opening ? 1 : 2;
        this.announced = new AnnouncedSides(mostSides);
    }

    /** Returns whether this side opened the session, and thus may send requests. */
    boolean isOpening() {
        return ownParity == 1;
    }

    /** Returns the side streams that the peer announced. */
    AnnouncedSides announced() {
        return announced;
    }

    @Nullable
    Stream get(int id) {
        return table.get(id);
    }

    /** Sends the answer to a message on the track that the message arrived on. */
    void cameOn(int id, int track) {
        Stream stream = table.get(id);
        if (stream != null && !stream.own) {
            tracks.answer(stream, track);
        }
    }

    List<Stream> all() {
        return table.all();
    }

    /** Returns whether no stream is open and no earlier one is still to arrive. */
    boolean areOver() {
        return table.size() == 0 && (peerIds == null || !peerIds.isMissingAny());
    }

    /** Returns the number of open streams that this side started, without side streams. */
    int own() {
        return own;
    }

    /** Returns the number of open streams that the peer started, without side streams. */
    int peers() {
        return peers;
    }

    boolean isOwn(int id) {
        return (id & 1) == ownParity;
    }

    /** Returns whether a stream of that id was started, by either side. */
    boolean wasBegun(int id) {
        return isOwn(id) ? id < nextOwn : id <= highestPeer;
    }

    int highestPeer() {
        return highestPeer;
    }

    /** Returns the highest id of the peer's streams whose message was delivered. */
    int highestDispatched() {
        return highestDispatched;
    }

    /** Returns whether there are ids for one more message and for all side streams that may wait for theirs. */
    boolean hasOwnIdsLeft() {
        return nextOwn > 0 && nextOwn < LAST_OWN;
    }

    /** Returns whether the ids, and with them the session, are nearly used up. */
    boolean isNearEnd() {
        return nextOwn < 0 || nextOwn >= NEAR_END;
    }

    void addOwn(Stream stream) {
        useOwnId(stream);
        table.add(stream);
        own += count(stream);
    }

    /** Assigns an id to a stream that ends as soon as it starts. */
    void useOwnId(Stream stream) {
        stream.id = nextOwn;
        nextOwn += 2;
    }

    /**
     * Marks an id of the peer as used, whether or not a stream is created for it; throws {@code PROTOCOL} if it may not
     * be.
     */
    void usePeerId(int id) {
        if (isOwn(id)) {
            throw violation(id, "an id that the peer may begin", "one of this side's");
        }
        ArrivedNumbers anyOrder = peerIds;
        if (anyOrder == null && id <= highestPeer) {
            throw violation(id, "an id above " + highestPeer, "one not above");
        }
        if (anyOrder != null && !anyOrder.add((id + 1) >>> 1, "stream")) {
            throw violation(id, "an unused id", "a used one");
        }
        highestPeer = Math.max(highestPeer, id);
    }

    /** Returns the error for a fragment that violates the protocol. */
    static ParleyException violation(int id, String expected, String found) {
        return new ParleyException(ErrorCode.PROTOCOL, "stream " + id + ": expected " + expected + ", found " + found);
    }

    /**
     * Returns the factor by which open streams of a kind may exceed the agreed number. Streams that ended on another
     * track may still be counted, so up to twice as many requests may start, and three times as many one-way messages,
     * which cannot be refused.
     */
    int slack(MessageKind kind) {
        return peerIds == null ? 1 : kind == MessageKind.REQUEST ? 2 : 3;
    }

    void addPeer(Stream stream, int id) {
        stream.id = id;
        table.add(stream);
        peers += count(stream);
    }

    void markDispatched(Stream stream) {
        highestDispatched = Math.max(highestDispatched, stream.id);
    }

    /** Restores the ids that the peer used, and whose messages were delivered, before this process. */
    void restorePeer(int peer, int dispatched) {
        highestPeer = peer;
        highestDispatched = dispatched;
    }

    /** Marks this side's ids up to that one as used by an earlier process; 0 if none was. */
    void restoreOwn(int highestOwn) {
        if (highestOwn > 0) {
            nextOwn = Math.max(nextOwn, highestOwn + 2);
        }
    }

    /** Adds a stream that an earlier process started. */
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
