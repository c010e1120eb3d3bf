package io.parley.cxf;

import io.parley.cxf.client.ClientEndpoint;
import io.parley.cxf.client.Probing;
import io.parley.cxf.endpoint.Transcript;
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
 * Result of probing a service: whether its calls would stream and whether the channel works, without calling any of its
 * operations.
 *
 * @param agreement the agreement; empty if none was reached
 * @param reason why calls are sent by SOAP; empty if they stream
 * @param detail details of the reason; may be empty
 * @param negotiation transcript of offer and answer; empty if no offer was sent
 * @param roundTrips round-trip times of pings on the opened session
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
     * Negotiates as the client would, on the calling thread, opens the session and pings. Blocks.
     *
     * @param client a client with {@link ParleyFeature}
     * @param pings number of pings, at least 0
     * @throws IOException if the client's address cannot be reached or refuses the client, or a ping is not answered
     *     within 5 seconds
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
