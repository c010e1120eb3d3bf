package io.parley.bench.retail;

import io.parley.bench.document.Shape;
import io.parley.bench.document.Update;

/**
 * A client with its server, which answers with the message it got and another identification. Thread-safe.
 *
 * @param <M> messages as an application has them
 */
public interface Line<M> extends AutoCloseable {
    /** What an answer is identified by. */
    String ANSWER = "RESPONSE";

    /** A new message, for one call. */
    M message(Shape shape);

    /** Sends a message and waits for the answer. */
    M exchange(M message) throws Exception;

    /** What a message says, for comparison. */
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
