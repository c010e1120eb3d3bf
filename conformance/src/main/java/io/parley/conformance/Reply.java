package io.parley.conformance;

import java.util.function.UnaryOperator;

/**
 * How a service replies to an offer.
 *
 * @param answer changes the right answer
 * @param response changes the response that has it
 */
record Reply(UnaryOperator<String> answer, UnaryOperator<Clients.Said> response) {
    static final Reply USUAL = new Reply(UnaryOperator.identity(), UnaryOperator.identity());

    static Reply answering(UnaryOperator<String> change) {
        return new Reply(change, UnaryOperator.identity());
    }

    static Reply responding(int status, String type, String body) {
        return new Reply(UnaryOperator.identity(), said -> new Clients.Said(status, type, body));
    }
}
