package io.parley.session;

/**
 * Allocation of the connection's tracks to this side's streams (docs/protocol/channels.md, 17). An open exchange has
 * its own track, the lowest idle one, so consecutive exchanges share one. If no track is idle, the one with the fewest
 * exchanges is shared. An answer uses the track of its request. Confined to the session's thread.
 */
final class Tracks {
    /** Track of session frames, and of all frames on a connection with one track. */
    static final int CONTROL = 0;

    private static final int ONE_WAY = 1;
    private static final int FIRST_OF_EXCHANGES = 2;

    /** Number of open streams on each track. */
    private final int[] users;

    Tracks(int count) {
        this.users = new int[count];
    }

    /** Returns whether frames may overtake each other. */
    boolean areSeveral() {
        return users.length > 1;
    }

    /** Returns the track of a stream, which keeps it until {@link #leave}. */
    int of(Stream stream) {
        if (users.length == 1) {
            return CONTROL;
        }
        if (stream.track == CONTROL && !stream.closed) {
            stream.track = stream.own && stream.kind == MessageKind.ONE_WAY ? track(ONE_WAY) : idle();
            users[stream.track]++;
        }
        return stream.track;
    }

    /**
     * Assigns the track of a request to its answer: the requesting side reuses that track only after the answer has
     * arrived.
     */
    void answer(Stream stream, int track) {
        if (stream.track == CONTROL && !stream.closed && track >= FIRST_OF_EXCHANGES && track < users.length) {
            stream.track = track;
            users[track]++;
        }
    }

    /** Assigns the track of a message to its side stream, which must start after it. */
    void join(Stream side, Stream message) {
        if (users.length > 1 && side.track == CONTROL) {
            side.track = of(message);
            users[side.track]++;
        }
    }

    /** Releases the track of a stream on which nothing more is sent. */
    void leave(Stream stream) {
        if (stream.track != CONTROL) {
            users[stream.track]--;
            stream.track = CONTROL;
        }
    }

    private int idle() {
        int found = track(FIRST_OF_EXCHANGES);
        for (int each = found; each < users.length; each++) {
            if (users[each] == 0) {
                return each;
            }
            if (users[each] < users[found]) {
                found = each;
            }
        }
        return found;
    }

    private int track(int wanted) {
        return Math.min(wanted, users.length - 1);
    }
}
