package io.parley.session;

/**
 * The lanes that a session's frames take on its connection (docs/protocol/channels.md, 17): what needs an order among itself has a
 * lane in common, and nothing else has to wait for it. Stateless but for their number.
 */
final class Lanes {
    /** Frames of the session, and everything where there is one lane. */
    static final int CONTROL = 0;

    private static final int ONE_WAY = 1;
    private static final int FIRST_OF_REQUESTS = 2;

    private final int count;

    Lanes(int count) {
        this.count = count;
    }

    /** Returns whether frames may overtake each other. */
    boolean areSeveral() {
        return count > 1;
    }

    /** The lane of what this side sends on a stream. */
    int of(Stream stream) {
        if (stream.kind == MessageKind.ONE_WAY) {
            return lane(ONE_WAY);
        }
        return stream.own && stream.isSide() ? stream.place().lane : ofExchange(stream.id);
    }

    /** The lane of a request of that id, of its answer, and of credit for it. */
    int ofExchange(int id) {
        int requests = count - FIRST_OF_REQUESTS;
        return id == 0 || requests < 1 ? lane(ONE_WAY) : FIRST_OF_REQUESTS + (id >>> 1) % requests;
    }

    private int lane(int wanted) {
        return Math.min(wanted, count - 1);
    }
}
