package io.parley.bench.retail;

import io.parley.bench.document.Shape;
import io.parley.bench.document.Update;

/**
 * A client with its server, which returns the message with another identification. Thread-safe.
 *
 * @param <M> the type of an application's messages
 */
public interface Line<M> extends AutoCloseable {
    /** The identification of an answer. */
    String ANSWER = "RESPONSE";

    /** Returns a message for one call; no other call changes it. */
    M message(Shape shape);

    /** Sends a message and waits for the answer. */
    M exchange(M message) throws Exception;

    /** Returns the content of a message, for comparison. */
    Update content(M message);

    @Override
    void close();

    /** A line whose messages are the paper's objects. */
    interface OfObjects extends Line<Update> {
        @Override
        default Update message(Shape shape) {
            return shape.message();
        }

        @Override
        default Update content(Update message) {
            return message;
        }
    }
}
