package io.parley.cxf.endpoint;

import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.FallbackReason;
import java.util.Optional;

/**
 * Restrictions on the channels that a caller may be given.
 *
 * @param any reason to withhold all channels, if any
 * @param ownPort reason to withhold channels that bypass the service's URL, if any
 * @param ownUrl reason to withhold posts to the service's URL, if any
 * @param ownUpgrade reason to withhold upgrades at the service's URL, if any
 * @param came protection of the caller's request; a caller over TLS is given protected channels only
 */
public record Guard(
        Optional<FallbackReason> any,
        Optional<FallbackReason> ownPort,
        Optional<FallbackReason> ownUrl,
        Optional<FallbackReason> ownUpgrade,
        ChannelSecurity came) {
    /** Returns a guard without restrictions. */
    public static Guard none(ChannelSecurity came) {
        return new Guard(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), came);
    }

    /** Returns a guard that withholds all channels. */
    public static Guard against(FallbackReason any) {
        return new Guard(Optional.of(any), Optional.empty(), Optional.empty(), Optional.empty(), ChannelSecurity.NONE);
    }

    /** Returns a guard that withholds only channels with a port of their own. */
    public static Guard againstOwnPort(FallbackReason ownPort) {
        return new Guard(
                Optional.empty(), Optional.of(ownPort), Optional.empty(), Optional.empty(), ChannelSecurity.NONE);
    }
}
