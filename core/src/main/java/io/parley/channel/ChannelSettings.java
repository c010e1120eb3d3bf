package io.parley.channel;

import io.parley.Limits;
import java.time.Duration;

/**
 * What a channel needs to know from above.
 *
 * @param limits {@code FRAME_RATE} and {@code PENDING_CONNECTIONS} are the channel's to enforce
 * @param connectTimeout how long a connect may take, including name resolution and what {@code protection} needs
 * @param protection of the bytes on their way; a channel refuses what it cannot give
 */
public record ChannelSettings(Limits limits, Duration connectTimeout, Protection protection) {
    /** Unprotected. */
    public ChannelSettings(Limits limits, Duration connectTimeout) {
        this(limits, connectTimeout, Protection.NONE);
    }

    public static ChannelSettings defaults() {
        return new ChannelSettings(Limits.defaults(), Duration.ofSeconds(1));
    }

    /** With another connect limit. */
    public ChannelSettings within(Duration limit) {
        return new ChannelSettings(limits, limit, protection);
    }

    public ChannelSettings with(Protection other) {
        return new ChannelSettings(limits, connectTimeout, other);
    }
}
