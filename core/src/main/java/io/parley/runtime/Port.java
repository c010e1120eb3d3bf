package io.parley.runtime;

import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;

/**
 * Scope of a token that is not for a {@link Door}: any listener of that channel with that security. So a session that
 * was agreed to be protected is never opened in the clear.
 */
record Port(String channel, ChannelSecurity security) implements WayIn {
    static Port of(Agreement agreement) {
        return new Port(agreement.channel(), agreement.security());
    }
}
