package io.parley.conformance;

import io.parley.conformance.jms.JmsPipe;
import io.parley.conformance.raw.RawFrame;
import io.parley.conformance.raw.RawFrameType;
import jakarta.jms.JMSException;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.ToLongFunction;

/**
 * A catalogue of cases of section 1.1 that start with an open session over the jms channel, on either side.
 *
 * @param <T> the implementation under test
 * @param to catalogue that the cases are added to
 */
record JmsSessions<T>(Catalogue<T> to, Opener<T> opener) {
    /**
     * Opens a session with the implementation under test.
     *
     * @param <T> the implementation under test
     */
    interface Opener<T> {
        Opened open(T judged) throws IOException;
    }

    /**
     * An open session and what carries it.
     *
     * @param limit returns agreed limits by their names
     */
    record Opened(Session session, JmsPipe pipe, ToLongFunction<String> limit) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            session.close();
        }
    }

    /** Code that uses a session over a connection. */
    interface Action {
        void in(Session session, JmsPipe pipe) throws IOException, JMSException;
    }

    /** Adds a case in an open session. */
    void opened(String title, Action action) {
        to.add("1.1", title, judged -> {
            try (Opened opened = opener.open(judged)) {
                action.in(opened.session(), opened.pipe());
            }
        });
    }

    /** Code that uses a connection. */
    interface Use {
        void of(JmsPipe pipe) throws IOException, JMSException;
    }

    /** Adds a case in which a message ends the connection, and later messages are not answered. */
    void ends(String title, Use use) {
        opened(title, (session, pipe) -> {
            session.expectAlive();
            use.of(pipe);
            try {
                while (true) {
                    RawFrame frame = session.next();
                    if (Session.is(frame, RawFrameType.PONG)) {
                        throw new Mismatch("the end of the connection", "an answer to what followed");
                    }
                }
            } catch (EOFException e) {
                return;
            }
        });
    }
}
