package io.parley.cxf.control;

import io.parley.negotiation.FallbackReason;
import java.util.Optional;

/**
 * What stands between a caller and channels.
 *
 * @param any why no channel is given, if so
 * @param ownPort why none is given that goes around the service's URL, if so
 * @param ownUrl why none is given on the service's URL, if so
 */
record Guard(Optional<FallbackReason> any, Optional<FallbackReason> ownPort, Optional<FallbackReason> ownUrl) {
    /** Nothing does. */
    static Guard none() {
        return new Guard(Optional.empty(), Optional.empty(), Optional.empty());
    }

    static Guard against(FallbackReason any) {
        return new Guard(Optional.of(any), Optional.empty(), Optional.empty());
    }

    /** Channels on the service's URL are given. */
    static Guard againstOwnPort(FallbackReason ownPort) {
        return new Guard(Optional.empty(), Optional.of(ownPort), Optional.empty());
    }
}
