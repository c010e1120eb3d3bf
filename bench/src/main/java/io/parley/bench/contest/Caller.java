package io.parley.bench.contest;

import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/**
 * Makes calls one after the other. Used by one thread.
 *
 * @param once makes one call, from application object to application object; returns the response
 * @param verify makes a call and fails unless its response is the expected one
 * @param end releases the resources that belong to this caller alone
 */
public record Caller(Callable<Object> once, Runnable verify, AutoCloseable end) implements AutoCloseable {
    /**
     * Returns a caller.
     *
     * @param content converts a response to the object that the match expects
     */
    static Caller of(Match match, Callable<Object> once, UnaryOperator<Object> content, AutoCloseable end) {
        return new Caller(once, () -> match.check(content.apply(Tasks.result(once))), end);
    }

    /** Makes one call; returns the response. */
    public Object call() {
        return Tasks.result(once);
    }

    /**
     * Makes a call and compares the response with the expected one.
     *
     * @throws IllegalStateException if they differ
     */
    public void check() {
        verify.run();
    }

    @Override
    public void close() {
        Tasks.close(end);
    }
}
