package io.parley.cxf.service;

import io.parley.ParleyException;
import io.parley.runtime.Timers;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.message.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of a service's offers that cannot be read. Anybody can post them, so they get one line a minute in place of CXF's
 * stack trace for each fault. Thread-safe.
 */
final class UnreadableOffers {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadableOffers.class);
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final String LISTENER = FaultListener.class.getName();

    /** Number of offers since the last line. */
    private long unreported;

    private long reported;
    private boolean hasReported;

    /** Reports an offer, and prevents CXF from logging the fault that answers it. */
    void refused(Message message, ParleyException why) {
        Object own = message.getContextualProperty(LISTENER);
        FaultListener silent = (exception, description, failed) -> {
            if (own instanceof FaultListener listener) {
                listener.faultOccurred(exception, description, failed);
            }
            return false;
        };
        message.put(LISTENER, silent);
        long offers = countForLine(now(message));
        if (offers > 0) {
            LOG.warn(
                    "{}: refused {} that cannot be read, {}; the sender is no client of Parley, or one of another version"
                            + " (one line a minute)",
                    message.getExchange().getEndpoint().getEndpointInfo().getName(),
                    offers == 1 ? "an offer" : offers + " offers",
                    why.getMessage());
        }
    }

    private static long now(Message message) {
        Timers given = message.getExchange().getBus().getExtension(Timers.class);
        return given == null ? System.nanoTime() : given.nanoTime();
    }

    /** Counts an offer; returns the number since the last line, or 0 if that was less than a minute ago. */
    private synchronized long countForLine(long now) {
        unreported++;
        if (hasReported && now - reported < PAUSE_NANOS) {
            return 0;
        }
        long offers = unreported;
        unreported = 0;
        reported = now;
        hasReported = true;
        return offers;
    }
}
