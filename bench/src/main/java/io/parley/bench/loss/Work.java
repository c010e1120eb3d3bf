package io.parley.bench.loss;

import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The part of a trial that runs at both ends. */
interface Work {
    /**
     * Name of a figure that each work has: the time from the start of connecting to an open session, in milliseconds.
     */
    String OPENING = "opening_ms";

    /** Name of the figure for the number of failed calls that did not end the work. */
    String FAILED = "failed";

    /** Factory of sessions; may be called more than once. */
    interface Opener {
        Conversation open() throws IOException;

        /** Opens a session and notes how long that takes. */
        default Conversation open(Map<String, Double> figures) throws IOException {
            long begin = System.nanoTime();
            Conversation session = open();
            figures.put(OPENING, (System.nanoTime() - begin) / 1e6);
            return session;
        }
    }

    /** Returns the names of the figures, in the order of the table's columns. */
    List<String> names();

    /** Runs the client's part; returns the figures by name. */
    Map<String, Double> run(Opener sessions) throws IOException, InterruptedException;

    /** Runs the server's part for a message; by default returns the content as the response. */
    default void handle(IncomingMessage message) {
        try (message) {
            byte[] content = new byte[(int) message.source().remaining()];
            message.source().readBytes(content, 0, content.length);
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeBytes(content, 0, content.length);
            response.send();
        }
    }
}
