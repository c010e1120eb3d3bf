package io.parley.session;

import io.parley.negotiation.Agreement;

/** Request of the opening side: what it shows, and the agreement that it was issued with. */
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
