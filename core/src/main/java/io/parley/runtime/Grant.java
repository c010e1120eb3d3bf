package io.parley.runtime;

import io.parley.negotiation.Agreement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a token was issued for.
 *
 * @param principal whose quota a session counts against
 * @param issued when, by {@link Timers#nanoTime}
 * @param door where alone it lets in: a {@link Port}, or one who comes to a {@link Door}
 */
record Grant(
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
