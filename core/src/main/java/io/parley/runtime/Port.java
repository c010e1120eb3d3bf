package io.parley.runtime;

import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;

/**
 * Scope of a token that is not bound to a {@link SessionAcceptor}: all listeners of one channel and security, so that a
 * session that was agreed to be protected is never opened unprotected.
 */
record Port(String channel, ChannelSecurity security) implements TokenScope {
    static Port of(Agreement agreement) {
        return new Port(agreement.channel(), agreement.security());
    }
}
