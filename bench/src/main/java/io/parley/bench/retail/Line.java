package io.parley.bench.retail;

import io.parley.bench.document.Update;

/** A client with its server, which answers with the message it got and another identification. Thread-safe. */
public interface Line extends AutoCloseable {
    /** What an answer is identified by. */
    String ANSWER = "RESPONSE";

    /** Sends a message and waits for the answer. */
    Update exchange(Update message) throws Exception;

    @Override
    void close();
}
