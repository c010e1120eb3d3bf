package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.FallbackReason.Memory;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fallbacks of one key that were already logged, so that each is logged once: a reason is new again after an agreement,
 * and one that is not about single calls also after another such. Not thread-safe.
 */
final class Told {
    private final Set<FallbackReason> reasons = EnumSet.noneOf(FallbackReason.class);
    private KnownPeers.@Nullable Fallback last;

    /** Notes a fallback, and says whether it is news. */
    boolean isNews(KnownPeers.Fallback fallback) {
        FallbackReason reason = fallback.reason();
        last = fallback;
        if (reason.memory() != Memory.CALL) {
            reasons.removeIf(told -> told.memory() != Memory.CALL && told != reason);
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
