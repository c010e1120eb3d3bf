package io.parley.transport.http.endpoint;

import io.parley.negotiation.FallbackReason;
import java.time.Duration;
import java.util.Optional;

/**
 * What came of opening a session without calling anything.
 *
 * @param channel that the session was opened on; empty if there is none
 * @param took from the offer until the session was open, or could not be
 * @param roundTrip of a ping on it; empty if there is no session, or no answer
 * @param reason why there is none; empty if there is
 * @param detail what is known beside the reason; may be empty
 */
public record ChannelTrial(
        Optional<String> channel,
        Duration took,
        Optional<Duration> roundTrip,
        Optional<FallbackReason> reason,
        String detail) {}
