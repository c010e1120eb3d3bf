package io.parley.cxf;

import io.parley.binding.Part;
import io.parley.channel.Address;
import io.parley.cxf.control.ClientEndpoint;
import io.parley.cxf.control.Ledger;
import io.parley.cxf.control.ServiceEndpoint;
import io.parley.cxf.control.Transcript;
import io.parley.cxf.model.EndpointModel;
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
 * Snapshot of one client or service: its agreement, the parts that travel typed, the number of streamed calls, and the
 * reasons of the others.
 *
 * @param agreement of the session that was used or made last
 * @param otherRepresentations operations whose messages have another representation than the agreement's usual one:
 *     which, and why
 * @param parts every body part; those that travel as infoset have the reason. A client's are as they were agreed, once
 *     they were; a service's are its own, since each of its clients may have others
 * @param streamedCalls calls sent on a session, or received by one
 * @param typedParts body parts that this side wrote typed
 * @param infosetParts body parts that this side wrote as events on a session
 * @param untypedValues values of typed parts that this side wrote as events, since they have no typed form, null among
 *     them: by part, their number, and the reason of the last
 * @param fallbacks calls that went by SOAP, by reason
 * @param passedOver channels that a client agreed on and could not open since, with the reason; others went in their
 *     place
 * @param lastDetail details beside the last reason
 * @param negotiation a client's last negotiation, as it went over the wire
 * @param modelTime time to derive and compile the schema
 * @param storeTime time of the context store for one header block or schema, if it was needed: Oa
 * @param listening addresses of the listeners of a service's channels; empty for a client and before {@link #ready}
 * @param traffic of the sessions that are open now; clients with equal credentials share one
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
        Map<String, FallbackReason> passedOver,
        String lastDetail,
        Optional<Transcript> negotiation,
        Duration modelTime,
        Optional<Duration> storeTime,
        List<Address> listening,
        Traffic traffic) {
    private static final String KEY = ParleyStatus.class.getName();

    /** Empty if Parley is not switched on for this client, or the client was closed. */
    public static Optional<ParleyStatus> of(Client client) {
        return of(client.getEndpoint());
    }

    /** Empty if Parley is not switched on for this service. */
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

    /** Binds the endpoint's parts if need be. */
    static ParleyStatus of(ClientEndpoint client) {
        var unused = client.model();
        return soFar(client);
    }

    /** Has no parts as long as they are not bound. */
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

    /** Binds the endpoint's parts if need be. */
    static ParleyStatus of(ServiceEndpoint service) {
        var unused = service.model();
        return soFar(service);
    }

    /** Has no parts as long as they are not bound. */
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
                ledger.passedOver(),
                ledger.lastDetail(),
                ledger.negotiation(),
                derivationTime,
                storeTime,
                listening,
                traffic);
    }

    /** Returns whether a negotiation runs beside this client's calls now. */
    public static boolean isNegotiating(Client client) {
        return client.getEndpoint().get(KEY) instanceof ClientEndpoint state && state.isNegotiating();
    }

    /** Returns this client's state of Parley. */
    static Optional<ClientEndpoint> state(Client client) {
        return client.getEndpoint().get(KEY) instanceof ClientEndpoint state ? Optional.of(state) : Optional.empty();
    }

    /** Returns this service's state of Parley. */
    static Optional<ServiceEndpoint> state(Server server) {
        return server.getEndpoint().get(KEY) instanceof ServiceEndpoint state ? Optional.of(state) : Optional.empty();
    }

    /**
     * Completes when the negotiation that a client began last is over, so that its status shows what came of it.
     * Complete if none is under way.
     */
    public static CompletionStage<Void> settled(Client client) {
        return state(client).map(ClientEndpoint::settled).orElseGet(() -> CompletableFuture.completedStage(null));
    }

    /**
     * Completes when a service has done what its first negotiation needs: its types are bound, its listener stands. That is
     * begun by the first offer, or by this method, beside its caller. Complete without Parley.
     */
    public static CompletionStage<Void> ready(Server server) {
        return state(server).map(ServiceEndpoint::prepared).orElseGet(() -> CompletableFuture.completedStage(null));
    }

    static void install(Endpoint endpoint, Object state) {
        endpoint.put(KEY, state);
    }
}
