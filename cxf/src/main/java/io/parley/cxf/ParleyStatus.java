package io.parley.cxf;

import io.parley.binding.Part;
import io.parley.channel.Address;
import io.parley.cxf.client.ClientEndpoint;
import io.parley.cxf.endpoint.Ledger;
import io.parley.cxf.endpoint.Transcript;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.service.ServiceEndpoint;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of one client or service: its agreement, the parts that are sent typed, the number of streamed calls, and
 * the reasons of fallbacks.
 *
 * @param agreement of the session used or opened last
 * @param otherRepresentations operations that use another representation than the agreement's default, with that
 *     representation and the reason
 * @param parts every body part; those sent as infoset have a reason. For a client as agreed, once there is an
 *     agreement; for a service its own, since each of its clients may have agreed on others
 * @param streamedCalls calls sent or received on a session
 * @param typedParts body parts that this side wrote typed
 * @param infosetParts body parts that this side wrote as infoset on a session
 * @param untypedValues values of typed parts that this side wrote as infoset because they have no typed form, such as
 *     null: by part, their number and the reason of the last
 * @param fallbacks calls by SOAP, by reason
 * @param failedChannels channels that a client agreed on but failed to open, with the reason; other channels were used
 *     instead
 * @param lastDetail detail of the last fallback; may be empty
 * @param negotiation transcript of a client's last negotiation
 * @param modelTime time taken to derive and compile the schema
 * @param storeTime time taken by the context store for one header block or schema (Oa); empty if it was not used
 * @param listening listener addresses of a service's channels; empty for a client and before {@link #ready}
 * @param traffic bytes and messages of sessions that are open now; clients with equal credentials share a session
 */
public record ParleyStatus(
        Optional<Agreement> agreement,
        Map<String, String> otherRepresentations,
        List<Part> parts,
        long streamedCalls,
        long typedParts,
        long infosetParts,
        Map<String, Ledger.Untyped> untypedValues,
        Map<FallbackReason, Long> fallbacks,
        Map<String, FallbackReason> failedChannels,
        String lastDetail,
        Optional<Transcript> negotiation,
        Duration modelTime,
        Optional<Duration> storeTime,
        List<Address> listening,
        Traffic traffic) {
    private static final String KEY = ParleyStatus.class.getName();

    /** Returns the status of a client; empty if Parley is not switched on for it or it was closed. */
    public static Optional<ParleyStatus> of(Client client) {
        return of(client.getEndpoint());
    }

    /** Returns the status of a service; empty if Parley is not switched on for it. */
    public static Optional<ParleyStatus> of(Server server) {
        return of(server.getEndpoint());
    }

    private static Optional<ParleyStatus> of(@Nullable Endpoint endpoint) {
        Object state = endpoint == null ? null : endpoint.get(KEY);
        if (state instanceof ClientEndpoint client) {
            return Optional.of(of(client));
        }
        return state instanceof ServiceEndpoint service ? Optional.of(of(service)) : Optional.empty();
    }

    /** Returns the status of a client, deriving its model first if necessary. */
    static ParleyStatus of(ClientEndpoint client) {
        var unused = client.model();
        return soFar(client);
    }

    /** Returns the status of a client without deriving its model; before that it has no parts. */
    static ParleyStatus soFar(ClientEndpoint client) {
        return of(
                client.ledger(),
                client.modelIfBound().map(EndpointModel::derivationTime).orElse(Duration.ZERO),
                client.otherRepresentations(),
                client.modelIfBound().isPresent() ? client.parts() : List.of(),
                client.storeTime(),
                List.of(),
                client.traffic());
    }

    /** Returns the status of a service, deriving its model first if necessary. */
    static ParleyStatus of(ServiceEndpoint service) {
        var unused = service.model();
        return soFar(service);
    }

    /** Returns the status of a service without deriving its model; before that it has no parts. */
    static ParleyStatus soFar(ServiceEndpoint service) {
        return of(
                service.ledger(),
                service.modelIfBound().map(EndpointModel::derivationTime).orElse(Duration.ZERO),
                service.otherRepresentations(),
                service.modelIfBound().map(EndpointModel::parts).orElse(List.of()),
                service.storeTime(),
                service.listening(),
                service.traffic());
    }

    private static ParleyStatus of(
            Ledger ledger,
            Duration derivationTime,
            Map<String, String> otherRepresentations,
            List<Part> parts,
            Optional<Duration> storeTime,
            List<Address> listening,
            Traffic traffic) {
        return new ParleyStatus(
                ledger.agreement(),
                otherRepresentations,
                parts,
                ledger.streamedCalls(),
                ledger.typedParts(),
                ledger.infosetParts(),
                ledger.untypedValues(),
                ledger.fallbacks(),
                ledger.failedChannels(),
                ledger.lastDetail(),
                ledger.negotiation(),
                derivationTime,
                storeTime,
                listening,
                traffic);
    }

    /** Returns whether a negotiation of this client is in progress in the background. */
    public static boolean isNegotiating(Client client) {
        return client.getEndpoint().get(KEY) instanceof ClientEndpoint state && state.isNegotiating();
    }

    /** Returns the client's state; empty if Parley is not switched on for it. */
    static Optional<ClientEndpoint> state(Client client) {
        return client.getEndpoint().get(KEY) instanceof ClientEndpoint state ? Optional.of(state) : Optional.empty();
    }

    /** Returns the service's state; empty if Parley is not switched on for it. */
    static Optional<ServiceEndpoint> state(Server server) {
        return server.getEndpoint().get(KEY) instanceof ServiceEndpoint state ? Optional.of(state) : Optional.empty();
    }

    /**
     * Returns a stage that completes when the client's current negotiation has ended, so that its status shows the
     * result. Already complete if none is in progress.
     */
    public static CompletionStage<Void> settled(Client client) {
        return state(client).map(ClientEndpoint::settled).orElseGet(() -> CompletableFuture.completedStage(null));
    }

    /**
     * Returns a stage that completes when a service has prepared its first negotiation: its model is derived and its
     * listeners are open. The preparation is started by the first offer or by this method, on another thread. Already
     * complete without Parley.
     */
    public static CompletionStage<Void> ready(Server server) {
        return state(server).map(ServiceEndpoint::prepared).orElseGet(() -> CompletableFuture.completedStage(null));
    }

    static void install(Endpoint endpoint, Object state) {
        endpoint.put(KEY, state);
    }
}
