package io.parley.peer;

import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counters of fallbacks; also logs new ones and passes them to listeners. Thread-safe. */
final class Fallbacks {
    private static final Logger LOG = LoggerFactory.getLogger(KnownPeers.class);
    private static final Set<FallbackReason> EXPECTED =
            EnumSet.of(FallbackReason.NEGOTIATING, FallbackReason.POLICY, FallbackReason.MODE_NEVER);
    private static final Set<FallbackReason> ALARMING =
            EnumSet.of(FallbackReason.DIGEST_MISMATCH, FallbackReason.HOST_NOT_ALLOWED);

    /** Counters by reason. The map is never modified, so that it is safe for all threads. */
    private final Map<FallbackReason, LongAdder> counters = new EnumMap<>(FallbackReason.class);

    private final LongAdder downgrades = new LongAdder();
    private final List<KnownPeers.FallbackListener> listeners = new CopyOnWriteArrayList<>();

    Fallbacks() {
        for (FallbackReason reason : FallbackReason.values()) {
            counters.put(reason, new LongAdder());
        }
    }

    void add(KnownPeers.FallbackListener listener) {
        listeners.add(listener);
    }

    void count(FallbackReason reason) {
        counter(reason).increment();
    }

    LongAdder counter(FallbackReason reason) {
        return Objects.requireNonNull(counters.get(reason));
    }

    Map<FallbackReason, Long> counts() {
        Map<FallbackReason, Long> counts = new EnumMap<>(FallbackReason.class);
        counters.forEach((reason, counter) -> {
            long count = counter.sum();
            if (count > 0) {
                counts.put(reason, count);
            }
        });
        return counts;
    }

    long downgrades() {
        return downgrades.sum();
    }

    /** Logs a fallback that is new for its key, and passes it to the listeners. */
    void report(KnownPeers.Fallback fallback) {
        FallbackReason reason = fallback.reason();
        String detail = fallback.detail().isEmpty() ? "" : " (" + fallback.detail() + ")";
        if (EXPECTED.contains(reason)) {
            LOG.debug("Falling back to SOAP: peer={} reason={} ({})", fallback.key(), reason, reason.sentence());
        } else if (ALARMING.contains(reason)) {
            LOG.warn(
                    "Falling back to SOAP: peer={} reason={} ({}){}. To fix: {}",
                    fallback.key(),
                    reason,
                    reason.sentence(),
                    detail,
                    reason.fix());
        } else {
            LOG.info(
                    "Falling back to SOAP: peer={} reason={} ({}){}. To fix: {}",
                    fallback.key(),
                    reason,
                    reason.sentence(),
                    detail,
                    reason.fix());
        }
        listeners.forEach(listener -> listener.onFallback(fallback));
    }

    void agreed(SessionKey key, Agreement agreement) {
        LOG.info(
                "Agreed to stream: peer={} channel={} representation={} agreement={}",
                key,
                agreement.channel(),
                agreement.representation(),
                agreement.id());
    }

    /** Records that a service which had agreed before now refuses. */
    void downgraded(SessionKey key, FallbackReason reason, String detail) {
        downgrades.increment();
        LOG.warn(
                "Refused by a service that had agreed before: peer={} reason={} ({}). It may run an older release, or an "
                        + "intermediary may suppress streaming",
                key,
                reason,
                detail);
    }
}
