package io.parley.transport.stream.endpoint;

import io.parley.negotiation.Agreement;

/**
 * Single-use invitation of a client to connect within 30 seconds. It contains a secret: transfer it over a confidential
 * channel. Immutable.
 */
public final class Invitation {
    private final Agreement agreement;
    private final byte[] token;

    Invitation(Agreement agreement, byte[] token) {
        this.agreement = agreement;
        this.token = token.clone();
    }

    /**
     * Creates an invitation from content that was transferred.
     *
     * @param token the single-use token; copied
     */
    public static Invitation of(Agreement agreement, byte[] token) {
        return new Invitation(agreement, token);
    }

    /** Returns the terms, with the endpoint's addresses. */
    public Agreement agreement() {
        return agreement;
    }

    /** Returns a copy of the single-use token. */
    public byte[] token() {
        return token.clone();
    }

    /** Returns the addresses without the token. */
    @Override
    public String toString() {
        return "invitation to " + agreement.addresses();
    }
}
