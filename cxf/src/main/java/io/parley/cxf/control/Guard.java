package io.parley.cxf.control;

import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.FallbackReason;
import java.util.Optional;

/**
 * What stands between a caller and channels.
 *
 * @param any why no channel is given, if so
 * @param ownPort why none is given that goes around the service's URL, if so
 * @param ownUrl why none is given on the service's URL, if so
 * @param came how the caller's request was protected: who came by TLS is given nothing else
 */
record Guard(
        Optional<FallbackReason> any,
        Optional<FallbackReason> ownPort,
        Optional<FallbackReason> ownUrl,
        ChannelSecurity came) {
    /** Nothing does. */
    static Guard none(ChannelSecurity came) {
        return new Guard(Optional.empty(), Optional.empty(), Optional.empty(), came);
    }

    static Guard against(FallbackReason any) {
        return new Guard(Optional.of(any), Optional.empty(), Optional.empty(), ChannelSecurity.NONE);
    }

    /** Channels on the service's URL are given. */
    static Guard againstOwnPort(FallbackReason ownPort) {
        return new Guard(Optional.empty(), Optional.of(ownPort), Optional.empty(), ChannelSecurity.NONE);
    }
}
