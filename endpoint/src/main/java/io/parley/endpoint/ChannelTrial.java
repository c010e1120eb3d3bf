package io.parley.endpoint;

import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Outcome of opening a session without making a call.
 *
 * @param agreement of the session; empty if none was opened
 * @param took time from the offer until the session was open or had failed
 * @param roundTrips of pings; those from the first one without a response on are missing
 * @param reason why there is no session; empty if there is one
 * @param detail more about the reason; may be empty
 * @param exchange the offer that decided, and its reply; empty if none was sent
 */
public record ChannelTrial(
        Optional<Agreement> agreement,
        Duration took,
        List<Duration> roundTrips,
        Optional<FallbackReason> reason,
        String detail,
        Optional<OfferExchange> exchange) {
    public ChannelTrial {
        roundTrips = List.copyOf(roundTrips);
    }
}
