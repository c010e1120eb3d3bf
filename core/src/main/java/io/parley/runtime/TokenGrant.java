package io.parley.runtime;

import io.parley.negotiation.Agreement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The session that a token opens.
 *
 * @param principal the principal whose quota the session counts against
 * @param issued time of issue, by {@link Timers#nanoTime}
 * @param scope the scope in which the token is valid: a {@link Port}, or an entry of a {@link SessionAcceptor}
 */
record TokenGrant(
        Agreement agreement,
        String principal,
        @Nullable Object attachment,
        MessageHandler handler,
        long issued,
        Object scope) {
    boolean isOlderThan(Duration age, long now) {
        return now - issued > age.toNanos();
    }
}
