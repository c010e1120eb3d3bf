package io.parley.endpoint;

import io.parley.negotiation.FallbackReason;
import java.time.Duration;
import java.util.Optional;

/**
 * Outcome of opening a session without making a call.
 *
 * @param channel of the session; empty if none was opened
 * @param took time from the offer until the session was open or had failed
 * @param roundTrip of a ping; empty if there is no session, or no response to the ping
 * @param reason why there is no session; empty if there is one
 * @param detail more about the reason; may be empty
 */
public record ChannelTrial(
        Optional<String> channel,
        Duration took,
        Optional<Duration> roundTrip,
        Optional<FallbackReason> reason,
        String detail) {}
