package io.parley.channel;

import io.parley.Limits;
import java.time.Duration;

/**
 * What a channel needs to know from above.
 *
 * @param limits {@code FRAME_RATE} and {@code PENDING_CONNECTIONS} are the channel's to enforce
 * @param connectTimeout how long a connect may take, including name resolution
 */
public record ChannelSettings(Limits limits, Duration connectTimeout) {
    public static ChannelSettings defaults() {
        return new ChannelSettings(Limits.defaults(), Duration.ofSeconds(1));
    }
}
