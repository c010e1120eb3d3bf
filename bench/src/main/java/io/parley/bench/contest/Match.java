package io.parley.bench.contest;

import io.parley.bench.data.Beans.Count;
import io.parley.bench.data.Contents;
import io.parley.bench.data.Workload;

/**
 * The task of the contestants.
 *
 * @param door the route from the clients to the server
 */
public record Match(Exchange exchange, Workload workload, Door door) {
    /** Returns a match whose clients connect directly to the server. */
    public static Match direct(Exchange exchange, Workload workload) {
        return new Match(exchange, workload, Door.DIRECT);
    }

    /** Returns the request: the content, or the number of items wanted. */
    Object request() {
        return exchange == Exchange.RECEIVE ? Count.of(workload.count()) : workload.object();
    }

    /** Returns the class of requests. */
    Class<?> requestType() {
        return exchange == Exchange.RECEIVE ? Count.class : workload.kind().type();
    }

    /** Returns the class of responses. */
    Class<?> responseType() {
        return exchange == Exchange.SEND ? Count.class : workload.kind().type();
    }

    /** Returns a server's response to an unmodified request; {@code ready} is the prepared content. */
    Object answer(Object request, Object ready) {
        return switch (exchange) {
            case ECHO -> request;
            case SEND -> Count.of(Contents.count(workload.kind(), request));
            case RECEIVE -> ready;
        };
    }

    /**
     * Checks a response.
     *
     * @throws IllegalStateException if it is not the expected one
     */
    void check(Object answer) {
        boolean right = exchange == Exchange.SEND
                ? answer instanceof Count count && count.value == Contents.count(workload.kind(), workload.object())
                : Contents.equal(workload.object(), answer);
        check(right);
    }

    /**
     * Fails unless the response was correct.
     *
     * @throws IllegalStateException if it was not
     */
    void check(boolean right) {
        if (!right) {
            throw new IllegalStateException(exchange.word() + " of " + workload + " was answered with other content");
        }
    }
}
