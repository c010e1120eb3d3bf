package io.parley.channel;

import io.parley.Durations;
import io.parley.Limit;
import io.parley.Limits;
import java.time.Duration;

/**
 * Settings that a channel gets from the layer above.
 *
 * @param limits {@code FRAME_RATE} and {@code PENDING_CONNECTIONS} are the channel's to enforce
 * @param connectTimeout limit for a connect, including name resolution
 * @param handshakeTimeout further limit for the handshake that {@code protection} needs
 * @param protection of the bytes on their way; a channel refuses one that it cannot give
 */
public record ChannelSettings(
        Limits limits, Duration connectTimeout, Duration handshakeTimeout, Protection protection) {
    public ChannelSettings {
        connectTimeout = Durations.bounded(connectTimeout);
        handshakeTimeout = Durations.bounded(handshakeTimeout);
    }

    /** Unprotected; handshakes have {@code HANDSHAKE_MILLIS}. */
    public ChannelSettings(Limits limits, Duration connectTimeout) {
        this(limits, connectTimeout, Duration.ofMillis(limits.get(Limit.HANDSHAKE_MILLIS)), Protection.NONE);
    }

    /** Unprotected; connecting has {@code CONNECT_MILLIS}, handshakes have {@code HANDSHAKE_MILLIS}. */
    public ChannelSettings(Limits limits) {
        this(limits, Duration.ofMillis(limits.get(Limit.CONNECT_MILLIS)));
    }

    /** Returns settings with default limits, and no protection. */
    public static ChannelSettings defaults() {
        return new ChannelSettings(Limits.defaults());
    }

    /** Returns the clause by which errors of {@link #reachTimeout} name its settings. */
    public static String reachSettings() {
        return "the settings are " + Limit.CONNECT_MILLIS.setting() + " and " + Limit.HANDSHAKE_MILLIS.setting();
    }

    /** Returns the limit for a connect and a handshake together, where what is reached answers behind both. */
    public Duration reachTimeout() {
        return Durations.bounded(connectTimeout.plus(handshakeTimeout));
    }

    /** Returns settings with another connect limit. */
    public ChannelSettings within(Duration limit) {
        return new ChannelSettings(limits, limit, handshakeTimeout, protection);
    }

    /** Returns settings with another limit for handshakes. */
    public ChannelSettings shakingHandsWithin(Duration limit) {
        return new ChannelSettings(limits, connectTimeout, limit, protection);
    }

    /** Returns settings with another protection. */
    public ChannelSettings with(Protection other) {
        return new ChannelSettings(limits, connectTimeout, handshakeTimeout, other);
    }
}
