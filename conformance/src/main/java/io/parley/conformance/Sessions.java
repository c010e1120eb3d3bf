package io.parley.conformance;

import java.io.IOException;

/**
 * Cases that begin with a session that stands, whichever side is judged.
 *
 * @param <T> who is judged
 * @param to what they are added to
 */
record Sessions<T>(Catalogue<T> to, Opener<T> opener) {
    /**
     * Opens a session with who is judged.
     *
     * @param <T> who that is
     */
    interface Opener<T> {
        Session open(T judged) throws IOException;
    }

    /** What is done in a session. */
    interface Deed {
        void in(Session session) throws IOException;
    }

    /** A deed that ends the session. */
    void ended(String section, String title, Code code, Deed deed) {
        to.add(section, title, judged -> {
            try (Session session = opener.open(judged)) {
                deed.in(session);
                session.expectEnd(code);
            }
        });
    }

    /** A deed that the session survives. */
    void lives(String section, String title, Deed deed) {
        to.add(section, title, judged -> {
            try (Session session = opener.open(judged)) {
                deed.in(session);
                session.expectAlive();
            }
        });
    }
}
