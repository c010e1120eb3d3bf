package io.parley.runtime;

import io.parley.negotiation.Agreement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * TokenGrant of a token: the session that it opens.
 *
 * @param principal the principal whose quota a session counts against
 * @param issued when, by {@link Timers#nanoTime}
 * @param door where alone it is valid: a {@link Port}, or an entry by a {@link Door}
 */
record TokenGrant(
        Agreement agreement,
        String principal,
        @Nullable Object attachment,
        MessageHandler handler,
        long issued,
        Object door) {
    boolean isOlderThan(Duration age, long now) {
        return now - issued > age.toNanos();
    }
}
