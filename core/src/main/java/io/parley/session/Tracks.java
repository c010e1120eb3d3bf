package io.parley.session;

/**
 * The tracks that this side's frames take on its connection (docs/protocol/channels.md, 17). An exchange has a track to itself while it is
 * under way, the lowest that is idle, so exchanges that follow each other share one; beyond so many at once the track with the fewest is
 * shared. An answer takes the track of its request. Belongs to the session's thread.
 */
final class Tracks {
    /** Frames of the session, and everything where there is one track. */
    static final int CONTROL = 0;

    private static final int ONE_WAY = 1;
    private static final int FIRST_OF_EXCHANGES = 2;

    /** How many exchanges each track has. */
    private final int[] users;

    Tracks(int count) {
        this.users = new int[count];
    }

    /** Returns whether frames may overtake each other. */
    boolean areSeveral() {
        return users.length > 1;
    }

    /** The track of what this side sends on a stream, which keeps it until it {@link #leave leaves}. */
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

    /** Answers on the track of a request: its sender takes that for another once the answer came, and not before. */
    void answer(Stream stream, int track) {
        if (stream.track == CONTROL && !stream.closed && track >= FIRST_OF_EXCHANGES && track < users.length) {
            stream.track = track;
            users[track]++;
        }
    }

    /** Puts a side stream on the track of its message: it has to begin behind that. */
    void join(Stream side, Stream message) {
        if (users.length > 1 && side.track == CONTROL) {
            side.track = of(message);
            users[side.track]++;
        }
    }

    /** The stream is over: nothing more is sent on it. */
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
