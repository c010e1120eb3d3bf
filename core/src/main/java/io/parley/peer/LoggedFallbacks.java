package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.FallbackReason.Memory;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fallbacks of one key that were already logged, so that each is logged once. A reason is new again after an agreement;
 * one that does not concern single calls also after another such reason. Not thread-safe.
 */
final class LoggedFallbacks {
    private final Set<FallbackReason> reasons = EnumSet.noneOf(FallbackReason.class);
    private KnownPeers.@Nullable Fallback last;

    /** Records a fallback; returns whether it is to be logged. */
    boolean isNews(KnownPeers.Fallback fallback) {
        FallbackReason reason = fallback.reason();
        last = fallback;
        if (reason.memory() != Memory.CALL) {
            reasons.removeIf(logged -> logged.memory() != Memory.CALL && logged != reason);
        }
        return reasons.add(reason);
    }

    Optional<KnownPeers.Fallback> last() {
        return Optional.ofNullable(last);
    }

    void clear() {
        reasons.clear();
        last = null;
    }
}
