package io.parley.cxf;

import io.parley.cxf.control.ClientEndpoint;
import io.parley.cxf.control.Probing;
import io.parley.cxf.control.Transcript;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Conversation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.cxf.endpoint.Client;

/**
 * Result of a probe of a service: whether it would stream, and whether the channel works, without a call of any of its
 * operations.
 *
 * @param agreement the agreement; empty if there is none
 * @param reason why calls go by SOAP; empty if they do not
 * @param detail details beside the reason
 * @param negotiation as it went over the wire; empty if the offer was not even made
 * @param roundTrips of pings on the session that was opened
 */
public record ParleyProbe(
        Optional<Agreement> agreement,
        Optional<FallbackReason> reason,
        String detail,
        Optional<Transcript> negotiation,
        List<Duration> roundTrips) {
    private static final long PING_SECONDS = 5;

    public ParleyProbe {
        roundTrips = List.copyOf(roundTrips);
    }

    /**
     * Negotiates as the client would, on this thread, opens the session and pings.
     *
     * @param client with {@link ParleyFeature}
     * @param pings number of pings, at least 0
     * @throws IOException if the client's address cannot be reached, or refuses the client
     */
    public static ParleyProbe run(Client client, int pings) throws IOException {
        ClientEndpoint state = ParleyStatus.state(client)
                .orElseThrow(
                        () -> new IllegalArgumentException("expected a client with ParleyFeature, found one without"));
        Probing.Outcome outcome = new Probing(client, state).run();
        Conversation conversation = outcome.conversation();
        return new ParleyProbe(
                Optional.ofNullable(conversation).map(Conversation::agreement),
                Optional.ofNullable(outcome.reason()),
                outcome.detail(),
                state.ledger().negotiation(),
                conversation == null ? List.of() : roundTrips(conversation, pings));
    }

    private static List<Duration> roundTrips(Conversation conversation, int pings) throws IOException {
        List<Duration> times = new ArrayList<>();
        try {
            for (int i = 0; i < pings; i++) {
                times.add(conversation.ping().toCompletableFuture().get(PING_SECONDS, TimeUnit.SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the answer to a ping", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the session was opened, but the answer to a ping did not come", e);
        }
        return times;
    }
}
