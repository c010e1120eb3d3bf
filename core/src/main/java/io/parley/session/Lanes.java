package io.parley.session;

/**
 * The lanes that this side's frames take on its connection (docs/protocol/channels.md, 17). An exchange has a lane to itself while it is
 * under way, the lowest that is idle, so exchanges that follow each other share one; beyond so many at once the lane with the fewest is
 * shared. An answer takes the lane of its request. Belongs to the session's thread.
 */
final class Lanes {
    /** Frames of the session, and everything where there is one lane. */
    static final int CONTROL = 0;

    private static final int ONE_WAY = 1;
    private static final int FIRST_OF_EXCHANGES = 2;

    /** How many exchanges each lane has. */
    private final int[] users;

    Lanes(int count) {
        this.users = new int[count];
    }

    /** Returns whether frames may overtake each other. */
    boolean areSeveral() {
        return users.length > 1;
    }

    /** The lane of what this side sends on a stream, which keeps it until it {@link #leave leaves}. */
    int of(Stream stream) {
        if (users.length == 1) {
            return CONTROL;
        }
        if (stream.lane == CONTROL && !stream.closed) {
            stream.lane = stream.own && stream.kind == MessageKind.ONE_WAY ? lane(ONE_WAY) : idle();
            users[stream.lane]++;
        }
        return stream.lane;
    }

    /** Answers on the lane of a request: its sender takes that for another once the answer came, and not before. */
    void answer(Stream stream, int lane) {
        if (stream.lane == CONTROL && !stream.closed && lane >= FIRST_OF_EXCHANGES && lane < users.length) {
            stream.lane = lane;
            users[lane]++;
        }
    }

    /** Puts a side stream on the lane of its message: it has to begin behind that. */
    void join(Stream side, Stream message) {
        if (users.length > 1 && side.lane == CONTROL) {
            side.lane = of(message);
            users[side.lane]++;
        }
    }

    /** The stream is over: nothing more is sent on it. */
    void leave(Stream stream) {
        if (stream.lane != CONTROL) {
            users[stream.lane]--;
            stream.lane = CONTROL;
        }
    }

    private int idle() {
        int found = lane(FIRST_OF_EXCHANGES);
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

    private int lane(int wanted) {
        return Math.min(wanted, users.length - 1);
    }
}
