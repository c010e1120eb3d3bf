package io.parley.bench.loss;

import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import java.io.IOException;
import java.util.Map;

/** What both ends of a trial do. */
interface Work {
    /** Figure that each work has: the time from the begin of connecting to an open session, in milliseconds. */
    String OPENING = "opening_ms";

    /** Figure of what failed, if that ends nothing. */
    String FAILED = "failed";

    /** Opens a session; may be called twice. */
    interface Opener {
        Conversation open() throws IOException;
    }

    /** The client's part: returns its figures by name. */
    Map<String, Double> run(Opener sessions) throws IOException, InterruptedException;

    /** The server's part, for each message; by default the content goes back. */
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
