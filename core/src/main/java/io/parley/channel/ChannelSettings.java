package io.parley.channel;

import io.parley.Durations;
import io.parley.Limit;
import io.parley.Limits;
import java.time.Duration;

/**
 * Settings that a channel gets from the layer above.
 *
 * @param limits of which the channel enforces {@code FRAME_RATE} and {@code PENDING_CONNECTIONS}
 * @param connectTimeout time to connect, including name resolution
 * @param handshakeTimeout additional time for the handshake that {@code protection} needs
 * @param protection transport security of the connections; a channel refuses a protection that it does not support
 */
public record ChannelSettings(
        Limits limits, Duration connectTimeout, Duration handshakeTimeout, Protection protection) {
    public ChannelSettings {
        connectTimeout = Durations.bounded(connectTimeout);
        handshakeTimeout = Durations.bounded(handshakeTimeout);
    }

    /** Creates unprotected settings whose handshake timeout is {@code HANDSHAKE_MILLIS}. */
    public ChannelSettings(Limits limits, Duration connectTimeout) {
        this(limits, connectTimeout, Duration.ofMillis(limits.get(Limit.HANDSHAKE_MILLIS)), Protection.NONE);
    }

    /** Creates unprotected settings with the timeouts {@code CONNECT_MILLIS} and {@code HANDSHAKE_MILLIS}. */
    public ChannelSettings(Limits limits) {
        this(limits, Duration.ofMillis(limits.get(Limit.CONNECT_MILLIS)));
    }

    /** Returns unprotected settings with default limits. */
    public static ChannelSettings defaults() {
        return new ChannelSettings(Limits.defaults());
    }

    /** Returns the clause that names the settings behind {@link #reachTimeout} in an error message. */
    public static String reachSettings() {
        return "the settings are " + Limit.CONNECT_MILLIS.setting() + " and " + Limit.HANDSHAKE_MILLIS.setting();
    }

    /** Returns the time to connect and complete the handshake, together. */
    public Duration reachTimeout() {
        return Durations.bounded(connectTimeout.plus(handshakeTimeout));
    }

    /** Returns a copy with another connect timeout. */
    public ChannelSettings within(Duration limit) {
        return new ChannelSettings(limits, limit, handshakeTimeout, protection);
    }

    /** Returns a copy with another handshake timeout. */
    public ChannelSettings shakingHandsWithin(Duration limit) {
        return new ChannelSettings(limits, connectTimeout, limit, protection);
    }

    /** Returns a copy with another protection. */
    public ChannelSettings with(Protection other) {
        return new ChannelSettings(limits, connectTimeout, handshakeTimeout, other);
    }
}
