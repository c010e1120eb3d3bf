package io.parley.bench.retail;

import io.parley.bench.contest.Tasks;
import io.parley.bench.document.Shape;
import io.parley.bench.document.Update;
import java.util.function.Function;

/**
 * A client with its server, which returns the message with another identification. Thread-safe.
 *
 * @param <M> the type of an application's messages
 * @param messages returns a message for one call; no other call changes it
 * @param calls sends a message and waits for the answer
 * @param contents returns the content of a message, for comparison
 * @param end closes both sides
 */
public record Line<M>(Function<Shape, M> messages, Calls<M> calls, Function<M, Update> contents, AutoCloseable end)
        implements AutoCloseable {
    /** The identification of an answer. */
    public static final String ANSWER = "RESPONSE";

    /** Calls of a server. */
    public interface Calls<M> {
        /** Sends a message and waits for the answer. */
        M exchange(M message) throws Exception;
    }

    /** Returns a line whose messages are the paper's objects. */
    static Line<Update> ofObjects(Calls<Update> calls, AutoCloseable end) {
        return new Line<>(Shape::message, calls, message -> message, end);
    }

    @Override
    public void close() {
        Tasks.close(end);
    }
}
