package io.parley.runtime;

import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;

/**
 * Where a token opens a session, if it is not a {@link Door}: at any listener of that channel with that security. So what was
 * agreed to be protected is not opened in the clear.
 */
record Port(String channel, ChannelSecurity security) {
    static Port of(Agreement agreement) {
        return new Port(agreement.channel(), agreement.security());
    }
}
