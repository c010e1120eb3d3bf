package io.parley.conformance;

import java.util.function.UnaryOperator;

/**
 * The reply of a service to an offer.
 *
 * @param answer changes the correct answer
 * @param response changes the response that contains the answer
 */
record Reply(UnaryOperator<String> answer, UnaryOperator<Response> response) {
    static final Reply USUAL = new Reply(UnaryOperator.identity(), UnaryOperator.identity());

    static Reply answering(UnaryOperator<String> change) {
        return new Reply(change, UnaryOperator.identity());
    }

    static Reply responding(int status, String type, String body) {
        return new Reply(UnaryOperator.identity(), said -> new Response(status, type, body));
    }
}
