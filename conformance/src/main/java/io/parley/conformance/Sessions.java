package io.parley.conformance;

import java.io.IOException;

/**
 * A catalogue of cases that start with an open session, on either side.
 *
 * @param <T> the implementation under test
 * @param to catalogue that the cases are added to
 */
record Sessions<T>(Catalogue<T> to, Opener<T> opener) {
    /**
     * Opens a session with the implementation under test.
     *
     * @param <T> the implementation under test
     */
    interface Opener<T> {
        Session open(T judged) throws IOException;
    }

    /** Code that uses a session. */
    interface Action {
        void in(Session session) throws IOException;
    }

    /** Adds a case whose action must end the session. */
    void ended(String section, String title, Code code, Action action) {
        to.add(section, title, judged -> {
            try (Session session = opener.open(judged)) {
                action.in(session);
                session.expectEnd(code);
            }
        });
    }

    /** Adds a case whose action the session must survive. */
    void lives(String section, String title, Action action) {
        to.add(section, title, judged -> {
            try (Session session = opener.open(judged)) {
                action.in(session);
                session.expectAlive();
            }
        });
    }
}
