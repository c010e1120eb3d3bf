package io.parley.cxf.client;

import io.parley.cxf.bus.EndpointSettings;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.settings.Settings;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.SessionKey;
import io.parley.peer.StandingFallback;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;
import org.jspecify.annotations.Nullable;

/**
 * Properties of the last call that was sent by SOAP because its service is known not to support Parley. A call with
 * equal properties skips the full decision, which took 36 µs of cold code and data per call. Immutable.
 */
final class PlainCallPattern {
    private final ClientEndpoint client;
    private final int turn;
    private final StandingFallback standingFallback;
    private final CallStatus status;
    private final LongAdder counter;
    private final Endpoint endpoint;
    private final Conduit conduit;
    private final Carrier carrier;
    private final CredentialsIdentity credentials;
    private final Object protection;
    private final @Nullable Object address;
    private final @Nullable Object mode;
    private final @Nullable Object policy;
    private final List<@Nullable Object> offerValues;

    private PlainCallPattern(
            Message call,
            Conduit conduit,
            Carrier carrier,
            SessionKey key,
            StandingFallback standingFallback,
            ClientEndpoint client) {
        this.client = client;
        this.turn = client.turn();
        this.standingFallback = standingFallback;
        this.status = new CallStatus(Optional.of(standingFallback.reason()), standingFallback.detail());
        this.counter = client.ledger().counter(standingFallback.reason());
        this.endpoint = call.getExchange().getEndpoint();
        this.conduit = conduit;
        this.carrier = carrier;
        this.credentials = carrier.credentials(call, conduit);
        this.protection = key.tls();
        this.address = call.get(Message.ENDPOINT_ADDRESS);
        this.mode = call.getContextualProperty(Settings.MODE);
        this.policy = call.getContextualProperty(Settings.POLICY);
        this.offerValues = EndpointSettings.of(call).offerValues();
    }

    /**
     * Returns the properties of a call; null if they cannot be used for other calls.
     *
     * @param call a call sent by SOAP in mode {@code auto}, under a policy that weighs no costs
     */
    static @Nullable PlainCallPattern of(
            Message call, Conduit conduit, Carrier carrier, SessionKey key, ClientEndpoint client) {
        return hasHeaders(call)
                ? null
                : client.runtime()
                        .peers()
                        .standingFallback(key)
                        .map(standingFallback ->
                                new PlainCallPattern(call, conduit, carrier, key, standingFallback, client))
                        .orElse(null);
    }

    /**
     * Records the fallback of a call with equal properties and returns true; otherwise returns false without effect.
     */
    boolean fallBackIfAlike(Message call) {
        Exchange exchange = call.getExchange();
        if (exchange.getEndpoint() != endpoint || !isAlike(call) || !standingFallback.holdsForOneMore()) {
            return false;
        }
        client.ledger().fellBackAgain(counter, standingFallback.detail());
        CallStatus.set(exchange, status);
        return true;
    }

    private boolean isAlike(Message call) {
        return client.isOn()
                && client.turn() == turn
                && !hasHeaders(call)
                && !call.containsKey(CallRepeat.PROPERTY)
                && Objects.equals(call.get(Message.ENDPOINT_ADDRESS), address)
                && Objects.equals(call.getContextualProperty(Settings.MODE), mode)
                && Objects.equals(call.getContextualProperty(Settings.POLICY), policy)
                && offerValues.equals(EndpointSettings.of(call).offerValues())
                && call.getExchange().getConduit(call) == conduit
                && carrier.credentials(call, conduit).equals(credentials)
                && carrier.protection(call, conduit).equals(protection);
    }

    /** Returns whether the call has transport headers; some of them identify the caller. */
    private static boolean hasHeaders(Message call) {
        return call.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers && !headers.isEmpty();
    }
}
