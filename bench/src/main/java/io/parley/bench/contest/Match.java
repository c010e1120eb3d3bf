package io.parley.bench.contest;

import io.parley.bench.data.Beans.Count;
import io.parley.bench.data.Contents;
import io.parley.bench.data.Workload;

/**
 * What contestants are to do.
 *
 * @param door how clients get to the server
 */
public record Match(Exchange exchange, Workload workload, Door door) {

    /** A match whose clients connect to the server itself. */
    public static Match direct(Exchange exchange, Workload workload) {
        return new Match(exchange, workload, Door.DIRECT);
    }

    /** What a caller sends: the content, or how much of it is wanted. */
    Object request() {
        return exchange == Exchange.RECEIVE ? Count.of(workload.count()) : workload.object();
    }

    /** Its class. */
    Class<?> requestType() {
        return exchange == Exchange.RECEIVE ? Count.class : workload.kind().type();
    }

    /** The class of what a caller gets. */
    Class<?> responseType() {
        return exchange == Exchange.SEND ? Count.class : workload.kind().type();
    }

    /** What a server answers a request with, which must have come as it was sent; {@code ready} is the content. */
    Object answer(Object request, Object ready) {
        return switch (exchange) {
            case ECHO -> request;
            case SEND -> Count.of(Contents.count(workload.kind(), request));
            case RECEIVE -> ready;
        };
    }

    /**
     * Passes an answer that is what it has to be.
     *
     * @throws IllegalStateException otherwise
     */
    void check(Object answer) {
        boolean right = exchange == Exchange.SEND
                ? answer instanceof Count count && count.value == Contents.count(workload.kind(), workload.object())
                : Contents.equal(workload.object(), answer);
        check(right);
    }

    /** Passes if the answer was found to be right. */
    void check(boolean right) {
        if (!right) {
            throw new IllegalStateException(exchange.word() + " of " + workload + " was answered with other content");
        }
    }
}
