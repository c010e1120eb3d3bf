package io.parley.session;

import io.parley.negotiation.Agreement;

/** The request to open a session: the token, the terms, and the agreement that they belong to. */
final class OpenRequest {
    final Agreement agreement;
    final byte[] token;
    final byte[] terms;

    OpenRequest(Agreement agreement, byte[] token, byte[] terms) {
        this.agreement = agreement;
        this.token = token.clone();
        this.terms = terms.clone();
    }
}
