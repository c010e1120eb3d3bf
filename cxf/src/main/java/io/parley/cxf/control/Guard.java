package io.parley.cxf.control;

import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.FallbackReason;
import java.util.Optional;

/**
 * Restrictions between a caller and channels.
 *
 * @param any reason to give no channel, if there is one
 * @param ownPort reason to give none that bypasses the service's URL, if there is one
 * @param ownUrl reason to give none by posts to the service's URL, if there is one
 * @param ownUpgrade reason to give none by an upgrade at the service's URL, if there is one
 * @param came protection of the caller's request: a caller that came by TLS is given nothing else
 */
record Guard(
        Optional<FallbackReason> any,
        Optional<FallbackReason> ownPort,
        Optional<FallbackReason> ownUrl,
        Optional<FallbackReason> ownUpgrade,
        ChannelSecurity came) {
    /** Returns a guard without restrictions. */
    static Guard none(ChannelSecurity came) {
        return new Guard(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), came);
    }

    static Guard against(FallbackReason any) {
        return new Guard(Optional.of(any), Optional.empty(), Optional.empty(), Optional.empty(), ChannelSecurity.NONE);
    }

    /** Channels on the service's URL are given. */
    static Guard againstOwnPort(FallbackReason ownPort) {
        return new Guard(
                Optional.empty(), Optional.of(ownPort), Optional.empty(), Optional.empty(), ChannelSecurity.NONE);
    }
}
