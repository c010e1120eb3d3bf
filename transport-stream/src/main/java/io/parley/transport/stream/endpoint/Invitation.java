package io.parley.transport.stream.endpoint;

import io.parley.negotiation.Agreement;

/**
 * Invitation of a client to connect, once, within 30 seconds. It holds a secret: hand it over by a way that nobody else
 * reads. Immutable.
 */
public final class Invitation {
    private final Agreement agreement;
    private final byte[] token;

    Invitation(Agreement agreement, byte[] token) {
        this.agreement = agreement;
        this.token = token.clone();
    }

    /** An invitation whose content came from elsewhere. */
    public static Invitation of(Agreement agreement, byte[] token) {
        return new Invitation(agreement, token);
    }

    /** The terms, with the address. */
    public Agreement agreement() {
        return agreement;
    }

    /** A copy of the single-use token. */
    public byte[] token() {
        return token.clone();
    }

    /** Returns the addresses without the token. */
    @Override
    public String toString() {
        return "invitation to " + agreement.addresses();
    }
}
